// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "gitops/remote_connection.h"

#include <string_view>
#include <utility>

#include "base/file.h"
#include "base/secret.h"
#include "base/url.h"
#include "gitops/atomic_push.h"
#include "gitops/git_error.h"

namespace gitscale {
namespace {

Status ReadCredentials(const RemoteSettings& settings,
                       const RemoteAddress& address,
                       TransportContext& context) {
  context.username = address.user.empty() ? settings.username : address.user;
  context.password = address.password;
  if (!settings.token_file.empty() && address.kind == RemoteAddress::Kind::kHttp) {
    TRY_ASSIGN(context.password, ReadSecretFile(settings.token_file));
  }
  if (!context.password.empty()) {
    // The form it has in a request, which a chatty server may send back.
    RememberSecret(Secret(Base64Encode(context.username + ":" + context.password.Reveal())));
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<RemoteConnection>> RemoteConnection::Open(git_repository& repository,
                                                                 const RemoteSettings& settings,
                                                                 const RemoteAddress& address,
                                                                 const Clock& clock,
                                                                 HttpPool& pool,
                                                                 Direction direction) {
  std::unique_ptr<RemoteConnection> opened(new RemoteConnection());
  TransportContext& context = opened->context_;
  context.settings = &settings;
  context.address = &address;
  context.clock = &clock;
  context.pool = &pool;
  context.timeout = direction == Direction::kPush ? settings.push_timeout : settings.fetch_timeout;
  context.deadline = clock.Monotonic() + context.timeout;
  TRY(ReadCredentials(settings, address, context));

  git_remote_create_options options = GIT_REMOTE_CREATE_OPTIONS_INIT;
  options.repository = &repository;
  options.flags = GIT_REMOTE_CREATE_SKIP_INSTEADOF | GIT_REMOTE_CREATE_SKIP_DEFAULT_FETCHSPEC;
  TRY_ASSIGN(opened->remote_, Acquire<RemoteHandle>("cannot prepare the remote", [&](auto** out) {
               return git_remote_create_with_opts(out, address.target.c_str(), &options);
             }));
  const git_remote_callbacks callbacks = opened->Callbacks();
  TRY(opened->Check(
      git_remote_connect(opened->remote_.get(),
                         direction == Direction::kFetch ? GIT_DIRECTION_FETCH : GIT_DIRECTION_PUSH,
                         &callbacks,
                         nullptr,
                         nullptr),
      "cannot read the list of references"));
  return opened;
}

RemoteConnection::~RemoteConnection() {
  if (remote_ != nullptr) {
    git_remote_disconnect(remote_.get());
  }
}

git_remote_callbacks RemoteConnection::Callbacks() {
  git_remote_callbacks callbacks = GIT_REMOTE_CALLBACKS_INIT;
  callbacks.transport = MakeTransport;
  callbacks.sideband_progress = CollectRemoteText;
  callbacks.payload = &context_;
  return callbacks;
}

Status RemoteConnection::Check(int code, std::string_view doing) {
  Status status = CheckGit(code, doing);
  if (!status && context_.failure) {
    return tl::unexpected<Error>(std::exchange(context_.failure, std::nullopt).value());
  }
  return status;
}

Result<std::optional<git_oid>> RemoteConnection::Find(const std::string& reference) {
  const git_remote_head** heads = nullptr;
  std::size_t count = 0;
  TRY(Check(git_remote_ls(&heads, &count, remote_.get()), "cannot read the list of references"));
  for (std::size_t i = 0; i < count; ++i) {
    if (reference == heads[i]->name) {
      return std::optional<git_oid>(heads[i]->oid);
    }
  }
  return std::optional<git_oid>();
}

Result<bool> RemoteConnection::IsEmpty() {
  const git_remote_head** heads = nullptr;
  std::size_t count = 0;
  TRY(Check(git_remote_ls(&heads, &count, remote_.get()), "cannot read the list of references"));
  return count == 0;
}

bool RemoteConnection::OffersAtomic() const {
  return gitscale::OffersAtomic(context_.advertisement);
}

Status RemoteConnection::Download(const std::vector<std::string>& references) {
  std::vector<std::string> specs;
  for (const std::string& reference : references) {
    specs.push_back("+" + reference + ":" + reference);
  }
  std::vector<char*> texts;
  for (std::string& spec : specs) {
    texts.push_back(spec.data());
  }
  const git_strarray refspecs{texts.data(), texts.size()};
  git_fetch_options options = GIT_FETCH_OPTIONS_INIT;
  options.callbacks = Callbacks();
  options.download_tags = GIT_REMOTE_DOWNLOAD_TAGS_NONE;
  options.update_fetchhead = 0;
  return Check(git_remote_download(remote_.get(), &refspecs, &options), "cannot receive objects");
}

}  // namespace gitscale
