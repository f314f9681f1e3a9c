public import VitrinePlayback
public import VitrinePlaylists

extension QueueEdit {
  /// Returns why the edit is refused for this queue, or nil if it is not. A queue has at most as
  /// many entries as can be read from lists.
  public func refusal(_ queue: Queue) -> Refusal? {
    let count: Int
    switch self {
    case .append(let items): count = queue.entries.count + items.count
    case .insert: count = queue.entries.count + 1
    case .visit(let items, loop: _, isPatient: _), .replace(let items), .reload(let items),
      .begin(let items):
      count = items.count
    case .exchange(let other, _): count = other.entries.count
    case .remove, .keep, .move, .renew, .clear, .loop, .shuffle: return nil
    }
    guard count > ListContents.most else { return nil }
    return Refusal("too many entries for the queue: \(count) (limit: \(ListContents.most))")
  }
}
