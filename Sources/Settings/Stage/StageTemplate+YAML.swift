internal import VitrineAddresses
internal import VitrinePictures
internal import VitrineScenes
package import VitrineStage
internal import VitrineTiming

extension StageTemplate {
  /// Reads a template file; `file` is its name in messages. Reports all errors at once.
  package init(yaml bytes: [UInt8], file: String) throws(ConfigurationFaults) {
    var faults = FaultList()
    var template = StageTemplate()
    do throws(Fault) {
      let text = try FileText(bytes)
      guard let root = try Entry(yaml: text.bytes) else {
        throw Fault(line: 1, cause: "the file is empty")
      }
      template.read(root, &faults)
    } catch {
      faults.add(error)
    }
    guard faults.all.isEmpty else { throw ConfigurationFaults(faults.lines(in: file)) }
    self = template
  }

  private static let most = 32
  /// Displays have few planes.
  private static let mostVideos = 3

  private mutating func read(_ root: Entry, _ faults: inout FaultList) {
    guard let fields = Fields(root, at: "", names: ["background", "zones"], &faults) else { return }
    background = fields.color("background", &faults) ?? background
    guard let entry = fields["zones"] else {
      return faults.add("", root.line, "missing zones: expected a section with a name for each")
    }
    guard case .map(let pairs) = entry.content else {
      return faults.add("zones", entry.line, "expected a section for each zone, got \(entry.noun)")
    }
    guard pairs.count <= Self.most else {
      return faults.add("zones", entry.line, "\(pairs.count) zones (limit: \(Self.most))")
    }
    var seen = SeenKeys(in: "zones")
    for pair in pairs {
      let path = seen.record(pair, &faults)
      guard let fields = Fields(pair.value, at: path, names: Zone.keys, &faults) else { continue }
      let zone = Zone(pair.name, fields, &faults)
      if zone.content == .film, zones.contains(where: { $0.content == .film }) {
        faults.add(path, pair.line, "only one zone can have the film")
      }
      if zone.content == .signLanguage,
        zones.contains(where: { $0.content == .signLanguage })
      {
        faults.add(path, pair.line, "only one zone can have sign language")
      }
      if zone.content.isPage, zones.contains(where: { $0.content.isPage }) {
        faults.add(path, pair.line, "only one zone can have a page")
      }
      if case .video(let video) = zone.content {
        if video.hasSound, videos.contains(where: \.video.hasSound) {
          faults.add(path, pair.line, "only one video can have sound")
        }
        if videos.count >= Self.mostVideos {
          faults.add(path, pair.line, "more than \(Self.mostVideos) zones with videos")
        }
      }
      zones.append(zone)
    }
  }
}

extension StageTemplate.Zone {
  private static let frameKeys = ["left", "top", "width", "height"]
  private static let contentKeys = [
    "film", "sign-language", "text", "clock", "image", "code", "table", "page", "video",
  ]
  private static let looks = ["background", "color", "size", "weight", "align"]
  /// The keys that only these contents have.
  private static let ownKeys = [
    "table": StageTemplate.Table.keys + ["turn", "lines"],
    "text": ["data", "turn", "lines", "vertical"], "clock": ["language", "time-zone"],
    "page": ["touch"], "video": ["sound"],
  ]
  fileprivate static let keys =
    frameKeys + contentKeys + [
      "portrait", "background", "color", "size", "weight", "align", "vertical",
      "language", "time-zone", "data",
      "turn", "lines", "touch", "sound",
    ] + StageTemplate.Table.keys

  fileprivate init(_ name: String, _ fields: Fields, _ faults: inout FaultList) {
    self.init(
      name, StageTemplate.Frame(fields, &faults), StageTemplate.Content(fields, &faults))
    if let entry = fields["portrait"],
      let inner = Fields(
        entry, at: fields.path + ".portrait", names: Self.frameKeys + ["size"], &faults)
    {
      portrait = StageTemplate.Frame(inner, &faults)
      portraitSize = inner.size(&faults)
    }
    background = fields.color("background", &faults)
    color = fields.color("color", &faults) ?? color
    size = fields.size(&faults) ?? size
    (weight, alignment) = (fields.weight(&faults), fields.alignment(&faults))
    isAtTop =
      fields.word("vertical", .choice(noun: "place", ["top", "center"]), &faults) == "top"
    let contents = Self.contentKeys.filter { fields[$0] != nil }
    if contents.count > 1 {
      faults.add(fields.path, fields.line, "expected one of \(contents.joined(separator: ", "))")
    }
    let own = contents.first.flatMap { Self.ownKeys[$0] } ?? []
    // Videos are behind all zones.
    let looks = ["film", "sign-language", "video"].contains(contents.first) ? Self.looks : []
    let others = Set(Self.ownKeys.values.joined()).union(looks)
    for key in others.sorted() where fields[key] != nil && !own.contains(key) {
      faults.add("\(fields.path).\(key)", fields[key]?.line ?? 1, "has no effect in this zone")
    }
  }
}

