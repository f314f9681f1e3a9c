import VitrineLinux

/// A USB stick for this player, marked by a file `vitrine-screens` on it.
struct Stick: Hashable {
  enum Use: Hashable {
    /// Its content is copied into the store.
    case copied
    /// It plays directly while it is plugged in.
    case played
  }

  let path: String
  let use: Use

  /// The file that lists the players that a stick is for.
  static let marker = "vitrine-screens"
  private static let mostBytesOfMarker = 65_536
  /// The word after a player's name that makes the stick play directly.
  private static let playWord = "play"

  /// Returns the use of a stick for a player of this name; nil if it is for others.
  static func use(_ marker: String, by name: String) -> Use? {
    let uses = marker.split(whereSeparator: \.isNewline).compactMap { use(line: $0, by: name) }
    return uses.contains(.played) ? .played : uses.first
  }

  private static func use(line: Substring, by name: String) -> Use? {
    // A player may be called "play".
    if means(line, name) { return .copied }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard words.last.map(String.init) == playWord, means(words.dropLast().joined(), name) else {
      return nil
    }
    return .played
  }

  private static func means(_ text: some StringProtocol, _ name: String) -> Bool {
    func plain(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }
    return plain(text) == "*" || plain(text) == plain(name)
  }

  /// Returns nil if the folder holds no stick for this player.
  init?(_ folder: Folder, for name: String) throws(ContentUpdateError) {
    path = folder.path
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try FileDescriptor(reading: Self.marker, below: folder.path)
      // Reading a FIFO never ends.
      guard try FileStatus(of: file).isFile else { return nil }
      bytes = try file.bytes(most: Self.mostBytesOfMarker)
    } catch .noEntry, .notDirectory {
      return nil
    } catch {
      // A folder of another user, which this one may not read.
      guard (try? FileStatus(of: folder.path(of: Self.marker))) != nil else { return nil }
      throw .folder(folder.path(of: Self.marker), cause: "\(error)")
    }
    guard let use = Self.use(String(decoding: bytes, as: UTF8.self), by: name) else { return nil }
    self.use = use
  }
}
