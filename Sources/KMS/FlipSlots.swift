/// Which pictures the hardware may be reading: the one given to the kernel, the one on
/// screen, and the one that has just left it.
///
/// Generic over what keeps a picture's memory alive; dropping it gives the memory back. A
/// framebuffer is let go one flip after it left the screen: some hardware still reads it then.
public struct FlipSlots<Picture> {
  public private(set) var queued: (picture: Picture, id: UInt64)?
  public private(set) var onScreen: Picture?
  private var leaving: Picture?

  public init() {}

  /// The kernel has taken a commit with this picture.
  public mutating func queue(_ picture: Picture, id: UInt64) {
    precondition(queued == nil, "one commit in flight")
    queued = (picture, id)
  }

  /// The commit of `id` has taken effect; the picture is on screen. News of any other commit
  /// changes nothing and answers false.
  @discardableResult
  public mutating func flipped(id: UInt64) -> Bool {
    guard let arrived = queued, arrived.id == id else { return false }
    (leaving, onScreen, queued) = (onScreen, arrived.picture, nil)
    return true
  }

  /// The picture's flip is presumed: a commit after it will tell. The one before is kept for as
  /// long as it would be after a real flip.
  public mutating func presumeFlipped() -> Picture? {
    guard let arrived = queued else { return nil }
    (leaving, onScreen, queued) = (onScreen, arrived.picture, nil)
    return arrived.picture
  }

  /// A blocking commit has put this picture on screen.
  public mutating func replace(with picture: Picture) {
    (leaving, onScreen, queued) = (onScreen, picture, nil)
  }

  /// The commit in flight will never be answered: its picture, to be tried again.
  public mutating func giveUp() -> Picture? {
    defer { queued = nil }
    return queued?.picture
  }
}