extension StageTemplate.Frame {
  /// In per cent of the display.
  fileprivate init(_ fields: Fields, _ faults: inout FaultList) {
    func share(_ name: String, _ range: ClosedRange<Double>) -> Double? {
      fields.number(name, range, &faults).map { $0 / 100 }
    }
    let (left, top) = (share("left", 0...99) ?? 0, share("top", 0...99) ?? 0)
    self.init(
      left: left, top: top, width: share("width", 1...100) ?? 1 - left,
      height: share("height", 1...100) ?? 1 - top)
    // Shares such as 33.4 and 66.6 have no exact sum.
    if left + width > 1.0001 {
      faults.add(fields.path, fields.line, "left and width are more than 100 % together")
    }
    if top + height > 1.0001 {
      faults.add(fields.path, fields.line, "top and height are more than 100 % together")
    }
  }
}

extension StageTemplate.Content {
  fileprivate var isPage: Bool { if case .page = self { true } else { false } }

  fileprivate init(_ fields: Fields, _ faults: inout FaultList) {
    self = .empty
    if fields["film"] != nil {
      if fields.flag("film", &faults) == true { self = .film }
    } else if fields["sign-language"] != nil {
      if fields.flag("sign-language", &faults) == true { self = .signLanguage }
    } else if let pattern = fields.pattern("text", &faults) {
      let source = fields.source("data", &faults)
      if source == nil, !pattern.names.isEmpty {
        faults.add(
          fields.path + ".text", fields.line,
          "has fields, but the zone has no data: name the data file, without extension")
      }
      self = .text(
        pattern, source: source, turn: fields.turn(&faults), lines: fields.lines(&faults) ?? 3)
    } else if let pattern = fields.word("clock", .line(1...100), &faults) {
      self = .clock(
        StageTemplate.Clock(
          pattern, in: fields.word("time-zone", .line(1...99), &faults),
          language: fields.word("language", .line(1...40), &faults)))
    } else if let name = fields.word("image", .line(1...100), &faults) {
      if name.contains("/") || name.hasPrefix(".") {
        faults.add(
          fields.path + ".image", fields["image"]?.line ?? 1,
          "expected the name of a file in the data folder")
      }
      self = .image(name)
    } else if let text = fields.word("code", .line(1...500), &faults) {
      self = .code(text)
    } else if let list = fields.word("video", .line(1...200), &faults) {
      if list.hasPrefix("/") || list.contains("://")
        || list.split(separator: "/").contains("..")
      {
        faults.add(
          fields.path + ".video", fields["video"]?.line ?? 1,
          "expected a list, folder or file in the template's folder, such as side.yaml")
      }
      self = .video(
        StageTemplate.Video(list, hasSound: fields.flag("sound", &faults) ?? false))
    } else if let address = fields.pageAddress(&faults) {
      self = .page(
        StageTemplate.Page(address, isTouched: fields.flag("touch", &faults) ?? false))
    } else if let source = fields.source("table", &faults) {
      self = .table(StageTemplate.Table(source, fields, &faults))
    }
  }
}

extension StageTemplate.Table {
  fileprivate static let keys = [
    "columns", "where", "sort", "group", "group-color", "stripe", "highlights", "flow", "empty",
  ]

  fileprivate init(_ source: String, _ fields: Fields, _ faults: inout FaultList) {
    self.init(source)
    columns = fields.sections("columns", names: StageTemplate.Column.keys, &faults)
      .compactMap { StageTemplate.Column($0, &faults) }
    if fields["columns"] == nil {
      faults.add(fields.path, fields.line, "missing columns: expected a list with a text for each")
    }
    condition = fields.condition("where", &faults)
    sort = fields.word("sort", .line(1...100), &faults)
    group = fields.pattern("group", &faults)
    groupColor = fields.color("group-color", &faults)
    stripe = fields.color("stripe", &faults)
    highlights = fields.sections("highlights", names: ["where", "color"], &faults).compactMap {
      let (condition, color) = ($0.condition("where", &faults), $0.color("color", &faults))
      guard let condition, let color else {
        faults.add($0.path, $0.line, "expected where and color")
        return nil
      }
      return StageTemplate.Highlight(condition, color)
    }
    lines = fields.lines(&faults) ?? lines
    flow = fields.number("flow", 1...6, &faults).map { Int(saturating: $0) } ?? flow
    turn = fields.turn(&faults)
    empty = fields.word("empty", .line(1...300), &faults)
  }
}

