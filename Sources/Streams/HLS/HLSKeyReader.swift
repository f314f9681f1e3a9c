/// The key of the following segments, from the tags `EXT-X-KEY`.
struct HLSKeyReader {
  /// Nil for segments that are not encrypted, or have no usable key.
  private(set) var key: HLSKey?
  /// The protection systems of segments without a usable key.
  private var protection: [String] = []
  /// Whether key tags came since the last segment, and whether one of them is usable.
  private var hasNewKeys = false
  private var hasOwnKey = false

  mutating func read(
    _ attributes: HLSAttributes, beside base: SegmentAddress.Base
  ) throws(HLSReadingFault) {
    let (method, format) = (attributes["METHOD"] ?? "", attributes["KEYFORMAT"] ?? "identity")
    guard method != "NONE" else { return (key, protection) = (nil, []) }
    // Several keys may apply to the same segments: the supported one is used.
    if !hasNewKeys { (key, protection) = (nil, []) }
    hasNewKeys = true
    guard method == "AES-128", format == "identity" else {
      guard !hasOwnKey, protection.count < HLSLimits.attributes else { return }
      return protection.append(ProtectionSystem.name(of: format) ?? String(method.prefix(30)))
    }
    guard let text = attributes["URI"] else { throw .init("EXT-X-KEY needs a URI") }
    key = HLSKey(
      address: try SegmentAddress(hls: text, beside: base),
      vector: try attributes.bytes("IV", count: 16))
    (protection, hasOwnKey) = ([], true)
  }

  /// The key of a segment; nil if it is not encrypted. Throws if it has no usable key.
  func usableKey() throws(HLSReadingFault) -> HLSKey? {
    guard protection.isEmpty else { throw .unsupported(ProtectionSystem.refusal(protection)) }
    return key
  }

  /// The tags so far apply to the following segments, too; later ones replace them.
  mutating func endSegment() { (hasNewKeys, hasOwnKey) = (false, false) }
}
