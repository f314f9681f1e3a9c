internal import VitrineAddresses
internal import VitrineCodes
internal import VitrineLinux
internal import VitrineScenes
internal import VitrineSettings
package import VitrineStage
package import VitrineStageFiles
package import VitrineTiming

/// A template with its data and pictures, and the latest valid contents of each. A damaged file changes nothing.
package struct TemplateFiles: ZoneSource {
  /// The template, tables, pictures and codes.
  package private(set) var contents = StageContents()
  private let original: String
  /// The editor's copy of a shipped template, which is read instead if it exists.
  private let edited: String?
  private let data: String?
  private var settled = SettledFiles()
  /// The template that was read last.
  private var latest: String?
  /// The file of each table.
  private var tablePaths: [String: String] = [:]
  /// Nil if addresses of tables are not followed.
  private let feeds: Feeds?
  /// The address in each `.url` file, and its latest download.
  private var addresses: [String: (url: RemoteURL, version: Int?, fault: String?)] = [:]
  /// The current fault of each file, which is reported once.
  package private(set) var faults: [String: String] = [:]

  private static let largestData = 1 << 20
  private static let longestAddress = 4096
  private static let extensions = ["csv", "json", "url"]

  /// `template` is the path of a file, and `edited` that of an edited copy, if there is one; `data` is the folder of
  /// the files that it names.
  package init(
    _ template: String, edited: String? = nil, data: String?, _ feeds: Feeds? = nil
  ) {
    (original, self.edited, self.data, self.feeds) = (template, edited, data, feeds)
  }

  private var template: String {
    guard let edited, (try? FileStatus(following: edited))?.isFile == true else { return original }
    return edited
  }

  /// Reads the files that have changed. Returns whether contents have changed, and new faults.
  package mutating func read(at now: HostTime) -> (hasChanged: Bool, faults: [String]) {
    let before = contents
    var round = Round()
    readTemplate(&round)
    if let template = contents.template {
      for (source, names) in template.sources.sorted(by: { $0.key < $1.key }) {
        readTable(source, names, at: now, &round)
      }
      for name in template.images { readPicture(name, &round) }
    }
    settled.endRound()
    // A fault that was cured is reported again if it returns.
    let new = round.faults.filter { faults[$0.key] != $0.value }
    for path in round.valid { faults[path] = nil }
    faults.merge(round.faults) { $1 }
    return (contents != before, new.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
  }

  private struct Round {
    /// By path.
    var faults: [String: String] = [:]
    var valid: Set<String> = []
  }

  private mutating func readTemplate(_ round: inout Round) {
    let template = template
    // The shipped one is not new once the edited copy is removed.
    if template != latest { settled.readAtOnce(template) }
    latest = template
    do throws(Errno) {
      guard try settled.hasChanged(template) else { return }
      let bytes = try FileDescriptor(reading: template).bytes(most: Configuration.largestFile + 1)
      let name = template.split(separator: "/").last.map(String.init) ?? template
      do throws(ConfigurationFaults) {
        set(try StageTemplate(yaml: bytes, file: name), of: template, &round)
      } catch {
        round.faults[template] = error.lines.joined(separator: "; ")
      }
    } catch {
      settled.repeatReading(of: template)
      let help = error == .noEntry ? "; the shipped templates: vitrine template list" : ""
      round.faults[template] = "\(error)\(help)"
    }
  }

  private mutating func set(
    _ new: StageTemplate, of template: String, _ round: inout Round
  ) {
    contents.template = new
    contents.codes = [:]
    round.valid.insert(template)
    for zone in new.zones {
      guard case .code(let text) = zone.content else { continue }
      contents.codes[text] = SquareCode(qr: text)
      if contents.codes[text] == nil {
        round.faults[template] = "zone \(zone.name): the code must be ASCII, at most 500 characters"
      }
    }
    // Fields that were not needed may be needed now.
    for source in new.sources.keys {
      for path in paths(of: source) { settled.repeatReading(of: path) }
    }
  }

  /// The files that can hold a table, in order of preference.
  private func paths(of source: String) -> [String] {
    guard let data else { return [] }
    return Self.extensions.map { "\(data)/\(source).\($0)" }
  }

  /// The file of a table that exists. Reports why there is none.
  private func path(of source: String, _ round: inout Round) -> String? {
    guard let data else {
      round.faults[source] = "set zones.data to the folder of the data files"
      return nil
    }
    for path in paths(of: source) {
      do throws(Errno) {
        _ = try FileStatus(following: path)
        return path
      } catch {
        guard error == .noEntry else {
          round.faults[path] = "\(error)"
          return nil
        }
      }
    }
    round.faults["\(data)/\(source).csv"] =
      "there is no such file, nor \(source).json or \(source).url; the template needs one of them"
    return nil
  }

  private mutating func readTable(
    _ source: String, _ names: [String], at now: HostTime, _ round: inout Round
  ) {
    guard let path = path(of: source, &round) else { return }
    // The other one of two files may be older than the table that is shown.
    if let last = tablePaths[source], last != path { settled.repeatReading(of: path) }
    tablePaths[source] = path
    do throws(Errno) {
      let hasChanged = try settled.hasChanged(path)
      if path.hasSuffix(".url") {
        if hasChanged { try readAddress(path, &round) }
        return try readFeed(source, path, names, at: now, &round)
      }
      guard hasChanged else { return }
      let bytes = try FileDescriptor(reading: path).bytes(most: Self.largestData + 1)
      if let fault = store(bytes, isCSV: path.hasSuffix(".csv"), source, names, at: now) {
        round.faults[path] = fault
      } else {
        // The other files are not needed.
        round.valid.formUnion(paths(of: source))
      }
    } catch {
      settled.repeatReading(of: path)
      round.faults[path] = "\(error)"
    }
  }

  /// Stores a table. Returns why it is invalid; nil if it is valid.
  private mutating func store(
    _ bytes: [UInt8], isCSV: Bool, _ source: String, _ names: [String], at now: HostTime
  ) -> String? {
    do throws(DataTable.Failure) {
      guard bytes.count <= Self.largestData else {
        throw DataTable.Failure("larger than \(Self.largestData >> 20) MiB")
      }
      let text = FeedText.utf8(bytes)
      let table = isCSV ? try DataTable(csv: text) : try DataTable(json: text, expected: names)
      if let name = names.first(where: { table.column($0) == nil }) {
        throw DataTable.Failure(
          "no column \(name), which the template needs; there are \(table.names.joined(separator: ", "))"
        )
      }
      if contents.tables[source]?.table != table {
        contents.tables[source] = StageContents.Held(table, since: now)
      }
      return nil
    } catch {
      return error.line.map { "line \($0): \(error.cause)" } ?? error.cause
    }
  }

  /// Reads the address of a table.
  private mutating func readAddress(_ path: String, _ round: inout Round) throws(Errno) {
    let bytes = try FileDescriptor(reading: path).bytes(most: Self.longestAddress + 1)
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard bytes.count <= Self.longestAddress, lines.count == 1,
      let url = try? RemoteURL(String(lines[0])), url.isWeb
    else {
      addresses[path] = nil
      round.faults[path] = "expected one line with a web address, https://…"
      return
    }
    if addresses[path]?.url != url { addresses[path] = (url, nil, nil) }
  }

  /// Stores the latest download of a table. After a failure the last valid one stays.
  private mutating func readFeed(
    _ source: String, _ path: String, _ names: [String], at now: HostTime, _ round: inout Round
  ) throws(Errno) {
    guard let feeds, let address = addresses[path] else { return }
    let feed = try feeds.latest(address.url)
    if let raw = feed.bytes, address.version != feed.version {
      var bytes = FeedText.utf8(raw)
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
      let isJSON = bytes.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map {
        $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{")
      }
      // The transfer was complete, so the last row is too.
      if isJSON == false, bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
      addresses[path] = (
        address.url, feed.version, store(bytes, isCSV: isJSON != true, source, names, at: now)
      )
    }
    if let fault = feed.fault ?? addresses[path]?.fault {
      round.faults[path] = "\(address.url): \(fault)"
    } else {
      round.valid.insert(path)
    }
  }

  private mutating func readPicture(_ name: String, _ round: inout Round) {
    guard let data else {
      return round.faults[name] = "set zones.data to the folder of the pictures"
    }
    let path = "\(data)/\(name)"
    do throws(Errno) {
      guard try settled.hasChanged(path) else { return }
      switch try PictureFile.read(path) {
      case .success(let picture):
        contents.pictures[name] = picture
        round.valid.insert(path)
      case .failure(let fault): round.faults[path] = fault.cause
      }
    } catch {
      settled.repeatReading(of: path)
      round.faults[path] = "\(error)"
    }
  }
}
