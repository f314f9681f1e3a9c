/// A board file's facts about a hardware decoder, in addition to what the device reports.
package struct KnownDecoder: Hashable, Sendable {
  /// The kernel driver's name, or libavutil's device type.
  package var driver: String
  /// FFmpeg's names.
  package var codecs: Set<String>
  /// The largest picture that it decodes, whatever it reports; nil if unknown.
  package var largest: PixelSize?

  /// The maximum bits per sample; nil if unknown.
  package var bits: Int?

  /// Whether it must not be used, because it does not work.
  package var isUnused = false

  package init(
    driver: String, codecs: Set<String>, largest: PixelSize? = nil, bits: Int? = nil,
    isUnused: Bool = false
  ) {
    self.driver = driver
    self.codecs = codecs
    self.largest = largest
    self.bits = bits
    self.isUnused = isUnused
  }

  /// Whether a picture is too large. Width and height are compared separately, because drivers have
  /// a limit for each.
  func isTooSmall(for size: PixelSize) -> Bool {
    guard let largest else { return false }
    return size.width > largest.width || size.height > largest.height
  }
}
