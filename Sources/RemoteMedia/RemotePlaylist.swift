internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams
internal import VitrineTiming

/// A playlist that was found at an item's address.
struct RemotePlaylist {
  private let bytes: [UInt8]
  /// The requested address, and the address after redirects.
  private let address: RemoteURL
  private let url: RemoteURL
  private let scope: AddressScope?

  private let date: Double?
  private let came: HostTime
  private let isPresentation: Bool

  /// Returns nil if the file does not begin like a playlist; otherwise reads all of it.
  init?(readingAll file: RemoteFile, at address: RemoteURL) throws(NetworkError) {
    self.address = address
    let description = try file.describe()
    let head = String(decoding: try Self.read(file, upTo: Self.headBytes), as: UTF8.self)
      .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    isPresentation = head.hasPrefix("<") && head.contains("<MPD")
    guard isPresentation || head.hasPrefix("#EXTM3U") else { return nil }
    bytes = try Self.read(file, upTo: HLSLimits.bytes + 1)
    (url, scope, date) = (description.url, description.scope, description.date)
    came = .now()
  }

  /// Comments may come first.
  private static let headBytes = 4096

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

  /// Returns the streams to download.
  func plan(over sources: RemoteSources) throws(MediaError) -> SegmentPlan {
    if isPresentation { return try presentation(sources) }
    do throws(HLSPlaylist.Fault) {
      switch try HLSPlaylist(bytes, from: url) {
      case .media(let list):
        if list.skipped > 0 { throw HLSPlaylist.Fault(cause: "unsupported EXT-X-SKIP") }
        return SegmentPlan(list, from: address, scope: scope)
      case .multivariant(let master):
        if let plan = SegmentPlan(master, scope: scope) { return plan }
      }
    } catch {
      throw .unavailable(error.description)
    }
    throw .noTracks
  }

  private func presentation(_ sources: RemoteSources) throws(MediaError) -> SegmentPlan {
    let presentation: DASHPresentation
    do throws(DASHPresentation.Fault) {
      presentation = try DASHReader.read(bytes, from: url)
    } catch {
      throw .unavailable(error.description)
    }
    let now = date ?? WallTime.seconds
    let lag = ClockRequest.lag(
      of: now, at: came, presentation.clocks, sources, scope: scope)
    let plan = SegmentPlan(presentation, from: address, scope: scope, at: now, lag: lag ?? 0)
    guard let plan else { throw .noTracks }
    return plan
  }
}
