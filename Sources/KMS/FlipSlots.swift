/// The pictures that the hardware may be reading: the one queued in the kernel, the one on screen,
/// and the one that has just left it.
///
/// Generic over the type that retains a picture's memory. A framebuffer is released one flip after
/// it left the screen, because some hardware still reads it then.
package struct FlipSlots<Picture> {
  package private(set) var queued: (picture: Picture, id: UInt64)?
  package private(set) var onScreen: Picture?
  private var leaving: Picture?

  package init() {}

  /// Records a commit with this picture.
  package mutating func queue(_ picture: Picture, id: UInt64) {
    precondition(queued == nil, "a commit is already in flight")
    queued = (picture, id)
  }

  /// Records that the commit with `id` has taken effect. Returns false for any other commit, which
  /// changes nothing.
  @discardableResult
  package mutating func flipped(id: UInt64) -> Bool {
    guard let arrived = queued, arrived.id == id else { return false }
    (leaving, onScreen, queued) = (onScreen, arrived.picture, nil)
    return true
  }

  /// Assumes that the picture was flipped; the next commit will show whether it was. The previous
  /// picture is retained as after a real flip.
  package mutating func presumeFlipped() -> Picture? {
    guard let arrived = queued else { return nil }
    (leaving, onScreen, queued) = (onScreen, arrived.picture, nil)
    return arrived.picture
  }

  /// Records that a blocking commit has put this picture on screen.
  package mutating func replace(with picture: Picture) {
    (leaving, onScreen, queued) = (onScreen, picture, nil)
  }

  /// Gives up the commit in flight; returns its picture for a retry.
  package mutating func cancel() -> Picture? {
    defer { queued = nil }
    return queued?.picture
  }
}
