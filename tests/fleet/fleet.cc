// SPDX-FileCopyrightText: The gitscale authors
// SPDX-License-Identifier: Apache-2.0

#include "tests/fleet/fleet.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "reconciler/decision_record.h"
#include "reconciler/ledger_entry.h"

namespace gitscale::fleet {
namespace {

using std::chrono::seconds;

/// Id of the decision in the annotation; empty: none.
std::string NewestId(const GitSide& git) {
  const auto record =
      git.decision ? ParseDecisionRecord(*git.decision) : Result<DecisionRecord>(DecisionRecord{});
  return record ? record->id : "";
}

}  // namespace

void Fleet::RunFor(seconds time) {
  const SysSeconds end = now + time;
  while (now < end) {
    RunOnce();
  }
}

bool Fleet::RunUntil(const std::function<bool()>& done, seconds most) {
  const SysSeconds end = now + most;
  while (now < end && !done()) {
    RunOnce();
  }
  return done();
}

void Fleet::Pass() {
  const SysSeconds before = now;
  now += kBetweenRuns;
  for (Subject& subject : subjects) {
    subject.zeroed = before < around.endpoints[subject.endpoint].zero_until ? 0 : 1;
    const seconds interval = subject.ring.interval();
    for (SysSeconds time = before + interval; time <= now; time += interval) {
      subject.Advance(time);
    }
    if (subject.truth.landed_after) {
      figures.convergence.push_back(*subject.truth.landed_after);
      subject.truth.landed_after.reset();
    }
  }
  if (conditions_.weather) {
    Weather(subjects, around, Climate{}, random_, now);
  }
  if (conditions_.people) {
    People(subjects, around, Customs{}, random_, now);
  }
  MergeLate();
}

/// What the ledger's text says; the text itself is parsed once.
const History& Fleet::ReadHistory(std::size_t index) {
  parsed_.resize(subjects.size());
  Parsed& parsed = parsed_[index];
  if (parsed.path.empty()) {
    parsed.path = LedgerPath(subjects[index].target.key);
  }
  const auto file = around.ledger.find(parsed.path);
  if (file == around.ledger.end()) {
    parsed.text.clear();
    parsed.history.entry.reset();
  } else if (parsed.text != file->second) {
    const auto entry = ParseLedgerEntry(file->second);
    CHECK(entry.has_value());
    parsed.text = file->second;
    parsed.history.entry = *entry;
  }
  return parsed.history;
}

void Fleet::DecideOn(std::size_t index) {
  const Subject& subject = subjects[index];
  Considered& run = runs[index];
  run.declared = subject.Declared();
  run.past = ReadHistory(index);
  run.decided = Decide(subject.policy, run.declared, run.seen, run.past, run.now);
  run.given = run.decided;
}

void Fleet::Consider() {
  runs.resize(subjects.size());
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    Subject& subject = subjects[i];
    Considered& run = runs[i];
    run.now = now + seconds{3 + static_cast<std::int64_t>(subject.endpoint % 20)};
    run.endpoint_fault = FaultOf(around.endpoints[subject.endpoint], run.now);
    if (run.endpoint_fault) {
      subject.truth.disturbed_at = now;
    }
    run.seen = subject.Observe(run.now, run.endpoint_fault);
    DecideOn(i);
  }
}

/// members: in target order, which is the order of what Allocate returns.
void Fleet::Allot(const std::vector<std::size_t>& members, const SharedRoom& room) {
  std::vector<bool> is_member(runs.size(), false);
  std::vector<Proposal> proposals;
  for (const std::size_t i : members) {
    is_member[i] = true;
    proposals.push_back(std::move(runs[i].given));
  }
  std::vector<Grant> others;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!is_member[i]) {
      others.push_back(GrantOf(runs[i].given));
    }
  }
  proposals = Allocate(std::move(proposals), room, others);
  for (std::size_t i = 0; i < members.size(); ++i) {
    runs[members[i]].given = std::move(proposals[i]);
  }
}

std::vector<std::size_t> Fleet::InTargetOrder(std::vector<std::size_t> members) const {
  std::ranges::sort(
      members, {}, [&](std::size_t i) -> const TargetKey& { return subjects[i].target.key; });
  return members;
}

