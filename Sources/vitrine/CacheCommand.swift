internal import ArgumentParser
import FoundationEssentials
import Glibc
import VitrineContent
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSettings

/// `vitrine cache`: the cache of downloads.
struct CacheCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cache",
    abstract: "List, verify, prune or pin cached downloads.",
    discussion: """
      Examples:
        vitrine cache
        vitrine cache verify
        vitrine cache prune --leave 4
        vitrine cache pin 'https://example.com/films/*'
      """,
    subcommands: [
      CacheListCommand.self, CacheVerifyCommand.self, CachePruneCommand.self, CachePinCommand.self,
      CacheUnpinCommand.self,
    ],
    defaultSubcommand: CacheListCommand.self
  )
}

/// The cache's folder.
struct CacheOptions: ParsableArguments {
  @Option(
    name: .customLong("cache"),
    help: ArgumentHelp(
      "Use this cache folder. (default: cache.folder of the configuration)",
      valueName: "folder"))
  var place: String?

  @OptionGroup(title: "Configuration")
  var layers: LayerOptions

  /// The folder; ends the program if the configuration is wrong.
  func folder() throws -> Folder {
    if let place { return Folder(place) }
    var found = ""
    try reportingErrors { () throws(ConfigurationError) in
      found = try layers.places.read().configuration.configuration.cache.folder
    }
    return Folder(found)
  }

  /// The cached entries; none if there is no cache yet.
  func entries() throws -> (snapshot: ContentStoreSnapshot?, entries: [ContentEntry]) {
    let folder = try folder()
    guard FileAccess.allows(F_OK, folder.path) else { return (nil, []) }
    let snapshot = try withCacheErrors { () throws(ContentError) in
      try ContentStoreSnapshot(reading: folder)
    }
    return (snapshot, snapshot.entries)
  }

  /// Opens the store exclusively; fails while a player uses it.
  func change(_ body: (ContentStore) throws -> Void) throws {
    let folder = try folder()
    // A cache created here would belong to the calling user.
    guard FileAccess.allows(F_OK, folder.path(of: "ledger")) else {
      Log().info("\(folder.path): the cache is empty")
      return
    }
    // Opening the store must not evict anything.
    let limits = ContentLimits(most: .max / 2, leastFree: 0)
    let store = try withCacheErrors { () throws(ContentError) in try ContentStore(folder, limits) }
    defer { store.close() }
    try body(store)
  }

  private func withCacheErrors<Result>(_ work: () throws(ContentError) -> Result) throws -> Result {
    do throws(ContentError) {
      return try work()
    } catch {
      let cure =
        switch error {
        case .inUse: ": stop it first: systemctl stop vitrine"
        default: ""
        }
      Log().error("\(error)\(cure)")
      throw ExitCode(ExitStatus.unavailable.rawValue)
    }
  }
}

/// `vitrine cache list`.
struct CacheListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List cached downloads, most recently used first.",
    discussion: """
      Examples:
        vitrine cache list
        vitrine cache list --json | jq '.[] | select(.pinned)'
      """)

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var options: CacheOptions

  func run() throws {
    let entries = try options.entries().entries
    if json { return print(Self.json(entries)) }
    for entry in entries { print(entry.line) }
    let count = entries.reduce(0) { $0 + $1.count }
    print("\(entries.count) \(entries.count == 1 ? "entry" : "entries"), \(Self.size(count))")
  }

  private static func json(_ entries: [ContentEntry]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes = try? encoder.encode(entries.map(CacheRow.init))
    return String(decoding: bytes ?? Data(), as: UTF8.self)
  }

  fileprivate static func size(_ bytes: Int64) -> String {
    bytes < 1_000_000 ? "\((bytes + 999) / 1000) kB" : "\((bytes + 500_000) / 1_000_000) MB"
  }
}

/// One line of `vitrine cache list --json`.
private struct CacheRow: Encodable {
  let address: String
  let kept: Int64
  let size: Int64?
  /// Half-open ranges of bytes.
  let ranges: [[Int64]]
  let isWhole: Bool
  let isPinned: Bool
  /// In seconds since 1970.
  let checked: Int64

