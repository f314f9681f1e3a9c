import VitrineLinux

/// A memory stick that is for this screen, by the file `vitrine-screens` on it. A value.
struct Stick: Hashable {
  enum Use: Hashable {
    /// What is on it comes into the store.
    case copied
    /// It is played where it lies, for as long as the stick is there.
    case played
  }

  let path: String
  let use: Use

  /// A file with the names of the screens that a stick is for.
  static let marker = "vitrine-screens"
  private static let mostBytesOfMarker = 65_536
  /// Behind a name: the stick is played.
  private static let playWord = "play"

  /// What a stick is for by the words on it, for a screen of this name; nil where it is for others.
  static func use(_ marker: String, by name: String) -> Use? {
    let uses = marker.split(whereSeparator: \.isNewline).compactMap { use(line: $0, by: name) }
    return uses.contains(.played) ? .played : uses.first
  }

  private static func use(line: Substring, by name: String) -> Use? {
    // A screen may be called "play".
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

  /// The stick whose files are in a folder; nil where it is for other screens, or none.
  init?(_ folder: Folder, for name: String) throws(SupplyError) {
    path = folder.path
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try FileDescriptor(reading: Self.marker, below: folder.path)
      // A FIFO has no end.
      guard try FileStatus(of: file).isFile else { return nil }
      bytes = try file.bytes(most: Self.mostBytesOfMarker)
    } catch .noEntry, .notDirectory {
      return nil
    } catch {
      // Others' folders, which this user may not look into.
      guard (try? FileStatus(of: folder.path(of: Self.marker))) != nil else { return nil }
      throw .folder(folder.path(of: Self.marker), cause: "\(error)")
    }
    guard let use = Self.use(String(decoding: bytes, as: UTF8.self), by: name) else { return nil }
    self.use = use
  }
}
