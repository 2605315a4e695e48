// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "render/document_edit.h"

/// Whatever stands in a manifest: edited, or refused. Editing the result again to the same value
/// changes nothing.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  gitscale::DocumentEdit edit;
  edit.path = {"spec", "replicas"};
  edit.value = 4;
  edit.annotations = {{"a.example/b", R"({"id":"x"})"}};
  edit.insert_if_absent = size % 2 == 0;
  const auto once = gitscale::ApplyDocumentEdit(text, edit, "db.yaml");
  if (once) {
    const auto twice = gitscale::ApplyDocumentEdit(*once, edit, "db.yaml");
    CHECK(twice.has_value() && *twice == *once);
  }
  return 0;
}
