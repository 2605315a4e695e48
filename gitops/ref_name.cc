// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/ref_name.h"

#include <git2.h>

#include "gitops/git_library.h"

namespace gitscale {

bool IsRefName(const std::string& name) {
  InitGitLibrary();
  int is_valid = 0;
  // A NUL would hide what stands behind it.
  return name.find('\0') == std::string::npos &&
         git_reference_name_is_valid(&is_valid, name.c_str()) == 0 && is_valid == 1;
}

}  // namespace gitscale
