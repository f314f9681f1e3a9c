import VitrineControl
import VitrineTiming

/// Gives a change to screens in waves, and stops if too many fail. A value type without I/O: its state is its job and
/// the messages of the screens, so that another run of the tool can continue it.
package struct Rollout: Sendable {
  package enum Step: Hashable, Sendable {
    /// Store the job before anything else.
    case save(RolloutJob)
    case write([FleetWrite])
    /// Nothing can be done before more messages come or time passes.
    case wait
    case over
  }

  package private(set) var job: RolloutJob
  /// The results of the latest step.
  package private(set) var results = RolloutResults()
  /// Counted from 0.
  package private(set) var wave = 0
  private let ends: [Int]
  /// Documents that the rate allows, and since when.
  private var allowance = 1.0
  private var time: Double?
  /// Screens that have kept the change for long enough. They may be turned off afterwards.
  private var settled: Set<String> = []

  /// Documents in one step: their acknowledgements come within seconds.
  private static let mostWrites = 500
  /// A tool that was suspended does not catch up, in seconds.
  private static let longestPause = 5.0

  package init(_ job: RolloutJob) {
    self.job = job
    ends = job.plan.ends(of: job.count)
  }

  package var waves: Int { ends.count }

  /// A new rollout. Throws if another one is unfinished, or if no screen can show whether the change works.
  package init(
    of edit: FleetEdit, to target: FleetTarget, _ plan: RolloutPlan, rollsBack: Bool,
    on survey: FleetSurvey, id: String, tool: String
  ) throws(FleetError) {
    if let old = try survey.readableRollout(), !old.state.isOver {
      throw FleetError(
        "the rollout to \(old.target) is unfinished; continue it with --resume, or end it with --cancel"
      )
    }
    let ids = target.screens(of: survey)
    guard ids.contains(where: survey.canJudge) else {
      throw FleetError(
        ids.isEmpty
          ? "no screen fits \(target)"
          : "no screen of \(target) is connected and without problems, so that none can show whether the change works"
      )
    }
    self.init(
      RolloutJob(id: id, tool: tool, target, edit, plan, count: ids.count, rollsBack: rollsBack))
    for one in ids { try change(of: one, survey, 0).check() }
  }

  /// The rollout on the broker. `plan` changes its plan.
  package init(
    on survey: FleetSurvey, tool: String, cancels: Bool, plan: (RolloutPlan) -> RolloutPlan
  ) throws(FleetError) {
    guard var job = try survey.readableRollout(), !job.state.isOver else {
      throw FleetError("there is no unfinished rollout on this broker")
    }
    (job.tool, job.plan) = (tool, plan(job.plan))
    if job.state == .stopped { job.state = .running }
    if cancels {
      guard job.state != .finishing else {
        throw FleetError(
          "all waves are complete: finish with --resume, then set the earlier values")
      }
      (job.state, job.cause) = (.rollingBack, job.cause ?? "cancelled")
    } else if job.state == .running {
      job.cause = nil
    }
    guard job.plan.isValid else { throw FleetError("the timeout must be longer than settling") }
    self.init(job)
  }

  /// Returns the next step. `now` is in seconds since 1970.
  package mutating func step(_ survey: FleetSurvey, at now: Double) -> Step {
    let changed = survey.documents.filter { $0.value.rollout?.id == job.id }.keys
      .compactMap(\.screen).sorted()
    results = results(of: changed, survey, now)
    wave = ends.firstIndex { $0 > changed.count } ?? ends.count - 1
    allow(now)
    switch job.state {
    case .running: return run(changed, survey, now)
    case .finishing: return finish(changed, survey, now)
    case .rollingBack:
      let writes = changed.prefix(Self.mostWrites).map { restoration(of: $0, survey, now) }
      return writes.isEmpty ? enter(.rolledBack) : .write(writes)
    case .done, .stopped, .rolledBack: return .over
    }
  }

  private mutating func enter(_ state: RolloutJob.State) -> Step {
    job.state = state
    return .save(job)
  }

  private mutating func allow(_ now: Double) {
    let elapsed = min(max(now - (time ?? now), 0), Self.longestPause)
    time = now
    let rate = job.plan.rate(of: wave)
    // At least one, or a slow rate would never allow any.
    allowance = min(allowance + elapsed * rate, max(rate * Self.longestPause, 1))
  }

  private mutating func run(_ changed: [String], _ survey: FleetSurvey, _ now: Double) -> Step {
    // The next wave begins once the one before has its results.
    if ends.contains(changed.count), results.waiting > 0, !isExceeded(isLast: false) {
      return .wait
    }
    let known = Set(changed)
    let candidates = job.target.screens(of: survey).filter {
      !known.contains($0) && survey.canJudge($0)
    }
    // A wave is judged before the next one, also if it is smaller than the minimum.
    let isWaveOver = ends.contains(changed.count) || candidates.isEmpty
    guard !isExceeded(isLast: isWaveOver && results.waiting == 0) else {
      return enter(job.rollsBack ? .rollingBack : .stopped)
    }
    guard !candidates.isEmpty else { return results.waiting > 0 ? .wait : enter(.finishing) }
    // Screens that have come since the start belong to the last wave.
    let room = changed.count < job.count ? ends[wave] - changed.count : candidates.count
    let count = min(room, Int(saturating: allowance), Self.mostWrites)
    guard count > 0 else { return .wait }
    allowance -= Double(count)
    return .write(shuffled(candidates).prefix(count).map { change(of: $0, survey, now) })
  }

  /// Whether too many screens have failed; records the cause.
  private mutating func isExceeded(isLast: Bool) -> Bool {
    guard let excess = job.plan.excess(of: results, isLast: isLast) else { return false }
    let first = results.failed.min { $0.key < $1.key }.map { "; \($0.key): \($0.value)" }
    job.cause = (excess + (first ?? "")).short(RolloutJob.longestCause)
    return true
  }

  private mutating func finish(_ changed: [String], _ survey: FleetSurvey, _ now: Double) -> Step {
    guard case .group(let name) = job.target else {
      let known = Set(changed)
      let rest = job.target.screens(of: survey).filter { !known.contains($0) }
      let count = min(Int(saturating: allowance), Self.mostWrites)
      guard !rest.isEmpty else { return enter(.done) }
      guard count > 0 else { return .wait }
      allowance -= Double(count)
      return .write(rest.prefix(count).map { change(of: $0, survey, now) })
    }
    let topic = FleetTopic.groupDesired(name)
    guard let document = survey.documents[topic], job.edit.isContained(in: document) else {
      return .write([
        FleetWrite(topic, job.edit.applied(to: topic, survey, at: Int(saturating: now)))
      ])
    }
    // A screen that does not have the group's document yet would fall back to its earlier values.
    let ready = changed.filter {
      (survey.screens[$0]?.report?.revisions[name] ?? 0) >= document.revision
    }
    guard ready.isEmpty else {
      return .write(ready.prefix(Self.mostWrites).map { restoration(of: $0, survey, now) })
    }
    let age = now - Double(document.written ?? 0)
    return changed.isEmpty || age > Double(job.plan.timeout) ? enter(.done) : .wait
  }

  private func change(of id: String, _ survey: FleetSurvey, _ now: Double) -> FleetWrite {
    let topic = FleetTopic.desired(id: id)
    var document = job.edit.applied(to: topic, survey, at: Int(saturating: now))
    let before = survey.documents[topic]?.values.filter { job.edit.values.keys.contains($0.key) }
    document.rollout = DesiredDocument.Rollout(id: job.id, before: before ?? [:])
    return FleetWrite(topic, document)
  }

  private func restoration(of id: String, _ survey: FleetSurvey, _ now: Double) -> FleetWrite {
    let topic = FleetTopic.desired(id: id)
    let before = survey.documents[topic]?.rollout?.before ?? [:]
    var values = survey.documents[topic]?.values ?? [:]
    for key in job.edit.values.keys { values[key] = before[key] }
    return FleetWrite(
      topic,
      DesiredDocument(
        revision: FleetEdit.nextRevision(of: topic, survey), written: Int(saturating: now),
        values: values))
  }

  /// An order without a pattern, the same for each run of the tool.
  private func shuffled(_ ids: [String]) -> [String] {
    ids.map { (key: FleetHash.of(job.id + $0), id: $0) }.sorted { $0 < $1 }.map(\.id)
  }

  /// The documents that it may change.
  package func topics(_ survey: FleetSurvey) -> [FleetTopic] {
    let own = job.target.screens(of: survey).map { FleetTopic.desired(id: $0) }
    return if case .group(let name) = job.target { own + [.groupDesired(name)] } else { own }
  }

  /// The screens of each wave as of now. The last one has those whose failure would not be one of the change.
  package func preview(_ survey: FleetSurvey) -> [[String]] {
    let all = job.target.screens(of: survey)
    let order = shuffled(all.filter(survey.canJudge))
    var waves: [[String]] = []
    var start = 0
    for end in ends where start < order.count {
      waves.append(Array(order[start..<min(end, order.count)]))
      start = end
    }
    return waves + [all.filter { !survey.canJudge($0) }]
  }
}

