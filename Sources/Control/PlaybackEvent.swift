package import VitrinePlaylists

/// An event for the clients that follow the status: the status shows where playback is, but not
/// what happened between two of its changes.
package enum PlaybackEvent: Hashable, Sendable {
  /// The display has flipped to the first picture of an item.
  case shown(Item)
  case failed(Item, error: String)
  /// The last picture of an item has left the screen; `isComplete` unless something replaced it
  /// before its end.
  case ended(Item, isComplete: Bool)
  /// An item is on screen again, after `missing` seconds without one because of `reason`.
  case back(reason: String, missing: Double)

  /// The name in the protocol.
  package var name: String {
    switch self {
    case .shown: "shown"
    case .failed: "failed"
    case .ended: "ended"
    case .back: "back"
    }
  }

  /// The fields in the protocol; docs/operate/control.md describes them.
  package var fields: JSONValue {
    switch self {
    case .shown(let item): Self.fields(item)
    case .failed(let item, let error): Self.fields(item).with(["error": .text(bounded(error))])
    case .ended(let item, let isComplete):
      Self.fields(item).with(["complete": .bool(isComplete)])
    case .back(let reason, let missing):
      .object([
        "reason": .text(bounded(reason)), "missing": .number((missing * 1000).rounded() / 1000),
      ])
    }
  }

  private static func fields(_ item: Item) -> JSONValue {
    .object([
      "item": .text(bounded(item.name)), "location": .text(bounded(item.location)),
      "title": JSONValue(item.title.map(bounded)),
    ])
  }
}
