internal import VitrineScenes
import VitrineTiming

/// The state of the finger on the list.
struct CatalogueTouch: Hashable, Sendable {
  enum Grip: Hashable { case list, row }

  /// The thing that the finger drags.
  var grip: Grip?
  /// Whether the latest press stopped a movement, and therefore is not a tap.
  var hasStopped = false
  private var pressed: Press?

  private struct Press: Hashable {
    var region: Catalogue.Region
    var fade: Fade
  }

  mutating func press(_ region: Catalogue.Region, at time: HostTime) {
    guard region != .background else { return }
    pressed = Press(
      region: region, fade: Fade(from: 0, to: 1, in: .milliseconds(80), at: time))
  }

  /// Highlights a tap, however short it was.
  mutating func flash(_ region: Catalogue.Region, at time: HostTime) {
    pressed = Press(
      region: region, fade: Fade(from: 1, to: 0, in: .milliseconds(180), at: time))
  }

  mutating func release(at time: HostTime) {
    pressed?.fade.redirect(to: 0, in: .milliseconds(180), at: time)
  }

  /// How strongly a region is highlighted, from 0 to 1.
  func strength(of region: Catalogue.Region, at time: HostTime) -> Double {
    guard let pressed, pressed.region == region else { return 0 }
    return pressed.fade.value(at: time)
  }

  mutating func advance(to time: HostTime) {
    guard let pressed, pressed.fade.isOver(at: time) else { return }
    if pressed.fade.value(at: time) == 0 { self.pressed = nil }
  }

  func nextFrame(after time: HostTime) -> HostTime? {
    pressed.flatMap { $0.fade.isOver(at: time) ? nil : time }
  }
}