// Results.
extension Rollout {
  private enum Result { case waiting, applied, timedOut, failed(String) }

  private mutating func results(of ids: [String], _ survey: FleetSurvey, _ now: Double)
    -> RolloutResults
  {
    var results = RolloutResults()
    for id in ids {
      guard let document = survey.documents[.desired(id: id)] else { continue }
      switch result(of: id, survey, document, now) {
      case .waiting: results.waiting += 1
      case .applied:
        results.applied += 1
        settled.insert(id)
      case .timedOut: results.timedOut.append(id)
      case .failed(let cause): results.failed[id] = cause
      }
    }
    return results
  }

  private func result(
    of id: String, _ survey: FleetSurvey, _ document: DesiredDocument, _ now: Double
  ) -> Result {
    let report = survey.screens[id]?.report
    let age = now - Double(document.written ?? 0)
    let isLate = age > Double(job.plan.timeout)
    guard let report else { return isLate ? .timedOut : .waiting }
    guard report.revisions[DesiredDocuments.own] ?? 0 >= document.revision else {
      if let cause = report.refused[DesiredDocuments.own] { return .failed(cause) }
      return isLate ? .timedOut : .waiting
    }
    let names = job.edit.values.keys.map(\.rawValue).sorted()
    for name in names {
      if let cause = report.refused[name] { return .failed("\(name): \(cause)") }
    }
    if let dark = report.unwantedDark { return .failed(dark) }
    let isEffective =
      Set(report.behind).isDisjoint(with: names)
      && !(report.isOnTrial && job.edit.values.keys.contains(.content))
    // A change may end the player right after its report. The first step of a resumed rollout does not know when a
    // screen went off.
    let isKept =
      settled.contains(id) || survey.screens[id]?.presence?.isOnline == true
      || time == nil && isLate
    if isEffective, age < Double(job.plan.settling) || isKept {
      return age < Double(job.plan.settling) ? .waiting : .applied
    }
    return isLate ? .timedOut : .waiting
  }
}

