// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/git_library.h"

#include <sys/types.h>

#include <cstddef>
#include <mutex>

#include <curl/curl.h>
#include <git2.h>

namespace gitscale {

void InitGitLibrary() {
  static std::once_flag once;
  std::call_once(once, [] {
    curl_global_init(CURL_GLOBAL_DEFAULT);
    git_libgit2_init();
    for (const int level : {GIT_CONFIG_LEVEL_PROGRAMDATA,
                            GIT_CONFIG_LEVEL_SYSTEM,
                            GIT_CONFIG_LEVEL_XDG,
                            GIT_CONFIG_LEVEL_GLOBAL}) {
      git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
    }
    git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
    git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, static_cast<ssize_t>(2) << 20U);
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, std::size_t{1} << 20U);
    git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, std::size_t{8} << 20U);
  });
}

}  // namespace gitscale
