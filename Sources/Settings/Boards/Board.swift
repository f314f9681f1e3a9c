public import VitrinePictures

/// What is known of a kind of board: how it is recognised, what its display can do, what has to
/// be minded. Read from a file of `board-configs`.
public struct Board: Hashable, Sendable {
  /// As its file is called: `raspberry-pi-4`.
  public let name: String
  /// For people.
  public let title: String
  /// How sure its facts are, where they do not say it themselves.
  public let confidence: Confidence
  public let match: BoardMatch
  /// What runs there, and which package is meant for it.
  public let systems: [BoardSystem]
  public let connectors: [BoardFact]
  public let planes: [BoardFact]
  public let sound: [BoardFact]
  /// What decodes video there beside the processor.
  public let decoders: [BoardDecoder]
  /// What does not work, or not as one would think.
  public let limits: [BoardFact]
  /// Words that are advised for the kernel's command line.
  public let commandLine: [(word: String, fact: BoardFact)]
  /// What the search for planes has to mind, and why.
  public let quirks: DisplayQuirks
  public let quirksFact: BoardFact?
  /// The file that it was read from.
  public let file: String
  /// Whether it is the site's own.
  public let isSite: Bool
  /// A layer of settings.
  let configuration: Entry?

  public static func == (a: Board, b: Board) -> Bool { a.name == b.name && a.file == b.file }

  public func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// How sure a fact is.
public enum Confidence: String, Hashable, Sendable, CaseIterable {
  /// Vitrine ran there.
  case tried
  /// In the kernel's source, or its documentation.
  case read
  /// Reported in public, by others.
  case reported
}

/// A sentence that is true of a board, and how one knows.
public struct BoardFact: Hashable, Sendable {
  public let says: String
  /// Where it can be looked up.
  public let source: String?
  public let confidence: Confidence
}

/// A system that boards of a kind run.
public struct BoardSystem: Hashable, Sendable {
  /// `Debian 13`.
  public let system: String
  /// Its kernel, by major and minor number: `6.12`.
  public let kernel: String
  /// Which of Vitrine's packages is meant for it: Debian's word for an architecture.
  public let package: String
  /// How far the board's display works there.
  public let fact: BoardFact

  /// For people, in one line.
  public var text: String { "\(system), kernel \(kernel), package \(package): \(fact.says)" }
}

/// A decoder that boards of a kind have.
public struct BoardDecoder: Hashable, Sendable {
  /// How it is reached.
  public enum Way: String, Hashable, Sendable, CaseIterable {
    /// A stateful kernel driver.
    case kernel
    /// Through libavcodec.
    case library
    /// A stateless kernel driver, which needs `vitrine-decoder`.
    case request
    /// Broken, and never used.
    case unused
  }

  public let known: KnownDecoder
  public let way: Way
  public let fact: BoardFact

  /// For people, in one line.
  public var text: String {
    let codecs = known.codecs.sorted().joined(separator: ", ")
    let size = known.largest.map { " up to \($0)" } ?? ""
    let bits = known.bits.map { ", \($0) bits" } ?? ""
    let use =
      switch way {
      case .kernel, .library: ""
      case .request: ", stateless"
      case .unused: ", not used"
      }
    return "\(known.driver) (\(codecs)\(size)\(bits)\(use)): \(fact.says)"
  }
}

extension Board {
  /// What the choice of a decoder minds.
  public var knownDecoders: [KnownDecoder] { decoders.map(\.known) }
}

/// How a board is recognised: by any of these, each a pattern with `*` and `?`.
public struct BoardMatch: Hashable, Sendable {
  /// Of the device tree's root.
  public var compatible: [String] = []
  /// Of a PC's firmware; all that one names has to be there.
  public var firmware: [[FirmwareField: String]] = []
  /// Makers and models of processors.
  public var processors: [String] = []
}

/// What the firmware of a PC says of itself (DMI).
public enum FirmwareField: String, Hashable, Sendable, CaseIterable {
  case systemVendor = "sys-vendor"
  case productName = "product-name"
  case boardVendor = "board-vendor"
  case boardName = "board-name"

  /// Its file in `/sys/class/dmi/id`.
  public var fileName: String { rawValue.replacing("-", with: "_") }
}

extension ConfigurationLayer {
  /// What a board's file says of settings.
  public static func board(_ board: Board) -> ConfigurationLayer {
    guard let entry = board.configuration else { return ConfigurationLayer(parts: []) }
    let part = Part(
      name: board.file, content: .entry(entry), origin: "board: \(board.name)")
    return ConfigurationLayer(parts: [part])
  }
}