extension FleetSurvey {
  fileprivate func readableRollout() throws(FleetError) -> RolloutJob? {
    guard !hasUnreadableRollout else {
      throw FleetError(
        "the rollout on the broker is not of this version; delete it: mosquitto_pub -r -n -t \(FleetTopic.rollout.text)"
      )
    }
    return rollout
  }

  /// Whether a failure of this screen would be one of the change.
  fileprivate func canJudge(_ id: String) -> Bool {
    guard let screen = screens[id], let report = screen.report,
      screen.presence?.isOnline == true || !screen.clocks.isEmpty
    else { return false }
    return report.unwantedDark == nil && report.refused.isEmpty
      && finding(screen).state != .duplicate
  }
}

extension ReportedState {
  /// Why nothing is on the display, unless an operator or a schedule has turned it off.
  fileprivate var unwantedDark: String? {
    playing.values[.power] == .text("off") ? nil : dark
  }
}

extension FleetTopic {
  /// The screen of a topic of desired states.
  fileprivate var screen: String? { if case .desired(let id) = self { id } else { nil } }
}

/// A document to publish.
package struct FleetWrite: Hashable, Sendable {
  package let topic: FleetTopic
  package let document: DesiredDocument

  package init(_ topic: FleetTopic, _ document: DesiredDocument) {
    (self.topic, self.document) = (topic, document)
  }

  /// Throws if screens would refuse the document.
  func check() throws(FleetError) {
    let length = document.bytes.count
    guard length > DesiredDocument.longest else { return }
    throw FleetError(
      "\(topic.text) would have \(length) bytes (limit: \(DesiredDocument.longest)); for a long list, set the path of a playlist file",
      isFinal: true)
  }
}

/// A hash that is the same in each process (FNV-1a, mixed).
enum FleetHash {
  static func of(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
