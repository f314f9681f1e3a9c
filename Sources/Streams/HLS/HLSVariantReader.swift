internal import VitrineAddresses

/// A parser of multivariant playlists.
struct HLSVariantReader {
  private var list = HLSMultivariantPlaylist()
  private let url: RemoteURL
  /// The attributes of the next address.
  private var described: HLSAttributes?
  /// Why the first unplayable variant was left out.
  private var leftOut: HLSReadingFault?

  init(_ url: RemoteURL) { self.url = url }

  var awaitsAddress: Bool { described != nil }
  var isOne: Bool {
    !list.variants.isEmpty || awaitsAddress || leftOut != nil || !list.renditions.isEmpty
  }

  func playlist() throws(HLSReadingFault) -> HLSMultivariantPlaylist {
    guard !list.variants.isEmpty else { throw leftOut ?? .init("no playable variant") }
    return list
  }

  /// Returns false for tags of media playlists.
  mutating func readTag(_ name: Substring, _ value: Substring) throws(HLSReadingFault) -> Bool {
    switch name {
    case "#EXT-X-STREAM-INF": described = try HLSAttributes(value)
    case "#EXT-X-I-FRAME-STREAM-INF": try addKeyFrameVariant(HLSAttributes(value))
    case "#EXT-X-MEDIA": try addRendition(HLSAttributes(value))
    case "#EXT-X-SESSION-KEY", "#EXT-X-SESSION-DATA", "#EXT-X-CONTENT-STEERING": break
    default: return false
    }
    return true
  }

  mutating func readAddress(_ address: Substring) throws(HLSReadingFault) {
    guard let attributes = described else { return }
    described = nil
    let variant: HLSVariant
    do throws(HLSReadingFault) {
      variant = try self.variant(at: address, attributes)
    } catch {
      // Other variants may be playable.
      leftOut = leftOut ?? error
      return
    }
    // A playlist that refers to itself would never end.
    guard variant.url != url else { throw .init("the playlist lists itself as a variant") }
    guard list.variants.count < HLSLimits.variants else {
      throw .init("more than \(HLSLimits.variants) variants")
    }
    list.variants.append(variant)
  }

  private func variant(
    at address: Substring, _ attributes: HLSAttributes
  ) throws(HLSReadingFault) -> HLSVariant {
    let size = attributes.size("RESOLUTION")
    let rate = attributes["FRAME-RATE"].flatMap { Double($0) }
    return HLSVariant(
      url: try url.hlsAddress(address), bandwidth: attributes.number("BANDWIDTH") ?? 0,
      averageBandwidth: attributes.number("AVERAGE-BANDWIDTH"), width: size?.width,
      height: size?.height, frameRate: rate.flatMap { (1...1000).contains($0) ? $0 : nil },
      codecs: (attributes["CODECS"] ?? "").split(separator: ",").prefix(16)
        .map { String($0.trimmingSpaces.prefix(64)) },
      range: attributes["VIDEO-RANGE"].map { String($0.prefix(16)) },
      audio: attributes["AUDIO"].map { String($0) },
      subtitles: attributes["SUBTITLES"].map { String($0) })
  }

  private mutating func addKeyFrameVariant(_ attributes: HLSAttributes) throws(HLSReadingFault) {
    guard let address = attributes["URI"], list.keyFrameVariants.count < HLSLimits.variants,
      // Previews work without it.
      let variant = try? variant(at: address, attributes)
    else { return }
    list.keyFrameVariants.append(variant)
  }

  private mutating func addRendition(_ attributes: HLSAttributes) throws(HLSReadingFault) {
    guard let kind = attributes["TYPE"].flatMap({ HLSRendition.Kind(rawValue: String($0)) }),
      let group = attributes["GROUP-ID"]
    else { return }
    guard list.renditions.count < HLSLimits.renditions else {
      throw .init("more than \(HLSLimits.renditions) renditions")
    }
    let address: RemoteURL?
    do throws(HLSReadingFault) {
      address = try attributes["URI"].map { text throws(HLSReadingFault) in
        try url.hlsAddress(text)
      }
    } catch {
      // The variants play without this rendition.
      return
    }
    list.renditions.append(
      HLSRendition(
        kind: kind, group: String(group), name: String((attributes["NAME"] ?? "").prefix(200)),
        language: attributes["LANGUAGE"].map { String($0.prefix(35)) },
        url: address, isDefault: attributes.isYes("DEFAULT"),
        isAutomatic: attributes.isYes("AUTOSELECT"),
        isForced: attributes.isYes("FORCED"),
        characteristics: Set(
          (attributes["CHARACTERISTICS"] ?? "").prefix(500).split(separator: ",").map(String.init)))
    )
  }
}