extension StageTemplate.Column {
  fileprivate static let keys = ["text", "title", "width", "color", "weight", "align"]

  fileprivate init?(_ fields: Fields, _ faults: inout FaultList) {
    guard let text = fields.pattern("text", &faults) else {
      if fields["text"] == nil { faults.add(fields.path, fields.line, "missing text") }
      return nil
    }
    self.init(text)
    title = fields.word("title", .line(1...100), &faults)
    width = fields.number("width", 0.1...100, &faults) ?? width
    color = fields.color("color", &faults)
    (weight, alignment) = (fields.weight(&faults), fields.alignment(&faults))
  }
}

extension Fields {
  private func value(
    _ name: String, _ kind: SettingKind, _ faults: inout FaultList
  ) -> SettingValue? {
    self[name].flatMap { kind.read($0, at: path.isEmpty ? name : "\(path).\(name)", &faults) }
  }

  fileprivate func number(
    _ name: String, _ range: ClosedRange<Double>, _ faults: inout FaultList
  ) -> Double? {
    guard case .number(let number)? = value(name, .number(range, unit: ""), &faults) else {
      return nil
    }
    return number
  }

  /// In per cent of the display's shorter side.
  fileprivate func size(_ faults: inout FaultList) -> Double? {
    number("size", 0.5...60, &faults).map { $0 / 100 }
  }

  fileprivate func flag(_ name: String, _ faults: inout FaultList) -> Bool? {
    guard case .flag(let flag)? = value(name, .flag, &faults) else { return nil }
    return flag
  }

  fileprivate func color(_ name: String, _ faults: inout FaultList) -> Color? {
    guard case .color(let color)? = value(name, .color, &faults) else { return nil }
    return color
  }

  fileprivate func weight(_ faults: inout FaultList) -> Text.Weight {
    switch word("weight", .choice(noun: "weight", ["regular", "medium", "bold"]), &faults) {
    case "medium"?: .medium
    case "bold"?: .bold
    default: .regular
    }
  }

  fileprivate func alignment(_ faults: inout FaultList) -> Text.Alignment {
    switch word("align", .choice(noun: "alignment", ["start", "center", "end"]), &faults) {
    case "center"?: .center
    case "end"?: .trailing
    default: .leading
    }
  }

  fileprivate func turn(_ faults: inout FaultList) -> Duration? {
    number("turn", 1...3600, &faults).map { .seconds($0) }
  }

  fileprivate func lines(_ faults: inout FaultList) -> Int? {
    number("lines", 1...20, &faults).map { Int(saturating: $0) }
  }

  /// The name of a data file, without its extension.
  fileprivate func source(_ name: String, _ faults: inout FaultList) -> String? {
    word(name, .overlay, &faults)
  }

  /// An address for the engine, which gets it in a file of variables: no quotes, backslashes and spaces.
  fileprivate func pageAddress(_ faults: inout FaultList) -> String? {
    guard let text = word("page", .line(1...2000), &faults) else { return nil }
    let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"'\\`".utf8.contains($0) }
    let isFile = text.hasPrefix("file:///")
    guard isPlain, isFile || (try? RemoteURL(text))?.isWeb == true else {
      faults.add(
        path + ".page", self["page"]?.line ?? line,
        "expected an address, https://… or file:///…, with other characters percent-encoded")
      return nil
    }
    return text
  }

  fileprivate func pattern(_ name: String, _ faults: inout FaultList) -> RowPattern? {
    guard let text = word(name, .line(1...500), &faults) else { return nil }
    do throws(RowPattern.Failure) {
      return try RowPattern(text)
    } catch {
      faults.add("\(path).\(name)", self[name]?.line ?? line, error.cause)
      return nil
    }
  }

  fileprivate func condition(_ name: String, _ faults: inout FaultList) -> RowCondition? {
    guard let text = word(name, .line(1...500), &faults) else { return nil }
    do throws(RowCondition.Failure) {
      return try RowCondition(text)
    } catch {
      faults.add("\(path).\(name)", self[name]?.line ?? line, error.cause)
      return nil
    }
  }
}
