import Synchronization
internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Faults of a display, made on purpose: what a driver does once in a month, a test has to see
/// every second. Thread-safe.
public final class DisplayFaults: Sendable {
  /// Of a hundred commits, so many are answered that the device is busy.
  private let busyPercent: Double
  /// Of a hundred flips, so many get lost.
  private let lostPercent: Double
  /// After so many flips, this plane is refused for ever.
  private let refused: (plane: UInt32, after: Int)?
  /// After so many flips, pictures of this format are refused for ever.
  private let refusedFormat: (format: String, after: Int)?
  /// No framebuffers of this format are made to ask with, or for screenshots.
  private let refusedBuffer: String?
  /// So much memory of others is taken over, and no more.
  private let mostImports: Int?
  /// A CRTC feeds one connector and no second one.
  private let refusesClones: Bool
  /// So many commits that set a mode are refused before the first one is taken.
  private let refusedModesets: Int
  /// The connector that they are of; nil for all.
  private let connector: String?
  /// HDR is pretended to work; false refuses it when it is more than a test. Nil pretends nothing.
  let takesHDR: Bool?
  private let state: Mutex<State>

  private struct State {
    var random: UInt64
    var flips = 0
    var modesets = 0
    var imports = 0

    /// Linear congruence by Knuth's constants: the same faults with every run.
    mutating func rolls(below percent: Double) -> Bool {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(random >> 40) / Double(1 << 24) * 100 < percent
    }
  }

  /// As `busy=1,lost=0.5,plane=31@100,format=YU12@100`, where 31 is the plane and 100 the flips
  /// before; nil for text that is none. `buffer=P010` has no framebuffers of a format, and
  /// `clone=refused` no writeback connector beside another one. `modeset=4` refuses the first four
  /// that set a mode, `import=3` all memory of decoders but for the first three pieces.
  /// `connector=Virtual-2` makes them all faults of one connector. `seed=N` begins the dice elsewhere.
  /// `hdr=takes` is a display that takes HDR, and `hdr=refuses` one whose driver thinks better of it.
  public init?(_ text: String) {
    var (busy, lost, seed) = (0.0, 0.0, UInt64(1))
    var refused: (plane: UInt32, after: Int)?
    var refusedFormat: (format: String, after: Int)?
    var takesHDR: Bool?
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
        takesHDR = takes
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
    (self.refusedFormat, self.takesHDR) = (refusedFormat, takesHDR)
    (self.refusedBuffer, self.refusesClones) = (refusedBuffer, refusesClones)
    (self.refusedModesets, self.connector) = (refusedModesets, connector)
    self.mostImports = mostImports
    state = Mutex(State(random: seed))
  }

  /// Those of a connector; nil where it has none.
  func of(_ name: String) -> DisplayFaults? { connector ?? name == name ? self : nil }

  /// What the kernel is to have answered; nil lets it answer itself. `format` is that of the
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

  /// What the kernel is to have answered to who wants a framebuffer; nil lets it answer itself.
  func refusal(ofBuffer format: PixelFormat) -> Errno? {
    refusedBuffer == format.description ? .invalid : nil
  }

  /// What the kernel is to have answered to who wants to have memory taken over; nil lets it answer.
  func refusalOfImport() -> Errno? {
    guard let mostImports else { return nil }
    return state.withLock { state in
      state.imports += 1
      return state.imports > mostImports ? .invalid : nil
    }
  }

  /// Whether a flip that came is to be forgotten.
  func losesFlip() -> Bool { state.withLock { $0.rolls(below: lostPercent) } }
}

extension AtomicRequest {
  /// How many connectors it feeds: planes, which have a CRTC too, come with a framebuffer.
  fileprivate var countOfFedConnectors: Int {
    let planes = Set(assignments.filter { $0.name == "FB_ID" }.map(\.object))
    let fed = assignments.filter { $0.name == "CRTC_ID" && $0.value != 0 }.map(\.object)
    return Set(fed).subtracting(planes).count
  }
}