  init(_ entry: ContentEntry) {
    (address, kept, size) = (entry.origin.label, entry.count, entry.size)
    ranges = entry.ranges.map { [$0.lowerBound, $0.upperBound] }
    (isWhole, isPinned, checked) = (entry.isWhole, entry.isPinned, entry.checked)
  }

  private enum CodingKeys: String, CodingKey {
    case address, kept, size, ranges, isWhole = "whole", isPinned = "pinned", checked
  }
}

extension ContentEntry {
  /// Human-readable text.
  fileprivate var line: String {
    let part = isWhole ? "complete" : size.map { "of \(CacheListCommand.size($0))" } ?? "partial"
    let pin = isPinned ? ", pinned" : ""
    return "\(origin.label): \(CacheListCommand.size(count)), \(part)\(pin)"
  }
}

/// `vitrine cache verify`.
struct CacheVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read all cached downloads and report damage.",
    discussion: """
      Prints each damaged range. A player never plays damaged data: it downloads it again. If \
      files keep getting damaged, replace the SD card or disk.

      Exit status: 0 if all is intact, 1 if something is damaged.

      Examples:
        vitrine cache verify
        vitrine cache verify --cache /var/cache/vitrine/content
      """)

  @OptionGroup var options: CacheOptions

  func run() throws {
    let (snapshot, entries) = try options.entries()
    var damaged = 0
    for entry in entries {
      let pieces = snapshot?.damagedPieces(of: entry) ?? []
      damaged += pieces.isEmpty ? 0 : 1
      for piece in pieces {
        print("\(entry.origin.label): damaged, bytes \(piece.start) to \(piece.end)")
      }
    }
    print("\(entries.count) verified, \(damaged) damaged")
    if damaged > 0 { throw ExitCode(1) }
  }
}

/// `vitrine cache prune`.
struct CachePruneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove cached downloads, least recently used first.",
    discussion: """
      Pinned downloads stay. Stop the player first.

      Examples:
        vitrine cache prune
        vitrine cache prune --leave 4
      """)

  @Option(help: ArgumentHelp("Keep at most this many GB (0-100000).", valueName: "GB"))
  var leave = 0.0

  @OptionGroup var options: CacheOptions

  func run() throws {
    guard (0...100_000).contains(leave) else {
      throw ValidationError("invalid --leave \(leave): expected 0 to 100000 GB")
    }
    try options.change { store in
      let victims = store.prune(to: Int64(leave * 1e9))
      print(
        "\(victims.count) removed, \(CacheListCommand.size(victims.reduce(0) { $0 + $1.count }))")
    }
  }
}

/// `vitrine cache pin`.
struct CachePinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Pin URLs: never remove them from the cache.",
    discussion: """
      Stop the player first.

      Examples:
        vitrine cache pin https://example.com/logo.mp4
        vitrine cache pin 'https://example.com/films/*'
      """)

  @Argument(
    help: "URLs as printed by `vitrine cache list`; a final * matches all URLs with this prefix.")
  var addresses: [String]

  @OptionGroup var options: CacheOptions

  func run() throws { try options.pin(addresses, true) }
}

/// `vitrine cache unpin`.
struct CacheUnpinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Unpin URLs.",
    discussion: """
      Stop the player first.

      Examples:
        vitrine cache unpin https://example.com/logo.mp4
        vitrine cache unpin 'https://example.com/films/*'
      """)

  @Argument(
    help: "URLs as printed by `vitrine cache list`; a final * matches all URLs with this prefix.")
  var addresses: [String]

  @OptionGroup var options: CacheOptions

  func run() throws { try options.pin(addresses, false) }
}

extension CacheOptions {
  fileprivate func pin(_ addresses: [String], _ isPinned: Bool) throws {
    try change { store in
      let entries = store.entries
      for address in addresses {
        let meant = entries.filter { entry in
          address.hasSuffix("*")
            ? entry.origin.label.hasPrefix(address.dropLast()) : entry.origin.label == address
        }
        for entry in meant { store.pin(entry.id, isPinned) }
        print("\(address): \(meant.count) \(isPinned ? "pinned" : "unpinned")")
        if meant.isEmpty { throw ExitCode(1) }
      }
    }
  }
}
