internal import VitrineGestures
import VitrinePictures

/// The region under a finger.
package enum Region: Hashable, Sendable {
  /// The left, middle or right third of the picture.
  case picture(Third)
  case control(Control)
  /// A bar, a menu or a card, apart from its controls.
  case backdrop
  /// A row of the track menu.
  case row(Int)
  /// Next to an open menu.
  case outside
  case message
  /// The volume bar.
  case volume
  /// The notice above everything.
  case notice
  case catalogue(Catalogue.Region)
  case service(ServicePart)
  /// An area of the stage, by id.
  case stage(String)
  /// An area of the program's own layer, by id.
  case own(String)

  package enum Third: Hashable, Sendable { case left, middle, right }
}

/// A control that can be touched, or reached with the arrow keys, during a video.
package enum Control: Hashable, Sendable, CaseIterable {
  case back, previous, skipBackward, playPause, skipForward, next, slider
  /// Turn subtitles and audio description on and off.
  case subtitles, description
  case volume, tracks, rotate
  /// Returns to the live edge.
  case live
}

/// Gestures for the gallery.
extension Gesture where Region == VitrineOverlay.Region {
  /// Nil for a gesture on anything else.
  var inCatalogue: Gesture<Catalogue.Region>? {
    switch self {
    case .pressed(let place, let region): region.inCatalogue.map { .pressed(place, $0) }
    case .released: .released
    case .tap(let place, let region, let count):
      region.inCatalogue.map { .tap(place, $0, count: count) }
    case .tapsEnded(let region, let count):
      region.inCatalogue.map { .tapsEnded($0, count: count) }
    case .longPress(let place, let region): region.inCatalogue.map { .longPress(place, $0) }
    case .dragBegan(let drag): drag.inCatalogue.map { .dragBegan($0) }
    case .dragMoved(let drag): drag.inCatalogue.map { .dragMoved($0) }
    case .dragEnded(let drag): drag.inCatalogue.map { .dragEnded($0) }
    case .dragCancelled(let drag): drag.inCatalogue.map { .dragCancelled($0) }
    case .twoFingerTap(let place): .twoFingerTap(place)
    }
  }
}

extension Drag where Region == VitrineOverlay.Region {
  fileprivate var inCatalogue: Drag<Catalogue.Region>? {
    region.inCatalogue.map { Drag<Catalogue.Region>($0, self) }
  }
}

extension Drag where Region == Catalogue.Region {
  fileprivate init(_ region: Region, _ drag: Drag<VitrineOverlay.Region>) {
    self.init(
      region, drag.axis == .horizontal ? .horizontal : .vertical, from: drag.start,
      to: drag.latest, velocity: drag.velocity)
  }
}

extension VitrineOverlay.Region {
  fileprivate var inCatalogue: Catalogue.Region? {
    if case .catalogue(let region) = self { region } else { nil }
  }
}
