internal import VitrinePlaylists

/// Reads playlists with their nested playlists and folders, synchronously.
package struct ListReader<Files: ListFiles> {
  /// The limit for nesting.
  package static var deepest: Int { 8 }
  package let files: Files
  var limits = ListLimits.standard

  package init(_ files: Files) {
    self.files = files
  }

  /// Whether a path is read as a playlist, by extension, or is a folder.
  package func isList(_ path: String) -> Bool {
    ListFormat(ending: path) != nil || files.kind(of: path) == .folder
  }

  /// Reads a playlist or a folder. The format is that of the extension, otherwise it is detected.
  ///
  /// A missing file is still an item: the player skips it.
  package func read(_ path: String) throws(ListFaults) -> ExpandedList {
    var expansion = ListExpansion(files, limits)
    try read(path, in: &expansion)
    return expansion.list
  }

  /// Adds the items of a playlist or folder.
  func read(_ path: String, in expansion: inout ListExpansion<Files>) throws(ListFaults) {
    do throws(ListFileError) {
      // Reading gives the system's reason, if there is one.
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
  /// Parses a file of this format.
  static func read(_ bytes: [UInt8], path: String, _ format: ListFormat, _ limits: ListLimits)
    -> ListContents
  {
    switch format {
    case .m3u, .m3u8: M3UList(bytes: bytes, path: path, format, limits).contents
    case .pls: PLSList(bytes: bytes, path: path, limits).contents
    case .xspf: XSPFList.contents(of: bytes, path: path, limits)
    case .yaml: YAMLList.contents(of: bytes, path: path, limits)
    }
  }
}
