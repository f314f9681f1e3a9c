internal import Media
internal import Network
internal import Streams

/// A playlist that lies where a film was expected.
struct RemotePlaylist {
  private let bytes: [UInt8]
  private let url: RemoteURL
  private let scope: AddressScope?

  private static let mark = Array("#EXTM3U".utf8)
  private static let byteOrder: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Nil of what does not begin as one; else all of it is read.
  init?(readingAll file: RemoteFile) throws(NetworkError) {
    let description = try file.describe()
    var head = try Self.read(file, upTo: Self.byteOrder.count + Self.mark.count)
    if head.starts(with: Self.byteOrder) { head.removeFirst(Self.byteOrder.count) }
    guard head.starts(with: Self.mark) else { return nil }
    bytes = try Self.read(file, upTo: HLSLimits.bytes + 1)
    (url, scope) = (description.url, description.scope)
  }

  private static func read(_ file: RemoteFile, upTo most: Int) throws(NetworkError) -> [UInt8] {
    var bytes: [UInt8] = []
    var room = [UInt8](repeating: 0, count: min(most, 64 << 10))
    while bytes.count < most {
      let count = try file.read(at: Int64(bytes.count), into: &room)
      guard count > 0 else { break }
      bytes += room.prefix(min(count, most - bytes.count))
    }
    return bytes
  }

  /// What is fetched of it.
  func plan() throws(MediaError) -> SegmentPlan {
    do throws(HLSPlaylist.Fault) {
      switch try HLSPlaylist(bytes, from: url) {
      case .media(let list): return SegmentPlan(list, from: url, scope: scope)
      case .multivariant(let master):
        if let plan = SegmentPlan(master, scope: scope) { return plan }
      }
    } catch {
      throw .unavailable("its playlist cannot be read: \(error.description)")
    }
    throw .noTracks
  }
}
