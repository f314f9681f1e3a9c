package import VitrineControl
package import VitrinePlayback
package import VitrinePlaylists

/// Decides from a player's statuses whether a handed-over item is on screen. A value type.
package struct HandOverArrival: Sendable {
  private let item: Item
  /// The entry that played before.
  private let before: Queue.Entry.ID?
  private var hasBegun = false

  package init(_ item: Item, after before: Queue.Entry.ID?) {
    self.item = item
    self.before = before
  }

  /// Nil while it is not known.
  package mutating func update(_ status: PlaybackStatus) -> Result<Void, Refusal>? {
    guard status.entry != before, status.item?.hasSameContent(as: item) == true else {
      return hasBegun ? .failure(failure(status)) : nil
    }
    hasBegun = true
    guard status.phase.isActive else { return .failure(failure(status)) }
    guard status.phase == .playing, status.waiting == nil else { return nil }
    let hasPicture =
      status.tracks.isEmpty || status.selected.contains { $0.kind == .video }
    return status.isShown || !hasPicture ? .success(()) : nil
  }

  private func failure(_ status: PlaybackStatus) -> Refusal {
    guard let failure = status.failure, failure.item.hasSameContent(as: item) else {
      return Refusal("\(item.name): something else was started instead")
    }
    return Refusal("\(item.name) cannot be played: \(failure.error.message)")
  }
}
