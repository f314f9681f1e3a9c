internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// What is fetched of a row.
enum SegmentErrand: Hashable {
  case list(Int)
  case map(HLSMap)
  case key(RemoteURL)
  /// Of the encoding at this place in the row.
  case segment(HLSSegment, HLSTimeline.Place, encoding: Int)

  func fetch(
    of encodings: [SegmentReading.Encoding], _ lists: SegmentLists, _ limits: SegmentLimits
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

/// One errand under way, with what came of it. A value.
struct SegmentFlight {
  let errand: SegmentErrand
  var fetch: ResourceFetch
  /// Nil while the order is on its way.
  var id: TransferID?
  private(set) var bytes: [UInt8] = []
  /// When its first bytes came.
  private(set) var begun: HostTime?
  private(set) var attempts = 0
  /// When it is asked for.
  private var due: HostTime?
  private var isOrdered = false

  init(_ errand: SegmentErrand, _ fetch: ResourceFetch, due: HostTime? = nil) {
    (self.errand, self.fetch, self.due) = (errand, fetch, due)
  }

  /// What is to be asked for now; nil where it was.
  mutating func order(_ scope: AddressScope?, mayBeKept: Bool) -> SegmentReading.Order? {
    guard !isOrdered else { return nil }
    isOrdered = true
    var request = fetch.request
    (request.scope, request.notBefore, request.mayBeKept) = (scope, due, mayBeKept)
    return .begin(errand, request)
  }

  mutating func take(_ new: UnsafeRawBufferPointer, at now: HostTime) -> TransferStep {
    if begun == nil {
      begun = now
      if let size = fetch.size { bytes.reserveCapacity(Int(min(size, 64 << 20))) }
    }
    let (skipped, count, step) = fetch.take(new.count)
    unsafe bytes.append(contentsOf: new[skipped..<(skipped + count)])
    return step
  }

  /// It is asked for once more.
  mutating func begin(again due: HostTime) {
    attempts += 1
    if fetch.received == 0 { bytes = [] }
    (id, isOrdered, self.due, begun) = (nil, false, due, nil)
  }

  /// In bits each second; nil before enough of it came to tell.
  func rate(at now: HostTime) -> Double? {
    guard let begun, now - begun > Self.patience else { return nil }
    return Double(fetch.received) * 8 / (now - begun).seconds
  }

  private static let patience = Duration.seconds(1)
}

extension HLSByteRange {
  /// What is encrypted has whole blocks of 16 bytes.
  fileprivate func bytes(isEncrypted: Bool) -> Range<Int64> {
    // bound: a count is none below 0
    start..<(isEncrypted ? start +| (count +| 15) / 16 * 16 : end)
  }
}
