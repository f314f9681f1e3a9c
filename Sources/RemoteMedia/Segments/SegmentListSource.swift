internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineStreams

/// The address and format of a rendition's segment list.
enum SegmentListSource: Hashable, Sendable {
  /// An HLS playlist, which may import `variables`.
  case playlist(RemoteURL, variables: [String: String] = [:])
  /// An encoding in a DASH MPD. The server's clock is behind by `lag` seconds. `start` is when a
  /// live presentation began.
  case presentation(RemoteURL, DASHSelection, lag: Double, start: Double)
  /// DASH files with an index each; they also contain the segments.
  case files(DASHSegments)

  /// Larger lists are refused.
  private static let mostBytes = Int64(HLSLimits.bytes)

  /// Returns the request after `indexes` responses. With `next`, a blocking request for a partial
  /// segment of a playlist: RFC 8216bis, 6.2.5.2.
  func fetch(
    awaiting next: (sequence: Int64, part: Int)? = nil, behind indexes: Int = 0
  ) -> ResourceFetch {
    switch self {
    case .playlist(let url, _):
      let asked = next.map { url.adding(query: "_HLS_msn=\($0.sequence)&_HLS_part=\($0.part)") }
      return ResourceFetch(asked ?? url, most: Self.mostBytes, allowsCompression: true)
    case .presentation(let url, _, _, _):
      return ResourceFetch(url, most: Self.mostBytes, allowsCompression: true)
    case .files(let segments):
      let file = segments.files[min(indexes, segments.files.count - 1)]
      return ResourceFetch(file.url, range: file.fetched, most: Self.mostBytes)
    }
  }

  /// Whether the segments are known only with more than `indexes` responses.
  func needsMore(behind indexes: Int) -> Bool {
    if case .files(let segments) = self { indexes < segments.files.count } else { false }
  }

  /// The address of a list that may change; an index does not.
  var changing: RemoteURL? {
    switch self {
    case .playlist(let url, _), .presentation(let url, _, _, _): url
    case .files: nil
    }
  }

  /// The list's server.
  var origin: RemoteURL.Origin? {
    switch self {
    case .playlist(let url, _), .presentation(let url, _, _, _): url.origin
    case .files(let segments): segments.files.first?.url.origin
    }
  }

  /// Whether the list is cached, according to `isCached`.
  func isCached(_ isCached: (RemoteURL, Range<Int64>?) -> Bool) -> Bool {
    switch self {
    case .playlist(let url, _), .presentation(let url, _, _, _): isCached(url, nil)
    case .files(let segments):
      segments.files.allSatisfy { isCached($0.url, $0.fetched) }
    }
  }

  /// Parses a response; for files, all their `indexes`.
  func list(
    _ bytes: [UInt8], _ head: ResponseHead?, _ indexes: [DASHFile.Index] = []
  ) throws(NetworkError) -> HLSMediaPlaylist {
    switch self {
    case .playlist(let asked, let variables):
      let url = head?.url ?? asked
      let found = Result { () throws(HLSPlaylist.Fault) in
        try HLSPlaylist(bytes, from: url, importing: variables)
      }
      switch found {
      case .success(.media(let list)) where list.skipped > 0:
        throw .unplayable("invalid playlist: unrequested EXT-X-SKIP")
      case .success(.media(let list)): return list
      case .success(.multivariant):
        throw .unplayable("invalid playlist: a variant is itself a multivariant playlist")
      case .failure(let fault): throw .unplayable(fault.description)
      }
    case .presentation(let asked, let selection, let lag, let start):
      let url = head?.url ?? asked
      return try Self.understood { () throws(DASHPresentation.Fault) in
        // Only live lists are requested again: an on-demand list is already known.
        try DASHReader.read(bytes, from: url).list(
          of: selection, at: head.now + lag, goingOn: start)
      }
    case .files(let segments):
      return try Self.understood { () throws(DASHPresentation.Fault) in
        try segments.list(indexes)
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
  /// The server's clock in seconds since 1970; otherwise this machine's, which may be wrong.
  var now: Double { self?.date ?? WallTime.seconds }
}
