internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineStreams

/// Where the list of an encoding's segments is, and how it is written.
enum SegmentListSource: Hashable, Sendable {
  /// A playlist of HLS.
  case playlist(RemoteURL)
  /// An encoding of a presentation of DASH, by its MPD. So many seconds the clock of its server is behind.
  case presentation(RemoteURL, DASHSelection, lag: Double)
  /// An index in the file itself, which has the segments too.
  case index(RemoteURL, initialization: HLSByteRange, index: HLSByteRange, origin: Duration)

  /// Larger ones are refused.
  private static let mostBytes = Int64(HLSLimits.bytes)

  var fetch: ResourceFetch { fetch(awaiting: nil) }

  /// Of a playlist, a request that waits for a part of a segment: RFC 8216bis, 6.2.5.2.
  func fetch(awaiting next: (sequence: Int64, part: Int)?) -> ResourceFetch {
    switch self {
    case .playlist(let url):
      let asked = next.map { url.adding(query: "_HLS_msn=\($0.sequence)&_HLS_part=\($0.part)") }
      return ResourceFetch(asked ?? url, most: Self.mostBytes, allowsPacking: true)
    case .presentation(let url, _, _):
      return ResourceFetch(url, most: Self.mostBytes, allowsPacking: true)
    case .index(let url, _, let index, _):
      return ResourceFetch(url, range: index.bounds, most: Self.mostBytes)
    }
  }

  /// Where a list is that may change; an index does not.
  var changing: RemoteURL? {
    if case .index = self { nil } else { url }
  }

  /// Where it is asked for.
  var url: RemoteURL {
    switch self {
    case .playlist(let url), .presentation(let url, _, _), .index(let url, _, _, _): url
    }
  }

  /// Whether it is among what is kept, as `keeps` tells.
  func isKept(_ keeps: (RemoteURL, Range<Int64>?) -> Bool) -> Bool {
    switch self {
    case .playlist(let url), .presentation(let url, _, _): keeps(url, nil)
    case .index(let url, _, let index, _): keeps(url, index.bounds)
    }
  }

  /// What came of it.
  func list(
    _ bytes: [UInt8], _ head: ResponseHead?
  ) throws(NetworkError) -> HLSMediaPlaylist {
    let url = head?.url ?? url
    switch self {
    case .playlist:
      switch Result(catching: { () throws(HLSPlaylist.Fault) in try HLSPlaylist(bytes, from: url) })
      {
      case .success(.media(let list)) where list.skipped > 0:
        throw .unplayable("invalid playlist: it leaves out segments (EXT-X-SKIP) unasked")
      case .success(.media(let list)): return list
      case .success(.multivariant):
        throw .unplayable("invalid playlist: a variant is itself a list of variants")
      case .failure(let fault): throw .unplayable(fault.description)
      }
    case .presentation(_, let selection, let lag):
      return try Self.understood { () throws(DASHPresentation.Fault) in
        try DASHReader.read(bytes, from: url).list(of: selection, at: head.now + lag)
      }
    case .index(_, let initialization, let range, let origin):
      return try Self.understood { () throws(DASHPresentation.Fault) in
        try SegmentIndex.list(
          bytes, in: range, of: url, initialization: initialization, origin: origin)
      }
    }
  }

  private static func understood<Value>(
    _ body: () throws(DASHPresentation.Fault) -> Value
  ) throws(NetworkError) -> Value {
    do throws(DASHPresentation.Fault) {
      return try body()
    } catch {
      throw .unplayable(error.description)
    }
  }
}

extension ResponseHead? {
  /// What the server's clock says, in seconds since 1970, or else this machine's, which may be wrong.
  var now: Double { self?.date ?? WallTime.seconds }
}
