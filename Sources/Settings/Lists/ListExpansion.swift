internal import VitrineCalendars
internal import VitrinePlaylists
internal import VitrineSchedules

/// Reads a playlist with its nested playlists and folders, and collects their items.
struct ListExpansion<Files: ListFiles> {
  private(set) var list = ExpandedList()
  private(set) var faults = ListFaultTable()
  let files: Files
  private let limits: ListLimits
  /// Nil for a calendar that cannot be read.
  var calendars: [String: CalendarFile?] = [:]
  var calendarTimes: [CalendarQuery: CalendarTimes] = [:]
  /// The nested playlists being read, outermost first.
  private var open: [Level] = []
  private var known: [String: ListContents] = [:]
  /// The paths in `list.origins`, for fast lookup.
  private var origins: Set<String> = []
  private var lists = 0
  private var bytes = 0
  /// Whether a limit was reached. The rest is skipped.
  private var isFull = false

  /// More than are reported.
  private static var enoughFaults: Int { 1000 }

  private typealias Reader = ListReader<Files>

  /// A playlist being read.
  private struct Level {
    let path: String
    let identity: String
    /// Its place in the enclosing playlist.
    var entry: (line: Int, written: String)?
  }

  init(_ files: Files, _ limits: ListLimits) {
    self.files = files
    self.limits = limits
  }

  /// Adds the items of a playlist or folder, and its errors to `faults`.
  mutating func expandRoot(_ path: String) throws(ListFileError) {
    if files.kind(of: path) == .folder {
      return try expandFolder(path, ItemFields(), in: path, line: nil)
    }
    let contents = try contents(of: path, in: path, line: 1)
    guard let contents else { return isFull ? () : refuseUnknown(path) }
    (list.title, list.loop, list.isShuffled) = (contents.title, contents.loop, contents.isShuffled)
    if contents.isStream {
      add(Item(path: path), in: path, line: 1)
    } else {
      open = [Level(path: path, identity: plainPath(path))]
      let words = scheduled(contents.fields, in: path, line: 1)
      expand(contents, of: path, words.forContents(of: path, name: Item(path: path).name))
    }
  }

  private mutating func refuseUnknown(_ path: String) {
    let known = ListFormat.allCases.map(\.rawValue).joined(separator: ", ")
    faults.add(
      ListFault(line: 1, cause: "unknown playlist format: expected \(known) or a folder"), in: path)
  }

  /// Adds an item that is not from a playlist.
  mutating func add(_ item: Item) { add(item, in: item.location, line: nil) }

  /// `words` are the settings from the enclosing playlists.
  private mutating func expand(_ contents: ListContents, of path: String, _ words: ItemFields) {
    for entry in contents.entries where !isFull && faults.count < Self.enoughFaults {
      let own = scheduled(entry.fields.completed(by: words), in: path, line: entry.line)
      guard case .file(let named) = entry.source else {
        add(own.item(entry.source), in: path, line: entry.line)
        continue
      }
      let (inner, kind) = found(named)
      if kind == .folder {
        attempt(entry, in: path) { (expansion) throws(ListFileError) in
          try expansion.expandFolder(
            inner, own.forContents(of: Self.key(path, entry), name: Item(path: inner).name),
            in: path,
            line: entry.line)
        }
      } else if ListFormat(ending: inner) != nil {
        expandList(inner, entry, own, in: path)
      } else {
        add(own.item(.file(inner)), in: path, line: entry.line)
      }
    }
  }

  /// Tells apart several entries for the same playlist.
  private static func key(_ path: String, _ entry: ListEntry) -> String { "\(path):\(entry.line)" }

  /// Finds the file that an entry names. File names on old disks can have another encoding than the
  /// playlist.
  private func found(_ path: String) -> (String, ListFileKind?) {
    if let kind = files.kind(of: path) { return (path, kind) }
    guard let other = files.otherName(of: path) else { return (path, nil) }
    return (other, files.kind(of: other))
  }

  private mutating func expandList(
    _ inner: String, _ entry: ListEntry, _ words: ItemFields, in path: String
  ) {
    let identity = plainPath(inner)
    if let place = open.firstIndex(where: { $0.identity == identity }) {
      return refuseCycle(to: place, entry)
    }
    guard open.count < Reader.deepest else {
      let chain = open.map(\.path).joined(separator: ", ")
      let cause =
        "\(quoted(entry.written)) is nested too deeply (limit: \(Reader.deepest) playlists), in "
        + chain
      return faults.add(ListFault(line: entry.line, cause: cause), in: path)
    }
    var contents: ListContents?
    attempt(entry, in: path) { (expansion) throws(ListFileError) in
      contents = try expansion.contents(of: inner, in: path, line: entry.line)
    }
    guard let contents, !contents.isStream else {
      // The player skips missing playlists like other files.
      return isFull ? () : add(words.item(.file(inner)), in: path, line: entry.line)
    }
    open.append(Level(path: inner, identity: identity, entry: (entry.line, entry.written)))
    var words = words.forContents(
      of: Self.key(path, entry), name: contents.title ?? Item(path: inner).name)
    // The playlist's own schedule and that of the entry that names it both apply.
    words.showing = scheduled(contents.fields, in: inner, line: 1).showing
      .completed(by: words.showing)
      .inside(inner, title: contents.title ?? Item(path: inner).name)
    expand(contents, of: inner, words)
    open.removeLast()
  }

