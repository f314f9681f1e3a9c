internal import VitrineKMS
internal import VitrinePictures
internal import VitrineTiming

/// The dimming of one output by its CRTC's gamma table, and whether it was committed.
struct OutputDimming {
  /// 100 is without a table.
  private(set) var percent = 100
  /// The requested table; nil for none.
  private(set) var table: PropertyBlob?
  /// Why dimming is not possible.
  private(set) var refusal: String?
  /// Whether the refusal was reported.
  private var isReported = false
  /// When to commit it separately; nil once it was committed. An earlier picture's commit includes
  /// it, so that no picture is late because of it.
  private(set) var due: HostTime?

  /// If no picture comes within this time, it is committed separately.
  private static let maximumDelay = Duration.milliseconds(250)

  /// The means of dimming; nil at full brightness.
  var method: Dimming? {
    if let refusal { return .impossible(because: refusal) }
    return percent < 100 ? .gammaTable : nil
  }

  /// Requests another brightness, with this table.
  mutating func request(_ percent: Int, _ table: PropertyBlob?, at now: HostTime) {
    (self.percent, self.table, refusal, due) = (percent, table, nil, now + Self.maximumDelay)
    isReported = false
  }

  /// Dimming failed; pictures are not changed.
  mutating func refuse(_ percent: Int, because cause: String, at now: HostTime) {
    let hadTable = table != nil
    (self.percent, table, refusal) = (percent, nil, cause)
    due = hadTable ? now + Self.maximumDelay : nil
  }

  /// The refusal, once.
  mutating func consumeRefusal() -> String? {
    defer { isReported = refusal != nil }
    return isReported ? nil : refusal
  }

  /// Adds a change that the kernel does not have yet to a commit.
  func add(to request: inout AtomicRequest, _ crtc: CRTC) {
    if due != nil { request.setGamma(table, of: crtc) }
  }

  /// Records a successful commit.
  mutating func recordCommit() { due = nil }

  /// The commit was not possible just now.
  mutating func postpone(from now: HostTime) { due = now + Self.maximumDelay }
}