void Fleet::CheckConsidered(const SharedRoom& room) {
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    // Everything that changes, and a sample of the rest.
    const bool sampled = (i + static_cast<std::size_t>(figures.runs)) % 8 == 0;
    if (sampled || runs[i].decided.outcome == Outcome::kChanged || subjects[i].truth.uncut_entry ||
        runs[i].decided.entry.state == Lifecycle::kHold) {
      CheckDecided(checks, subjects[i], runs[i]);
    }
    subjects[i].truth.uncut_entry.reset();
  }
  if (figures.runs % 32 == 0) {
    CheckOrder(checks, subjects, runs, room);
  }
}

void Fleet::RunOnce() {
  Pass();
  Consider();
  const SharedRoom room = RoomAt(around, subjects, now);
  if (in_order_.size() != subjects.size()) {
    in_order_.resize(subjects.size());
    std::iota(in_order_.begin(), in_order_.end(), std::size_t{0});
    in_order_ = InTargetOrder(std::move(in_order_));
  }
  Allot(in_order_, room);
  if (conditions_.checks) {
    CheckConsidered(room);
  }
  Count();
  changed_.clear();
  for (const Tenant& tenant : around.tenants) {
    Publish(tenant, room);
  }
  if (conditions_.checks) {
    CheckWave(checks, subjects, around, room, runs, changed_);
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      CheckIdle(checks, subjects[i], runs[i]);
    }
  }
}

bool Fleet::WantsWrite(std::size_t index) const {
  return runs[index].given.outcome == Outcome::kChanged || runs[index].given.entry_changed;
}

Fleet::Mishap Fleet::Draw() {
  if (!random_.Chance(conditions_.mishaps)) {
    return Mishap::kNone;
  }
  return static_cast<Mishap>(random_.Between(1, 5));
}

void Fleet::Publish(const Tenant& tenant, const SharedRoom& room) {
  if (std::ranges::none_of(tenant.members, [&](std::size_t i) { return WantsWrite(i); })) {
    return;
  }
  const Mishap mishap = Draw();
  if (mishap != Mishap::kNone) {
    for (const std::size_t member : tenant.members) {
      subjects[member].truth.disturbed_at = std::max(subjects[member].truth.disturbed_at, now);
    }
  }
  if (mishap == Mishap::kRaced) {
    Subject& other = subjects[tenant.members[random_.Next() % tenant.members.size()]];
    EditByHand(other, std::clamp(other.git.declared + 1, 2, 9), now);
    DecideAgain(tenant, room);
  }
  Carry(tenant, mishap);
  if (mishap == Mishap::kOverlapped) {
    Overlap(tenant, room);
  }
}

void Fleet::Carry(const Tenant& tenant, Mishap mishap) {
  if (mishap == Mishap::kKilledBefore) {
    ++figures.killed;
    return;
  }
  if (mishap == Mishap::kLate) {
    Postpone(tenant);
    return;
  }
  figures.killed += mishap == Mishap::kKilledBetween ? 1 : 0;
  for (const std::size_t member : tenant.members) {
    if (WantsWrite(member)) {
      Write(member, mishap != Mishap::kKilledBetween);
    }
  }
}

void Fleet::WriteBase(Subject& subject, const Considered& run, const std::string& decision) {
  const Proposal& given = run.given;
  const bool rollback = given.reason.code == ReasonCode::kRolledBack;
  const bool up = given.desired > given.current;
  Truth& truth = subject.truth;
  subject.count_before = subject.git.declared;
  subject.text_before = subject.git.decision;
  subject.git.declared = given.desired;
  subject.git.decision = decision;
  subject.git.written_at = now;
  ++subject.git.revision;
  truth.last_write_ours = true;
  truth.flight_open = true;
  truth.flight_from = given.current;
  truth.flight_to = given.desired;
  truth.flight_is_rollback = rollback;
  truth.flight_at = now;
  truth.disturbed_at = now;
  if (rollback) {
    truth.failed_count = given.current;
    truth.rollbacks = std::min(truth.rollbacks + 1, 5);
    truth.no_retry_before =
        run.now + subject.policy.convergence_deadline * (std::int64_t{1} << truth.rollbacks);
    ++figures.rollbacks;
  } else {
    const bool soon = truth.turned_at && now - *truth.turned_at < std::chrono::hours{1};
    figures.turns += soon && truth.turned_up != up ? 1 : 0;
    truth.turned_at = now;
    truth.turned_up = up;
  }
  ++(up ? figures.ups : figures.downs);
  figures.floor_raises += given.shared.floor_raise ? 1 : 0;
}

