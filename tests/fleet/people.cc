// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/people.h"

#include <algorithm>

#include "reconciler/ledger_entry.h"

namespace gitscale::fleet {
namespace {

using std::chrono::hours;
using std::chrono::seconds;

constexpr double kRunsPerDay = 288;

bool Begins(Random& random, double per_day) {
  return random.Chance(per_day / kRunsPerDay);
}

void ChangePolicy(Subject& subject) {
  ScalingPolicy& policy = subject.policy;
  Random& random = subject.random;
  const bool counted = !subject.target.allowed_counts.empty();
  switch (random.Between(0, 4)) {
    case 0:
      policy.max_replicas = std::max(policy.min_replicas, policy.max_replicas - 2);
      break;
    case 1:
      policy.min_replicas = std::min(policy.max_replicas, policy.min_replicas + (counted ? 2 : 1));
      break;
    case 2:
      // maxSyncReplicas raised: the floor follows, also above maxReplicas.
      if (subject.target.key.engine == Engine::kPostgres) {
        subject.target.quorum_floor =
            std::min(5, subject.target.quorum_floor + random.Between(1, 2));
      }
      break;
    case 3:
      policy.suspend = true;
      break;
    default:
      policy.manual_hold = seconds{random.Between(600, 7200)};
      break;
  }
}

void OnSubject(Subject& subject, const Customs& customs, SysSeconds now) {
  Random& random = subject.random;
  if (now >= subject.usual_again_at && subject.usual) {
    subject.policy = *subject.usual;
    subject.target.quorum_floor = subject.usual_floor;
    subject.usual.reset();
  }
  if (!subject.usual && Begins(random, customs.policy_changes)) {
    subject.usual = subject.policy;
    subject.usual_floor = subject.target.quorum_floor;
    subject.usual_again_at = now + random.Between(hours{1}, hours{12});
    ChangePolicy(subject);
  }
  const bool recent = subject.truth.foreign_at && now < *subject.truth.foreign_at + hours{4};
  if (recent || now < kStart + hours{2}) {
    return;
  }
  if (Begins(random, customs.edits)) {
    const std::int32_t by = random.Between(1, 2) * (random.Chance(0.5) ? 1 : -1);
    const std::int32_t most = std::min(9, subject.policy.max_replicas + 2);
    EditByHand(subject, std::clamp(subject.git.declared + by, 1, most), now);
  } else if (Begins(random, customs.reverts)) {
    RevertOurs(subject, now);
  }
}

}  // namespace

void CommitForeign(Subject& subject,
                   std::int32_t count,
                   std::optional<std::string> decision,
                   SysSeconds now) {
  subject.git.declared = count;
  subject.git.decision = std::move(decision);
  subject.git.written_at = now;
  ++subject.git.revision;
  subject.truth.last_write_ours = false;
  subject.truth.unrecorded = 0;
  subject.truth.foreign_unseen = false;
  subject.truth.foreign_at = now;
  subject.truth.hold = subject.policy.manual_hold;
  subject.truth.flight_open = false;
  subject.truth.failed_count = 0;
  subject.truth.rollbacks = 0;
  subject.truth.disturbed_at = now + subject.policy.manual_hold;
  subject.truth.uncut_entry.reset();
}

void EditByHand(Subject& subject, std::int32_t count, SysSeconds now) {
  if (count != subject.git.declared) {
    CommitForeign(subject, count, subject.git.decision, now);
  }
}

void RevertOurs(Subject& subject, SysSeconds now) {
  if (subject.truth.last_write_ours && subject.count_before != 0) {
    const bool unrecorded = subject.truth.unrecorded > 0;
    CommitForeign(subject, subject.count_before, subject.text_before, now);
    subject.truth.foreign_unseen = unrecorded;
  }
}

void LoseLedger(Subject& subject, Surroundings& around, SysSeconds now) {
  around.ledger.erase(LedgerPath(subject.target.key));
  subject.truth.ledger_lost_at = now;
  subject.truth.failed_count = 0;
  subject.truth.flight_open = false;
  subject.truth.disturbed_at = now;
  subject.truth.uncut_entry.reset();
}

void People(std::vector<Subject>& subjects,
            Surroundings& around,
            const Customs& customs,
            Random& random,
            SysSeconds now) {
  for (const Tenant& tenant : around.tenants) {
    if (Begins(random, customs.ledger_losses)) {
      for (const std::size_t member : tenant.members) {
        LoseLedger(subjects[member], around, now);
      }
    }
  }
  for (Subject& subject : subjects) {
    OnSubject(subject, customs, now);
  }
}

}  // namespace gitscale::fleet
