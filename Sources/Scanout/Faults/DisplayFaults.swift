import Synchronization
internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Injected display faults: events that occur once a month with a real driver occur every second in
/// a test. Thread-safe.
package final class DisplayFaults: Sendable {
  /// The percentage of commits that fail with EBUSY.
  private let busyPercent: Double
  /// The percentage of flips that are lost.
  private let lostPercent: Double
  /// After this many flips, this plane is rejected permanently.
  private let refused: (plane: UInt32, after: Int)?
  /// After this many flips, pictures of this format are rejected permanently.
  private let refusedFormat: (format: String, after: Int)?
  /// The format for which no framebuffers can be created for test commits or screenshots.
  private let refusedBuffer: String?
  /// The maximum number of imports.
  private let mostImports: Int?
  /// Whether a CRTC cannot feed two connectors.
  private let refusesClones: Bool
  /// The number of mode sets rejected before the first success.
  private let refusedModesets: Int
  /// The affected connector; nil for all.
  private let connector: String?
  /// Whether HDR is simulated; false rejects it outside test commits. Nil does not simulate HDR.
  let supportsHDR: Bool?
  private let state: Mutex<State>

  private struct State {
    var random: UInt64
    var flips = 0
    var modesets = 0
    var imports = 0

    /// A linear congruential generator with Knuth's constants: the faults are the same in each run.
    mutating func rolls(below percent: Double) -> Bool {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(random >> 40) / Double(1 << 24) * 100 < percent
    }
  }

  /// Parses a text such as `busy=1,lost=0.5,plane=31@100,format=YU12@100`, where 31 is the plane
  /// and 100 the number of flips before the fault; nil if it is invalid. `buffer=P010` rejects
  /// framebuffers of a format, and `clone=refused` rejects the writeback connector beside another
  /// one. `modeset=4` rejects the first four mode sets, `import=3` all imports but the first three.
  /// `connector=Virtual-2` limits the faults to one connector. `seed=N` sets the random seed.
  /// `hdr=takes` simulates a display that supports HDR, and `hdr=refuses` one whose driver rejects
  /// it after the test commit.
  package init?(_ text: String) {
    var (busy, lost, seed) = (0.0, 0.0, UInt64(1))
    var refused: (plane: UInt32, after: Int)?
    var refusedFormat: (format: String, after: Int)?
    var supportsHDR: Bool?
    var (refusedBuffer, connector): (String?, String?)
    var (refusesClones, refusedModesets) = (false, 0)
    var mostImports: Int?
    for part in text.split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { return nil }
      let value = pair[1]
      switch pair[0] {
      case "busy": guard let percent = Double(value) else { return nil }; busy = percent
      case "lost": guard let percent = Double(value) else { return nil }; lost = percent
      case "seed": guard let number = UInt64(value) else { return nil }; seed = number
      case "plane":
        let words = value.split(separator: "@")
        guard words.count == 2, let plane = UInt32(words[0]), let after = Int(words[1]) else {
          return nil
        }
        refused = (plane, after)
      case "hdr":
        guard let takes = ["takes": true, "refuses": false][value] else { return nil }
        supportsHDR = takes
      case "modeset": guard let count = Int(value) else { return nil }; refusedModesets = count
      case "import":
        guard let count = Int(value) else { return nil }
        mostImports = count
      case "clone":
        guard value == "refused" else { return nil }
        refusesClones = true
      case "buffer": refusedBuffer = String(value)
      case "connector": connector = String(value)
      case "format":
        let words = value.split(separator: "@")
        guard words.count == 2, let after = Int(words[1]) else { return nil }
        refusedFormat = (String(words[0]), after)
      default: return nil
      }
    }
    (busyPercent, lostPercent, self.refused) = (busy, lost, refused)
    self.refusedFormat = refusedFormat
    self.supportsHDR = supportsHDR
    self.refusedBuffer = refusedBuffer
    self.refusesClones = refusesClones
    self.refusedModesets = refusedModesets
    self.connector = connector
    self.mostImports = mostImports
    state = Mutex(State(random: seed))
  }

  /// The faults of a connector; nil if it is not affected.
  func of(_ name: String) -> DisplayFaults? { connector ?? name == name ? self : nil }

  /// The simulated error for a request; nil passes it to the kernel. `format` is that of the
  /// request's picture.
  func refusal(
    of request: AtomicRequest, _ kind: CommitKind, _ format: PixelFormat?
  ) -> Errno? {
    if let error = refusalOfHDR(request, kind) { return error }
    if refusesClones, request.countOfFedConnectors > 1 { return .invalid }
    if refusesModeset(request, kind) { return .invalid }
    if let refusedFormat, let format, refusedFormat.format == format.description,
      state.withLock({ $0.flips }) >= refusedFormat.after
    {
      return .invalid
    }
    if let refused {
      let isUsed = request.assignments.contains {
        $0.object == refused.plane && $0.name == "FB_ID" && $0.value != 0
      }
      if isUsed, state.withLock({ $0.flips }) >= refused.after { return .invalid }
    }
    guard case .flip = kind else { return nil }
    return state.withLock { state in
      state.flips += 1
      return state.rolls(below: busyPercent) ? .busy : nil
    }
  }

  private func refusesModeset(_ request: AtomicRequest, _ kind: CommitKind) -> Bool {
    guard refusedModesets > 0, kind == .blocking(allowModeset: true),
      request.assignments.contains(where: { $0.name == "MODE_ID" && $0.value != 0 })
    else { return false }
    return state.withLock { state in
      state.modesets += 1
      return state.modesets <= refusedModesets
    }
  }

  /// The simulated error for a new framebuffer; nil passes it to the kernel.
  func refusal(ofBuffer format: PixelFormat) -> Errno? {
    refusedBuffer == format.description ? .invalid : nil
  }

  /// The simulated error for an import; nil passes it to the kernel.
  func refusalOfImport() -> Errno? {
    guard let mostImports else { return nil }
    return state.withLock { state in
      state.imports += 1
      return state.imports > mostImports ? .invalid : nil
    }
  }

  /// Whether to drop a received flip.
  func losesFlip() -> Bool { state.withLock { $0.rolls(below: lostPercent) } }
}

