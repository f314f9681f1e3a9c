internal import VitrineKMS
internal import VitrinePictures
internal import VitrineTiming

/// How the pictures of one output are dimmed by its CRTC's gamma table, and whether the kernel has it so.
struct OutputDimming {
  /// 100 is without a table.
  private(set) var percent = 100
  /// The table that is wanted; nil for none.
  private(set) var table: PropertyBlob?
  /// Why there is none although one is wanted.
  private(set) var refusal: String?
  /// When it is to be told to the kernel by itself; nil where the kernel knows. A picture that comes before takes
  /// it along, so that no picture is late for it.
  private(set) var due: HostTime?

  /// Slower pictures than these are told of it alone.
  private static let patience = Duration.milliseconds(250)

  /// By what it is dimmed; nil for all of the brightness.
  var way: Dimming? {
    if let refusal { return .impossible(because: refusal) }
    return percent < 100 ? .gammaTable : nil
  }

  /// Another brightness, by this table, is wanted.
  mutating func want(_ percent: Int, _ table: PropertyBlob?, at now: HostTime) {
    (self.percent, self.table, refusal, due) = (percent, table, nil, now + Self.patience)
  }

  /// It cannot be; pictures are as they are.
  mutating func refuse(_ percent: Int, because cause: String, at now: HostTime) {
    let hadTable = table != nil
    (self.percent, table, refusal) = (percent, nil, cause)
    due = hadTable ? now + Self.patience : nil
  }

  /// Puts what the kernel does not know yet into a commit.
  func add(to request: inout AtomicRequest, _ crtc: CRTC) {
    if due != nil { request.setGamma(table, of: crtc) }
  }

  /// A commit with it has been taken.
  mutating func noteDone() { due = nil }

  /// It could not be told just now.
  mutating func postpone(from now: HostTime) { due = now + Self.patience }
}
