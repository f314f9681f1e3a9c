public import VitrineKMS
public import VitrinePictures

/// An imagined board: what its display driver offers, and what it does with what it is given.
///
/// A value. Only what decides a picture's way to the screen is in it, as read in the drivers; the
/// file `FakeBoard+Boards.swift` names where. Nothing here was measured on a board.
public struct FakeBoard: Sendable {
  public let name: String
  /// As the kernel calls it.
  public let driver: String
  /// In the order of their creation.
  public let planes: [BoardPlane]
  public var mode = "1920x1080@60"
  /// Where its display hangs.
  public var connector = "HDMI-A-1"
  /// Entries of its gamma table; 0 for a driver that has none.
  public var gammaTableLength = 256
  public var rules: [Rule] = []
  /// What the board's file in `board-configs` says against its driver.
  public var quirks = DisplayQuirks()
  /// Bytes that every row's length is a multiple of.
  public var pitchAlignment = 64
  /// No framebuffer is larger.
  public var largestFramebuffer = PixelSize(16384, 16384)

  public init(_ name: String, driver: String, _ planes: [BoardPlane]) {
    (self.name, self.driver, self.planes) = (name, driver, planes)
  }

  /// What a driver refuses, or does without a word.
  public enum Rule: Sendable, Equatable {
    /// EINVAL while the CRTC is on without its primary plane.
    case primaryStaysOn
    /// ENOSPC where all planes together take more: cycles and bytes a second.
    case load(cycles: Int, bytes: Int)
    /// The hardware takes format, pitch and colours when the CRTC is turned on, and else only the
    /// address: a change of them is taken, and not done.
    case latchesAtEnable
    /// Another format, pitch, chroma offset or size of a plane that is on needs a mode set.
    case changeNeedsModeset
    /// A picture that is made smaller needs a faster clock, which needs a mode set.
    case clockFollowsScaling
    /// EINVAL for YUV whose part begins at odd places, or of odd width that is made smaller.
    case evenYUV
    /// EINVAL for linear pictures turned by a quarter, which the property offers.
    case noQuarterTurns
    /// EINVAL for YUV that is turned or mirrored.
    case noTurnedYUV
    /// EINVAL for another gamma table but where the mode is set.
    case gammaNeedsModeset
    /// EINVAL for any gamma table.
    case refusesGamma
    /// Flips are answered at once; there are no vblanks.
    case answersAtOnce
  }
}

extension FakeBoard: CustomStringConvertible {
  public var description: String { name }
}

/// One plane of an imagined board.
public struct BoardPlane: Sendable {
  public let kind: Plane.Kind
  /// Linear ones.
  public let formats: [PixelFormat]
  /// Formats that it takes compressed only (ARM's AFBC).
  public var compressed: [PixelFormat] = []
  public var order = Order.unsaid
  /// How far it makes pictures larger; nil for a plane that does not scale.
  public var zoom: ClosedRange<Double>?
  /// As `zoom`, for YUV, where that is less.
  public var zoomOfYUV: ClosedRange<Double>?
  public var color = Color.fixed(.bt601Limited)
  /// What the property offers; empty for a plane without it.
  public var rotations: [Rotation] = []
  public var coversScreen = false
  public var smallest = PixelSize(1, 1)
  public var largest = PixelSize(16384, 16384)
  /// It takes pictures of any size, and shows so much of them.
  public var shownAtMost: PixelSize?
  public var hasBlend = false

  /// Where it lies among the others.
  public enum Order: Sendable, Equatable {
    /// Without a property: in the order of creation.
    case unsaid
    case fixed(UInt64)
    case range(ClosedRange<UInt64>, UInt64)
  }

  /// What it takes YUV for.
  public enum Color: Sendable, Equatable {
    case fixed(ColorDescription)
    case settable(
      [ColorDescription.Matrix], [ColorDescription.Range], initially: ColorDescription)
  }

  public init(_ kind: Plane.Kind, _ formats: [PixelFormat]) {
    (self.kind, self.formats) = (kind, formats)
  }
}

extension BoardPlane {
  /// A copy with something else set.
  func with<Value>(_ part: WritableKeyPath<BoardPlane, Value>, _ value: Value) -> BoardPlane {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }
}

extension ColorDescription {
  public static let bt601Limited = ColorDescription(matrix: .bt601, range: .limited)
  public static let bt601Full = ColorDescription(matrix: .bt601, range: .full)
  public static let bt709Limited = ColorDescription(matrix: .bt709, range: .limited)
}
