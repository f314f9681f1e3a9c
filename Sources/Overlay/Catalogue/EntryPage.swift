import VitrineGestures
import VitrinePictures
internal import VitrineScenes
import VitrineTiming

/// The page of one entry: its poster, which grows out of the card, and its texts.
///
/// A finger that pulls the page down moves the poster back towards its card, and the page stays or
/// closes when the finger leaves. Positions are left to right, as in `Catalogue`.
struct EntryPage: Sendable {
  /// The element with the keyboard focus.
  enum Focus: Hashable, Sendable { case play, back }

  let id: Int
  var focus = Focus.play
  /// A larger poster than the card's, once it is made.
  var picture: PictureID?
  /// From 0, where the poster is on its card, to 1.
  private var opening: Fade
  /// The finger that pulls the page down: how far the page is open under it.
  private var pulled: Double?
  private(set) var scroll: Scroll
  private(set) var isClosing = false
  private var isScrolling = false

  private static let length = Duration.milliseconds(300)
  /// A page that is less open stays closed.
  private static let leastOpen = 0.75
  /// In points per second.
  private static let fling = 600.0

  init(_ id: Int, _ layout: EntryPageLayout, at time: HostTime) {
    self.id = id
    opening = Fade(from: 0, to: 1, in: Self.length, at: time)
    scroll = Scroll(extent: max(layout.description.height, 1), scale: layout.unit)
    use(layout, at: time)
  }

  /// How far it is open, from 0 to 1; slower at both ends.
  func openness(at time: HostTime) -> Double {
    let part = pulled ?? opening.value(at: time)
    return part * part * (3 - 2 * part)
  }

  /// Whether it has returned to its card.
  func isOver(at time: HostTime) -> Bool { isClosing && opening.isOver(at: time) }

  /// When the appearance next changes after `time`.
  func nextFrame(after time: HostTime) -> HostTime? {
    scroll.isMoving || pulled == nil && !opening.isOver(at: time) ? time : nil
  }

  mutating func advance(to time: HostTime) { scroll.advance(to: time) }

  /// Adapts the scrolling to another description or display.
  mutating func use(_ layout: EntryPageLayout, at time: HostTime) {
    scroll.use(limit: layout.textHeight - layout.description.height, at: time)
  }

  mutating func close(at time: HostTime) {
    (isClosing, pulled) = (true, nil)
    opening.redirect(to: 0, in: Self.length, at: time)
  }

  /// Opens it again while it closes.
  mutating func reopen(at time: HostTime) {
    isClosing = false
    opening.redirect(to: 1, in: Self.length, at: time)
  }

  /// A finger begins to scroll the description, or pulls the page down if that is at its start.
  mutating func beginDrag(down: Bool, at time: HostTime) {
    isScrolling = scroll.limit > 0 && (!down || scroll.state(at: time).place > 0)
    if isScrolling { scroll.hold(at: time) } else { pulled = opening.value(at: time) }
  }

  mutating func drag(by distance: Double, height: Double) {
    if isScrolling { return scroll.pull(by: distance) }
    if pulled != nil { pulled = 1 - min(max(distance / (height * 0.6), 0), 1) }
  }

  /// `velocity` is in pixels per second.
  mutating func endDrag(velocity: Double, unit: Double, at time: HostTime) {
    if isScrolling { return scroll.release(velocity: velocity, at: time) }
    guard let pulled else { return }
    let closes =
      velocity > Self.fling * unit || velocity > -Self.fling * unit && pulled < Self.leastOpen
    (self.pulled, isClosing) = (nil, closes)
    opening = Fade(from: pulled, to: closes ? 0 : 1, in: Self.length, at: time)
  }

  mutating func cancelDrag(at time: HostTime) {
    if isScrolling { return scroll.stop(at: time) }
    endDrag(velocity: -.infinity, unit: 1, at: time)
  }

  /// Scrolls the description by half of its height.
  mutating func page(down: Bool, at time: HostTime) {
    let step = scroll.extent / 2
    scroll.glide(to: scroll.destination(at: time) + (down ? step : -step), at: time)
  }
}
