package import VitrineControl

/// A part of a screen's state that operators can set. The raw values are those in messages.
package enum DesiredKey: String, CaseIterable, Hashable, Sendable {
  case list, volume, muted, brightness, rotation, fit, power, message, content
  /// Players cannot do these while they run; they report that.
  case schedule, software
}

/// A message that an operator's tool retains: the state of a screen or a group, with its revision.
package struct DesiredDocument: Hashable, Sendable {
  /// In bytes.
  package static let longest = 16 << 10
  private static let mostUnknown = 8

  /// Grows with each change of the document.
  package let revision: Int

  /// A document with this revision could hardly be replaced, so no screen accepts a higher one.
  package static let lastRevision = 1 << 40
  /// The time of the change, in seconds since 1970; nil if it is unknown.
  package let written: Int?
  /// Null means that the state is as if no group had set this.
  package let values: [DesiredKey: JSONValue]
  /// Fields with other names, sorted and cut; they may come from a newer tool.
  package let unknown: [String]
  /// For operators' tools; screens ignore it.
  package var rollout: Rollout?

  /// The rollout that has written a document, and the earlier values of the keys that it has changed.
  package struct Rollout: Hashable, Sendable {
    package let id: String
    package let before: [DesiredKey: JSONValue]
  }

  package init(
    revision: Int, written: Int? = nil, values: [DesiredKey: JSONValue], unknown: [String] = []
  ) {
    (self.revision, self.written) = (revision, written)
    (self.values, self.unknown) = (values, unknown)
  }

  package init(_ bytes: [UInt8]) throws(DesiredError) {
    guard bytes.count <= Self.longest else { throw .tooLong(bytes.count) }
    guard let value = try? JSONValue(line: bytes), case .object(let fields) = value else {
      throw .notJSON
    }
    guard let revision = fields["revision"]?.integer,
      (1...Self.lastRevision).contains(revision)
    else { throw .noRevision }
    guard case .object(let set)? = fields["set"] else { throw .noValues }
    self.revision = revision
    written = fields["written"]?.integer
    values = Self.values(set)
    if let id = fields["rollout"]?["id"]?.text, FleetTopic.isName(id),
      case .object(let before)? = fields["rollout"]?["before"]
    {
      rollout = Rollout(id: id, before: Self.values(before))
    }
    let others =
      fields.keys.filter { !["revision", "written", "set", "rollout"].contains($0) }
      + set.keys.filter { DesiredKey(rawValue: $0) == nil }
    unknown = others.sorted().prefix(Self.mostUnknown).map(\.shortName)
  }

  private static func values(_ fields: [String: JSONValue]) -> [DesiredKey: JSONValue] {
    Dictionary(
      uniqueKeysWithValues: fields.compactMap { name, value in
        DesiredKey(rawValue: name).map { ($0, value) }
      })
  }

  private static func fields(_ values: [DesiredKey: JSONValue]) -> JSONValue {
    .object(Dictionary(uniqueKeysWithValues: values.map { ($0.key.rawValue, $0.value) }))
  }

  /// The message, on one line.
  package var bytes: [UInt8] { value.line.dropLast() }

  var value: JSONValue {
    var fields: [String: JSONValue] = [
      "revision": .number(Double(revision)),
      "set": Self.fields(values),
    ]
    fields["rollout"] = rollout.map {
      .object(["id": .text($0.id), "before": Self.fields($0.before)])
    }
    fields["written"] = written.map { .number(Double($0)) }
    return .object(fields)
  }
}

/// Why a message on a topic of desired states is not used.
package enum DesiredError: Error, Hashable, Sendable, CustomStringConvertible {
  case tooLong(Int)
  case notJSON, noRevision, noValues

  package var description: String {
    switch self {
    case .tooLong(let bytes): "\(bytes) bytes are too many (limit: \(DesiredDocument.longest))"
    case .notJSON: "not a JSON object"
    case .noRevision: "revision must be a positive integer"
    case .noValues: "set must be an object"
    }
  }
}

extension String {
  /// At most 32 printable characters, for reports and the log.
  var shortName: String { short(32) }

  /// At most `most` characters, without those that control a terminal or the direction of text.
  func short(_ most: Int) -> String {
    let scalars = unicodeScalars.prefix(most).map { scalar -> Unicode.Scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: "?"
      default: scalar
      }
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
