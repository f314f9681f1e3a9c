/// What is known of a decoder beside what its device says: the description of a board has it.
public struct KnownDecoder: Hashable, Sendable {
  /// The kernel driver's name, or libavutil's kind of device.
  public var driver: String
  /// FFmpeg's names.
  public var codecs: Set<String>
  /// Pictures that are larger it does not decode, whatever it says; nil where that is not known.
  public var largest: PixelSize?

  /// Bits of a sample; deeper ones it does not decode as they are. Nil where that is not known.
  public var bits: Int?

  /// It does not do what it says.
  public var isUnused = false

  public init(
    driver: String, codecs: Set<String>, largest: PixelSize? = nil, bits: Int? = nil,
    isUnused: Bool = false
  ) {
    (self.driver, self.codecs) = (driver, codecs)
    (self.largest, self.bits, self.isUnused) = (largest, bits, isUnused)
  }

  /// Whether a picture is too large for it. What stands is: drivers have a limit for each side.
  func isTooSmall(for size: PixelSize) -> Bool {
    guard let largest else { return false }
    return size.width > largest.width || size.height > largest.height
  }
}
