// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "observe/csv.h"

namespace gitscale {

CsvReader::CsvReader(std::string_view text) : text_(text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) {
    text_.remove_prefix(kByteOrderMark.size());
  }
}

bool CsvReader::AtLineEnd() const {
  return at_ == text_.size() || text_[at_] == '\n' || text_.substr(at_, 2) == "\r\n" ||
         (text_[at_] == '\r' && at_ + 1 == text_.size());
}

void CsvReader::SkipLineEnd() {
  if (at_ < text_.size() && text_[at_] == '\r') {
    ++at_;
  }
  if (at_ < text_.size()) {
    ++at_;
    ++next_line_;
  }
}

Status CsvReader::ReadQuoted(std::string& field) {
  ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '\n') {
      ++next_line_;
    }
    if (c != '"') {
      field += c;
    } else if (at_ < text_.size() && text_[at_] == '"') {
      field += text_[at_++];
    } else if (AtLineEnd() || text_[at_] == ',') {
      return {};
    } else {
      return Fail(ErrorCode::kInvalidArgument, "expected a comma after the closing quote");
    }
  }
  return Fail(ErrorCode::kInvalidArgument, "expected a closing quote, found the end of the file");
}

Status CsvReader::ReadField(std::string& field) {
  if (at_ < text_.size() && text_[at_] == '"') {
    return ReadQuoted(field);
  }
  while (!AtLineEnd() && text_[at_] != ',') {
    if (text_[at_] == '"') {
      return Fail(ErrorCode::kInvalidArgument,
                  "expected the whole field in quotes, found a quote inside it");
    }
    field += text_[at_++];
  }
  return {};
}

Result<bool> CsvReader::Next(std::vector<std::string>& fields) {
  fields.clear();
  while (at_ < text_.size() && AtLineEnd()) {
    SkipLineEnd();
  }
  line_ = next_line_;
  if (at_ == text_.size()) {
    return false;
  }
  while (true) {
    fields.emplace_back();
    TRY(ReadField(fields.back()));
    if (AtLineEnd()) {
      SkipLineEnd();
      return true;
    }
    ++at_;  // the comma
  }
}

}  // namespace gitscale