  /// Reports the entry with which the cycle begins.
  private mutating func refuseCycle(to place: Int, _ entry: ListEntry) {
    let target = open[place].path
    guard place + 1 < open.count, let first = open[place + 1].entry else {
      let cause = "\(quoted(entry.written)) is this playlist itself"
      return faults.add(ListFault(line: entry.line, cause: cause), in: target)
    }
    var cause = "\(quoted(first.written)) includes \(target) again"
    var chain = [String]()
    for (level, next) in zip(open[place...], open[(place + 1)...]) {
      chain.append("\(level.path):\(next.entry?.line ?? 1)")
    }
    chain += ["\(open[open.count - 1].path):\(entry.line)", target]
    cause += ": " + chain.joined(separator: ", ")
    faults.add(ListFault(line: first.line, cause: cause), in: target)
  }

  /// Adds videos and images in natural order, without subfolders.
  private mutating func expandFolder(
    _ folder: String, _ words: ItemFields, in path: String, line: Int?
  ) throws(ListFileError) {
    guard countList(in: path, line: line) else { return }
    addOrigin(folder)
    let names = try files.names(in: folder).filter { FileKind(path: $0) != nil }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    for name in names.sorted(by: comesBefore) where !isFull {
      guard files.kind(of: base + name) != .folder else { continue }
      add(words.item(.file(base + name)), in: folder, line: nil, reportedAt: (path, line))
    }
  }

  /// Returns nil if the file is not a playlist. Reads each file only once.
  private mutating func contents(
    of path: String, in list: String, line: Int
  ) throws(ListFileError) -> ListContents? {
    guard countList(in: list, line: line) else { return nil }
    let identity = plainPath(path)
    if let read = known[identity] { return read }
    addOrigin(path)
    let text = try files.bytes(of: path, count: limits.fileSize + 1)
    guard countBytes(text.count, in: list, line: line) else { return nil }
    guard let format = ListFormat(ending: path) ?? ListFormat(beginning: text) else { return nil }
    let contents = ListContents.read(text, path: path, format, limits)
    known[identity] = contents
    faults.add(contents, of: path)
    return contents
  }

  /// Returns false once the limit is exceeded.
  mutating func countBytes(_ count: Int, in list: String, line: Int) -> Bool {
    bytes += count
    if bytes > limits.totalSize {
      fill("more than \(limits.totalSize >> 20) MiB of playlists", in: list, line: line)
    }
    return bytes <= limits.totalSize
  }

  mutating func add(_ fault: ListFault, in path: String) { faults.add(fault, in: path) }

  mutating func addOrigin(_ origin: String) {
    if origins.insert(plainPath(origin)).inserted { list.origins.append(origin) }
  }

  private mutating func add(
    _ item: Item, in list: String, line: Int?, reportedAt: (list: String, line: Int?)? = nil
  ) {
    guard self.list.rows.count < limits.entries else {
      let place = reportedAt ?? (list, line)
      return fill("more than \(limits.entries) items in total", in: place.list, line: place.line)
    }
    self.list.rows.append(ExpandedList.Row(item: item, list: list, line: line))
  }

  /// Returns false once the limit is exceeded.
  private mutating func countList(in path: String, line: Int?) -> Bool {
    lists += 1
    if lists > limits.lists {
      fill("more than \(limits.lists) playlists and folders in total", in: path, line: line)
    }
    return !isFull
  }

  private mutating func fill(_ cause: String, in path: String, line: Int?) {
    isFull = true
    faults.add(ListFault(line: line ?? 1, cause: cause), in: path)
  }

  /// Does `work`. Read errors are errors of the entry, except for missing files.
  private mutating func attempt(
    _ entry: ListEntry, in path: String,
    _ work: (inout ListExpansion) throws(ListFileError) -> Void
  ) {
    do throws(ListFileError) {
      try work(&self)
    } catch {
      guard error.reason != .missing else { return }
      let cause = "cannot read \(quoted(entry.written)): \(error.cause)"
      faults.add(ListFault(line: entry.line, cause: cause), in: path)
    }
  }
}
