internal import VitrinePlaylists

/// Reads lists, with the lists and folders in them: files in, items out. A value; it reads when it
/// is asked to, on the caller's thread.
public struct ListReader<Files: ListFiles> {
  /// So many lists may be in each other.
  public static var deepest: Int { 8 }
  /// So many lists are opened for all that is played together, and so many bytes of them read.
  public static var mostLists: Int { 1000 }
  public static var mostBytes: Int { 16 * 1024 * 1024 }

  public let files: Files
  /// Tests have less patience.
  var mostBytes = Self.mostBytes

  public init(_ files: Files) {
    self.files = files
  }

  /// Whether something is read as a list: what has the ending of one, and folders.
  public func isList(_ path: String) -> Bool {
    ListFormat(ending: path) != nil || files.kind(of: path) == .folder
  }

  /// Reads a list or a folder. Its format is that of its ending, or what it looks like.
  ///
  /// A file that an entry names and that is not there is an item all the same: the player
  /// skips it.
  public func read(_ path: String) throws(ListFaults) -> ExpandedList {
    var expansion = ListExpansion(files, mostBytes: mostBytes)
    try read(path, in: &expansion)
    return expansion.list
  }

  /// Adds what is in a list or a folder.
  func read(_ path: String, in expansion: inout ListExpansion<Files>) throws(ListFaults) {
    do throws(ListFileError) {
      // Has the system say why, where it knows.
      if files.kind(of: path) == nil { _ = try files.bytes(of: path, count: 1) }
      try expansion.expandRoot(path)
    } catch {
      let kind: ListFaults.Kind = error.reason == .forbidden ? .forbidden : .missing
      throw ListFaults(
        kind, ["\(path): cannot be read: \(error.cause)"],
        origins: expansion.list.origins + [path])
    }
    try refuseFaults(of: expansion)
  }

  func refuseFaults(of expansion: ListExpansion<Files>) throws(ListFaults) {
    guard expansion.faults.count > 0 else { return }
    throw ListFaults(
      .contents, expansion.faults.lines, at: expansion.faults.place,
      origins: expansion.list.origins)
  }
}

extension ListContents {
  /// What a file of this format says.
  static func read(_ bytes: [UInt8], path: String, _ format: ListFormat) -> ListContents {
    switch format {
    case .m3u, .m3u8: M3UList(bytes: bytes, path: path, format).contents
    case .pls: PLSList(bytes: bytes, path: path).contents
    case .xspf: XSPFList.contents(of: bytes, path: path)
    case .yaml: YAMLList.contents(of: bytes, path: path)
    }
  }
}
