package import VitrineKMS
package import VitrinePictures

/// A simulated board: the capabilities and the behaviour of its display driver.
///
/// It covers only what decides how a picture reaches the screen, according to the drivers' sources;
/// `FakeBoard+Boards.swift` names them. Nothing was measured on real boards.
package struct FakeBoard: Sendable {
  package let name: String
  /// The kernel's name.
  package let driver: String
  /// In the order of their creation.
  package let planes: [BoardPlane]
  package var mode = "1920x1080@60"
  /// The monitor's connector.
  package var connector = "HDMI-A-1"
  package var edid: [UInt8] = []
  /// The entries of its gamma table; 0 without one.
  package var gammaTableLength = 256
  package var rules: [Rule] = []
  /// The quirks in the board's file in `board-configs`.
  package var quirks = DisplayQuirks()
  /// Every pitch is a multiple of this many bytes.
  package var pitchAlignment = 64
  /// The maximum size of a framebuffer.
  package var largestFramebuffer = PixelSize(16384, 16384)

  package init(_ name: String, driver: String, _ planes: [BoardPlane]) {
    self.name = name
    self.driver = driver
    self.planes = planes
  }

  /// A restriction of a driver, reported or silent.
  package enum Rule: Sendable, Equatable {
    /// EINVAL while the CRTC is on without its primary plane.
    case primaryStaysOn
    /// ENOSPC if all planes together need more cycles or bytes per second.
    case load(cycles: Int, bytes: Int)
    /// The hardware reads format, pitch and colours only when the CRTC is turned on, and otherwise
    /// only the address: changes are accepted but have no effect.
    case latchesAtEnable
    /// Changing the format, pitch, chroma offset or size of an active plane needs a mode set.
    case changeNeedsModeset
    /// Scaling down needs a faster clock, which needs a mode set.
    case clockFollowsScaling
    /// EINVAL for YUV with odd source coordinates, or of odd width and scaled down.
    case evenYUV
    /// EINVAL for linear pictures rotated by 90 degrees, although the property offers it.
    case noQuarterTurns
    /// EINVAL for rotated or mirrored YUV.
    case noTurnedYUV
    /// EINVAL for planes at other positions than multiples of this.
    case alignedTo(Int)
    /// EINVAL for another gamma table without a mode set.
    case gammaNeedsModeset
    /// EINVAL for any gamma table.
    case refusesGamma
    /// Flips complete at once; there are no vblanks.
    case answersAtOnce
  }
}

extension FakeBoard: CustomStringConvertible {
  package var description: String { name }
}

/// One plane of a simulated board.
package struct BoardPlane: Sendable {
  package let kind: Plane.Kind
  /// With a linear layout.
  package let formats: [PixelFormat]
  /// Formats that it accepts only compressed (ARM's AFBC).
  package var compressed: [PixelFormat] = []
  package var order = Order.unsaid
  /// The range of scale factors; nil for a plane that does not scale.
  package var zoom: ClosedRange<Double>?
  /// The range for YUV, if it is smaller.
  package var zoomOfYUV: ClosedRange<Double>?
  package var color = Color.fixed(.bt601Limited)
  /// The values of the property; empty for a plane without it.
  package var rotations: [Rotation] = []
  package var coversScreen = false
  package var sizes = Sizes()
  package var hasBlend = false

  /// The sizes that the plane shows.
  package struct Sizes: Sendable {
    package var smallest = PixelSize(1, 1)
    package var largest = PixelSize(16384, 16384)
    /// It accepts pictures of any size, but shows only this much of them.
    package var shownAtMost: PixelSize?
  }

  /// The z-order of the plane.
  package enum Order: Sendable, Equatable {
    /// Without a property: in the order of creation.
    case unsaid
    case fixed(UInt64)
    case range(ClosedRange<UInt64>, UInt64)
  }

  /// The interpretation of YUV.
  package enum Color: Sendable, Equatable {
    case fixed(ColorDescription)
    case settable(
      [ColorDescription.Matrix], [ColorDescription.Range], initially: ColorDescription)
  }

  package init(_ kind: Plane.Kind, _ formats: [PixelFormat]) {
    self.kind = kind
    self.formats = formats
  }
}

extension BoardPlane {
  /// A copy with one property changed.
  func with<Value>(_ part: WritableKeyPath<BoardPlane, Value>, _ value: Value) -> BoardPlane {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }
}

extension ColorDescription {
  package static let bt601Limited = ColorDescription(matrix: .bt601, range: .limited)
  package static let bt601Full = ColorDescription(matrix: .bt601, range: .full)
  package static let bt709Limited = ColorDescription(matrix: .bt709, range: .limited)
}
