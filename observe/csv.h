// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace gitscale {

/// Reads records of comma-separated values (RFC 4180): fields may be quoted, a quoted one may hold
/// commas, line ends and doubled quotes. Lines end in LF or CRLF; empty lines are skipped; a
/// leading byte-order mark too.
class CsvReader {
 public:
  /// Keeps the view: the text must outlive the reader.
  explicit CsvReader(std::string_view text);

  /// The next record's fields; false at the end. Errors: kInvalidArgument for a quote that does not
  /// end or stands inside a field; line() tells where.
  [[nodiscard]] Result<bool> Next(std::vector<std::string>& fields);

  /// Where the last record (or error) begins, from 1.
  [[nodiscard]] int line() const { return line_; }

 private:
  [[nodiscard]] Status ReadField(std::string& field);
  [[nodiscard]] Status ReadQuoted(std::string& field);
  [[nodiscard]] bool AtLineEnd() const;
  void SkipLineEnd();

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 0;
  int next_line_ = 1;
};

}  // namespace gitscale
