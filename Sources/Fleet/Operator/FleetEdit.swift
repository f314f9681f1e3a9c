package import VitrineControl

/// The change of an operator: values to set, and those to remove.
package struct FleetEdit: Hashable, Sendable {
  /// Nil removes a value.
  package let values: [DesiredKey: JSONValue?]

  /// Nil if it would change nothing, or if screens cannot do it.
  init?(_ values: [DesiredKey: JSONValue?]) {
    guard !values.isEmpty else { return nil }
    for (key, value) in values {
      guard let value, value != .null else { continue }
      do throws(Refusal) { _ = try key.change(to: value) } catch { return nil }
    }
    self.values = values
  }

  /// From words such as `volume=0.4`, `list=/a,/b` and `message=`.
  package init(words: [String]) throws(FleetError) {
    var values: [DesiredKey: JSONValue?] = [:]
    for word in words {
      let sides = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2 else {
        throw FleetError("invalid change \"\(word.short(64))\": expected NAME=VALUE")
      }
      guard let key = DesiredKey(rawValue: String(sides[0])) else {
        let known = DesiredKey.allCases.map(\.rawValue).joined(separator: ", ")
        throw FleetError("unknown name \"\(String(sides[0]).shortName)\": expected one of \(known)")
      }
      guard values[key] == nil else { throw FleetError("\(key.rawValue) is set twice") }
      guard !sides[1].isEmpty else {
        values.updateValue(nil, forKey: key)
        continue
      }
      let value = Self.value(String(sides[1]), of: key)
      // Found here instead of on every screen.
      do throws(Refusal) { _ = value == .null ? nil : try key.change(to: value) } catch {
        throw FleetError("\(key.rawValue): \(error)")
      }
      values.updateValue(value, forKey: key)
    }
    guard !values.isEmpty else { throw FleetError("nothing to set: expected NAME=VALUE") }
    self.values = values
  }

  private static func value(_ text: String, of key: DesiredKey) -> JSONValue {
    if text == "null" { return .null }
    switch key {
    case .list: return .array(text.split(separator: ",").map { .text(String($0)) })
    case .message, .schedule, .software: return .text(text)
    default: return (try? JSONValue(line: text.utf8)) ?? .text(text)
    }
  }

  /// The document with the change.
  package func applied(to topic: FleetTopic, _ survey: FleetSurvey, at time: Int)
    -> DesiredDocument
  {
    let old = survey.documents[topic]
    var set = old?.values ?? [:]
    for (key, value) in values { set[key] = value }
    var document = DesiredDocument(
      revision: Self.nextRevision(of: topic, survey), written: time, values: set)
    // A rollout that is not over can still restore the values before it.
    document.rollout = old?.rollout
    return document
  }

  /// A revision that every screen accepts.
  static func nextRevision(of topic: FleetTopic, _ survey: FleetSurvey) -> Int {
    max(survey.documents[topic]?.revision ?? 0, newest(of: topic, survey)) + 1
  }

  /// Whether a document has the values already.
  func isContained(in document: DesiredDocument) -> Bool {
    values.allSatisfy { document.values[$0.key] == $0.value }
  }

  /// The newest revision that a screen has, which the broker may have lost.
  private static func newest(of topic: FleetTopic, _ survey: FleetSurvey) -> Int {
    let all: [Int] =
      switch topic {
      case .desired(let id):
        [survey.screens[id]?.report?.revisions[DesiredDocuments.own] ?? 0]
      case .groupDesired(let name):
        survey.screens.values.compactMap { $0.report?.revisions[name] }
      default: []
      }
    // A screen that reports more than it can have is wrong.
    return all.filter { $0 < DesiredDocument.lastRevision }.max() ?? 0
  }

  /// The topics to change: that of a group, or those of screens.
  package static func topics(_ target: FleetTarget, _ survey: FleetSurvey) -> [FleetTopic] {
    if case .group(let name) = target { return [.groupDesired(name)] }
    if case .screen(let id) = target { return [.desired(id: id)] }
    return target.screens(of: survey).map { .desired(id: $0) }
  }

  /// The screens that have not applied the change yet.
  package func waiting(_ ids: [String], _ topic: (String) -> FleetTopic, _ survey: FleetSurvey)
    -> [String]
  {
    ids.filter { id in
      guard let report = survey.screens[id]?.report else { return true }
      let name: String
      switch topic(id) {
      case .groupDesired(let group): name = group
      default: name = DesiredDocuments.own
      }
      let wanted = survey.documents[topic(id)]?.revision ?? 0
      return (report.revisions[name] ?? 0) < wanted
        || !Set(report.behind).isDisjoint(with: values.keys.map(\.rawValue))
    }
  }
}
