public import VitrinePictures

/// A kind of board: how to detect it, what its display supports, and its quirks. Read from a file
/// of `board-configs`.
public struct Board: Hashable, Sendable {
  /// The file name without its extension: `raspberry-pi-4`.
  public let name: String
  /// The full name.
  public let title: String
  /// The confidence of facts that do not have their own.
  public let confidence: Confidence
  public let match: BoardMatch
  /// The operating systems, and the package for each.
  public let systems: [BoardSystem]
  /// The hardware decoders.
  public let decoders: [BoardDecoder]
  public let notes: BoardNotes
  /// Recommended kernel command-line options.
  public let commandLine: [(word: String, fact: BoardFact)]
  /// Corrections to the choice of planes.
  public let quirks: DisplayQuirks
  /// The path of the board file.
  public let file: String
  /// Whether the file is in `/etc/vitrine/boards`.
  public let isSite: Bool
  /// A layer of settings.
  let configuration: Entry?

  public static func == (a: Board, b: Board) -> Bool { a.name == b.name && a.file == b.file }

  public func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// How certain a fact is.
public enum Confidence: String, Hashable, Sendable, CaseIterable {
  /// Vitrine ran on the board.
  case tried
  /// Found in the kernel's source or documentation.
  case read
  /// Published by others.
  case reported
}

/// A statement about a board, and its source.
public struct BoardFact: Hashable, Sendable {
  public let says: String
  /// The place to look it up.
  public let source: String?
  public let confidence: Confidence
}

/// Human-readable facts to know before buying or installing a board.
public struct BoardNotes: Hashable, Sendable {
  public let connectors: [BoardFact]
  public let planes: [BoardFact]
  public let sound: [BoardFact]
  /// Known problems.
  public let limits: [BoardFact]
  /// The reason for the board's quirks.
  public let quirks: BoardFact?
}

/// An operating system for a kind of board.
public struct BoardSystem: Hashable, Sendable {
  /// `Debian 13`.
  public let system: String
  /// The kernel's version: `6.12`.
  public let kernel: String
  /// The Debian architecture of Vitrine's package.
  public let package: String
  /// How well the display works.
  public let fact: BoardFact

  /// A line of text to print.
  public var text: String { "\(system), kernel \(kernel), package \(package): \(fact.says)" }
}

/// A hardware decoder.
public struct BoardDecoder: Hashable, Sendable {
  /// How Vitrine uses it.
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

  /// A line of text to print.
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
  /// The decoders' limits, for `DecoderChoice`.
  public var knownDecoders: [KnownDecoder] { decoders.map(\.known) }
}

/// How to detect a board: one match is enough. Patterns may contain `*` and `?`.
public struct BoardMatch: Hashable, Sendable {
  /// Names in the device tree's root.
  public var compatible: [String] = []
  /// Fields of a PC's firmware. All fields of an element must match.
  public var firmware: [[FirmwareField: String]] = []
  /// Vendors and models of processors.
  public var processors: [String] = []
}

/// A DMI field of a PC's firmware.
public enum FirmwareField: String, Hashable, Sendable, CaseIterable {
  case systemVendor = "sys-vendor"
  case productName = "product-name"
  case boardVendor = "board-vendor"
  case boardName = "board-name"

  /// The file name in `/sys/class/dmi/id`.
  public var fileName: String { rawValue.replacing("-", with: "_") }
}

extension ConfigurationLayer {
  /// The settings in a board file.
  public static func board(_ board: Board) -> ConfigurationLayer {
    guard let entry = board.configuration else { return ConfigurationLayer(parts: []) }
    let part = Part(
      name: board.file, content: .entry(entry), origin: "board: \(board.name)")
    return ConfigurationLayer(parts: [part])
  }
}
