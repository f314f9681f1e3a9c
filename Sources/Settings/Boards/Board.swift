package import VitrinePictures

/// A kind of board: how to detect it, what its display supports, and its quirks. Read from a file
/// of `board-configs`.
package struct Board: Hashable, Sendable {
  /// The file name without its extension: `raspberry-pi-4`.
  package let name: String
  /// The full name.
  package let title: String
  /// The confidence of facts that do not have their own.
  package let confidence: Confidence
  package let match: BoardMatch
  /// The operating systems, and the package for each.
  package let systems: [BoardSystem]
  /// The hardware decoders.
  package let decoders: [BoardDecoder]
  package let notes: BoardNotes
  /// Recommended kernel command-line options.
  package let commandLine: [(word: String, fact: BoardFact)]
  /// Corrections to the choice of planes.
  package let quirks: DisplayQuirks
  /// The path of the board file.
  package let file: String
  /// Whether the file is in `/etc/vitrine/boards`.
  package let isSite: Bool
  /// A layer of settings.
  let configuration: Entry?

  package static func == (a: Board, b: Board) -> Bool { a.name == b.name && a.file == b.file }

  package func hash(into hasher: inout Hasher) { hasher.combine(file) }
}

/// How certain a fact is.
package enum Confidence: String, Hashable, Sendable, CaseIterable {
  /// Vitrine ran on the board.
  case tried
  /// Found in the kernel's source or documentation.
  case read
  /// Published by others.
  case reported
}

/// A statement about a board, and its source.
package struct BoardFact: Hashable, Sendable {
  package let says: String
  /// The place to look it up.
  package let source: String?
  package let confidence: Confidence
}

/// Human-readable facts to know before buying or installing a board.
package struct BoardNotes: Hashable, Sendable {
  package let connectors: [BoardFact]
  package let planes: [BoardFact]
  package let sound: [BoardFact]
  /// Known problems.
  package let limits: [BoardFact]
  /// The reason for the board's quirks.
  package let quirks: BoardFact?
}

/// An operating system for a kind of board.
package struct BoardSystem: Hashable, Sendable {
  /// `Debian 13`.
  package let system: String
  /// The kernel's version: `6.12`.
  package let kernel: String
  /// The Debian architecture of Vitrine's package.
  package let package: String
  /// How well the display works.
  package let fact: BoardFact

  /// A line of text to print.
  package var text: String { "\(system), kernel \(kernel), package \(package): \(fact.says)" }
}

/// A hardware decoder.
package struct BoardDecoder: Hashable, Sendable {
  /// How Vitrine uses it.
  package enum Way: String, Hashable, Sendable, CaseIterable {
    /// A stateful kernel driver.
    case kernel
    /// Through libavcodec.
    case library
    /// A stateless kernel driver, which needs `vitrine-decoder`.
    case request
    /// Broken, and never used.
    case unused
  }

  package let known: KnownDecoder
  package let way: Way
  package let fact: BoardFact

  /// A line of text to print.
  package var text: String {
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
  package var knownDecoders: [KnownDecoder] { decoders.map(\.known) }
}

/// How to detect a board: one match is enough. Patterns may contain `*` and `?`.
package struct BoardMatch: Hashable, Sendable {
  /// Names in the device tree's root.
  package var compatible: [String] = []
  /// Fields of a PC's firmware. All fields of an element must match.
  package var firmware: [[FirmwareField: String]] = []
  /// Vendors and models of processors.
  package var processors: [String] = []
}

/// A DMI field of a PC's firmware.
package enum FirmwareField: String, Hashable, Sendable, CaseIterable {
  case systemVendor = "sys-vendor"
  case productName = "product-name"
  case boardVendor = "board-vendor"
  case boardName = "board-name"

  /// The file name in `/sys/class/dmi/id`.
  package var fileName: String { rawValue.replacing("-", with: "_") }
}

extension ConfigurationLayer {
  /// The settings in a board file.
  package static func board(_ board: Board) -> ConfigurationLayer {
    guard let entry = board.configuration else { return ConfigurationLayer(parts: []) }
    let part = Part(
      name: board.file, content: .entry(entry), origin: "board: \(board.name)")
    return ConfigurationLayer(parts: [part])
  }
}
