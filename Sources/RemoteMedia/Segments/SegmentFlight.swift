internal import VitrineAddresses
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// Something to download for a row.
enum SegmentResource: Hashable {
  case list(Int)
  case map(HLSMap)
  case key(RemoteURL)
  /// `encoding` is the index of the rendition in the row.
  case segment(HLSSegment, HLSTimeline.Place, encoding: Int)

  func fetch(
    of encodings: [SegmentScheduler.Encoding], _ lists: SegmentLists, _ limits: SegmentLimits
  ) -> ResourceFetch {
    switch self {
    case .list(let encoding):
      encodings[encoding].source.fetch(behind: lists.indexes(of: encoding).count)
    case .map(let map):
      ResourceFetch(map.url, range: map.range?.bytes(isEncrypted: map.key != nil), most: limits.map)
    case .key(let url): ResourceFetch(url, most: SegmentLimits.key)
    case .segment(let segment, _, _):
      ResourceFetch(
        segment.url, range: segment.range?.bounds, most: limits.segment)
    }
  }
}

/// A download in progress, with its result so far.
struct SegmentFlight {
  let resource: SegmentResource
  var fetch: ResourceFetch
  /// Nil until the transfer has begun.
  var id: TransferID?
  private(set) var bytes: [UInt8] = []
  /// When the first bytes arrived.
  private(set) var begun: HostTime?
  private(set) var attempts = 0
  /// When the request is sent.
  private var due: HostTime?
  private var isOrdered = false

  init(_ resource: SegmentResource, _ fetch: ResourceFetch, due: HostTime? = nil) {
    self.resource = resource
    self.fetch = fetch
    self.due = due
  }

  /// Returns the request to send; nil if it was already sent.
  mutating func action(_ scope: AddressScope?, mayBeCached: Bool) -> SegmentScheduler.Action? {
    guard !isOrdered else { return nil }
    isOrdered = true
    var request = fetch.request
    (request.scope, request.notBefore, request.caching.isAllowed) = (scope, due, mayBeCached)
    return .begin(resource, request)
  }

  mutating func receive(_ new: UnsafeRawBufferPointer, at now: HostTime) -> TransferStep {
    if begun == nil {
      begun = now
      if let size = fetch.size { bytes.reserveCapacity(Int(min(size, 64 << 20))) }
    }
    let (skipped, count, step) = fetch.receive(new.count)
    unsafe bytes.append(contentsOf: new[skipped..<(skipped + count)])
    return step
  }

  /// Repeats the request.
  mutating func begin(again due: HostTime) {
    attempts += 1
    if fetch.received == 0 { bytes = [] }
    (id, isOrdered, self.due, begun) = (nil, false, due, nil)
  }

  /// The rate in bits per second; nil until enough has arrived to estimate it.
  func rate(at now: HostTime) -> Double? {
    guard let begun, now - begun > Self.timeout else { return nil }
    return Double(fetch.received) * 8 / (now - begun).seconds
  }

  private static let timeout = Duration.seconds(1)
}

extension HLSByteRange {
  /// Encrypted data consists of blocks of 16 bytes.
  fileprivate func bytes(isEncrypted: Bool) -> Range<Int64> {
    // bound: a count is not negative
    start..<(isEncrypted ? start +| (count +| 15) / 16 * 16 : end)
  }
}