void Fleet::Write(std::size_t index, bool with_ledger) {
  Subject& subject = subjects[index];
  const Considered& run = runs[index];
  LedgerEntry entry = run.given.entry;
  const bool changes = run.given.outcome == Outcome::kChanged;
  if (changes) {
    if (conditions_.checks) {
      CheckCommit(checks, subject, run);
      CheckFacts(checks, subject, run);
    }
    const DecisionRecord record = MakeDecisionRecord(run.given, run.now);
    WriteBase(subject, run, WriteDecisionRecord(record));
    entry = EntryAfterPush(run.given, record);
    changed_.push_back(index);
  }
  subject.truth.unrecorded = with_ledger ? 0 : subject.truth.unrecorded + (changes ? 1 : 0);
  if (with_ledger) {
    around.ledger[LedgerPath(subject.target.key)] = WriteLedgerEntry(entry);
  } else if (changes) {
    subject.truth.uncut_entry = WriteLedgerEntry(entry);
  }
  if (changes && conditions_.checks) {
    CheckSettled(checks, subject, run, ReadHistory(index));
  }
}

void Fleet::DecideAgain(const Tenant& tenant, const SharedRoom& room) {
  ++figures.rejected_pushes;
  for (const std::size_t member : tenant.members) {
    DecideOn(member);
  }
  Allot(InTargetOrder(tenant.members), room);
}

/// A second run that started from the same tip, on the same observations, and lost the race.
void Fleet::Overlap(const Tenant& tenant, const SharedRoom& room) {
  const std::vector<std::size_t> first = changed_;
  DecideAgain(tenant, room);
  for (const std::size_t member : tenant.members) {
    const bool again = std::ranges::find(first, member) != first.end();
    if (again && runs[member].given.outcome == Outcome::kChanged) {
      checks.Fail("LosersDecideOnTheNewTip", subjects[member], runs[member], "changed twice");
    }
  }
  Carry(tenant, Mishap::kNone);
}

void Fleet::Postpone(const Tenant& tenant) {
  for (const std::size_t member : tenant.members) {
    const Considered& run = runs[member];
    if (run.given.outcome == Outcome::kChanged) {
      late_.push_back({.subject = member,
                       .decision = WriteDecisionRecord(MakeDecisionRecord(run.given, run.now)),
                       .to = run.given.desired,
                       .previous = run.given.previous,
                       .made_at = now,
                       .due = now + random_.Between(seconds{60}, seconds{7200})});
    }
  }
}

/// What heads the chain of decisions, in Git or as far as the ledger knows it, is ours, whoever
/// merges it; anything older is an edit.
void Fleet::MergeLate() {
  for (const Late& late : late_) {
    if (late.due > now) {
      continue;
    }
    Subject& subject = subjects[late.subject];
    Truth& truth = subject.truth;
    const std::int32_t from = subject.git.declared;
    const History& known = ReadHistory(late.subject);
    const bool heads_the_chain = late.previous == NewestId(subject.git) ||
                                 (known.entry && late.previous == known.entry->decision);
    CommitForeign(subject, late.to, late.decision, now);
    if (heads_the_chain) {
      truth.foreign_at.reset();
      truth.last_write_ours = true;
      truth.flight_open = !truth.ledger_lost_at || *truth.ledger_lost_at < late.made_at;
      truth.flight_from = from;
      truth.flight_to = late.to;
      truth.flight_is_rollback = false;
      truth.flight_at = now;
    }
  }
  std::erase_if(late_, [&](const Late& late) { return late.due <= now; });
}

void Fleet::Count() {
  ++figures.runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    ++figures.decisions;
    if (runs[i].given.outcome != Outcome::kChanged) {
      const ReasonCode reason = runs[i].given.reason.code;
      ++figures.reasons[std::string(ReasonName(reason))];
      figures.misjudged +=
          reason == ReasonCode::kScaleUpIneffective && !subjects[i].load.sticks ? 1 : 0;
    }
    const auto& foreign = subjects[i].truth.foreign_at;
    figures.edits += foreign && *foreign == now ? 1 : 0;
  }
}

}  // namespace gitscale::fleet