extension AtomicRequest {
  /// The number of connectors that it feeds: planes also have a CRTC, but come with a framebuffer.
  fileprivate var countOfFedConnectors: Int {
    let planes = Set(assignments.filter { $0.name == "FB_ID" }.map(\.object))
    let fed = assignments.filter { $0.name == "CRTC_ID" && $0.value != 0 }.map(\.object)
    return Set(fed).subtracting(planes).count
  }
}

/// A simulated HDR connector, because no virtual device has one. Its properties are never passed to
/// the kernel.
extension DisplayFaults {
  private typealias Property = Properties.Property

  /// Numbers that the kernel never assigns.
  private static let firstID: UInt32 = 0xFFFF_FF00

  static let hdrProperties = Properties([
    "HDR_OUTPUT_METADATA": Property(id: firstID, value: 0),
    "Colorspace": Property(
      id: firstID + 1, value: 0, names: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]),
    "max bpc": Property(id: firstID + 2, value: 8, range: 8...12),
  ])

  var pretendsHDR: Bool { supportsHDR != nil }

  /// The request without simulated properties.
  func real(_ request: AtomicRequest) -> AtomicRequest {
    pretendsHDR ? request.without { $0.property >= Self.firstID } : request
  }

  /// As with most drivers, the signal changes only in a mode set.
  func refusalOfHDR(_ request: AtomicRequest, _ kind: CommitKind) -> Errno? {
    guard let supportsHDR else { return nil }
    let simulated = request.assignments.filter { $0.property >= Self.firstID }
    guard let metadata = simulated.first(where: { $0.property == Self.firstID }) else { return nil }
    switch kind {
    case .flip, .test(allowModeset: false), .blocking(allowModeset: false): return .invalid
    case .test(allowModeset: true): return nil
    case .blocking(allowModeset: true): return supportsHDR || metadata.value == 0 ? nil : .invalid
    }
  }
}
