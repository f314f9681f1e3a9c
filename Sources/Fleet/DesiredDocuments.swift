import VitrineControl

/// The newest documents of a screen and its groups. A value type.
struct DesiredDocuments: Sendable {
  enum Outcome: Hashable {
    case changed, unchanged
    case ignored(String)
  }

  /// By name, in the order of precedence: the groups' and `device`.
  private let names: [String]
  private var documents: [String: DesiredDocument] = [:]
  /// Why the latest message of a document is not used.
  private(set) var faults: [String: String] = [:]

  /// The name of the screen's own document in reports; no group uses this name.
  static let own = "device"
  /// A clock of the operator may be this much ahead, in seconds.
  private static let tolerance = 600

  init(_ identity: FleetAgent.Identity, stored: [UInt8]) {
    names = identity.groups.filter { $0 != Self.own } + [Self.own]
    guard case .object(let fields)? = try? JSONValue(line: stored) else { return }
    for name in names {
      documents[name] = fields[name].flatMap { try? DesiredDocument($0.line) }
    }
  }

  /// The documents for the next start.
  var stored: [UInt8] { JSONValue.object(documents.mapValues(\.value)).line }

  var revisions: [String: Int] { documents.mapValues(\.revision) }

  /// The values in effect.
  var merged: [DesiredKey: JSONValue] {
    var values: [DesiredKey: JSONValue] = [:]
    for name in names {
      for (key, value) in documents[name]?.values ?? [:] {
        values[key] = value == .null ? nil : value
      }
    }
    return values
  }

  /// Why parts of the documents are not used, by the name of a document or of a field.
  var refused: [String: String] {
    let unknown = documents.values.flatMap(\.unknown).map { ($0, "unknown name") }
    return faults.merging(unknown) { $1 }
  }

  func isFromFuture(at snapshot: FleetSnapshot) -> Bool {
    guard snapshot.isClockSet else { return false }
    return documents.values.contains { ($0.written ?? 0) > snapshot.time + Self.tolerance }
  }

  /// Whether a topic is that of one of the documents.
  func isKnown(_ topic: String, _ identity: FleetAgent.Identity) -> Bool {
    name(of: topic, identity) != nil
  }

  private func name(of topic: String, _ identity: FleetAgent.Identity) -> String? {
    switch FleetTopic(topic) {
    case .desired(identity.id): Self.own
    case .groupDesired(let group) where names.contains(group) && group != Self.own: group
    default: nil
    }
  }

  mutating func receive(
    _ topic: String, _ bytes: [UInt8], isRetained: Bool, _ identity: FleetAgent.Identity
  ) -> Outcome {
    guard let name = name(of: topic, identity) else {
      return .ignored("not a group of this screen")
    }
    guard !bytes.isEmpty else {
      // The operator has deleted the document. A broker that has lost it sends nothing.
      faults[name] = nil
      return documents.removeValue(forKey: name) == nil ? .unchanged : .changed
    }
    do throws(DesiredError) {
      var document = try DesiredDocument(bytes)
      document.rollout = nil
      if let known = documents[name] {
        // Unknown fields are not stored.
        if (document.revision, document.written) == (known.revision, known.written),
          document.values == known.values
        {
          faults[name] = nil
          return .unchanged
        }
        guard document.revision > known.revision else {
          let cause =
            document.revision < known.revision
            ? "revision \(document.revision) is older than \(known.revision)"
            : "revision \(document.revision) has two contents"
          faults[name] = cause
          return .ignored(cause)
        }
      }
      documents[name] = document
      faults[name] = nil
      return .changed
    } catch {
      faults[name] = error.description
      return .ignored(error.description)
    }
  }
}
