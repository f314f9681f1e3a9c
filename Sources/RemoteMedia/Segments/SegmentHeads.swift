internal import VitrineAddresses
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

/// The initialization sections and keys of segments.
struct SegmentHeads {
  private var maps: [HLSMap: [UInt8]] = [:]
  private var keys: [RemoteURL: [UInt8]] = [:]

  private static let mostKeys = 64
  private static let mostMaps = 16

  /// Returns what has to be downloaded before the segment can be used.
  func missing(for segment: HLSSegment) -> SegmentResource? {
    if let key = segment.key, keys[key.url] == nil { return .key(key.url) }
    guard let map = segment.map, maps[map] == nil else { return nil }
    if let key = map.key, keys[key.url] == nil { return .key(key.url) }
    return .map(map)
  }

  mutating func keep(_ bytes: [UInt8], key url: RemoteURL) {
    if keys.count >= Self.mostKeys { keys = [:] }
    keys[url] = bytes
  }

  mutating func keep(_ bytes: [UInt8], _ map: HLSMap) throws(NetworkError) {
    if maps.count >= Self.mostMaps { maps = [:] }
    guard let key = map.key else { return maps[map] = bytes }
    let vector = key.vector ?? [UInt8](repeating: 0, count: 16)
    guard let cipher = SegmentKey(keys[key.url], vector, sequence: 0) else { throw Self.noKey }
    guard let plain = SegmentCipher.decrypted(bytes, key: cipher.key, vector: cipher.vector) else {
      throw .invalidResponse("the segment's key does not decrypt it")
    }
    maps[map] = plain
  }

  func head(of segment: HLSSegment) -> [UInt8] { segment.map.flatMap { maps[$0] } ?? [] }

  /// Returns nil if the segment is not encrypted.
  func key(of segment: HLSSegment) throws(NetworkError) -> SegmentKey? {
    guard let named = segment.key else { return nil }
    guard let key = SegmentKey(keys[named.url], named.vector, sequence: segment.sequence) else {
      throw Self.noKey
    }
    return key
  }

  private static let noKey = NetworkError.invalidResponse("the segment's key is not 16 bytes long")
}
