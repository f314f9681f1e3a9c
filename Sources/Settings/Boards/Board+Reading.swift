internal import VitrinePictures
internal import VitrinePlaylists

extension Board {
  /// Reads a file of `board-configs`; `file` is its path, and its file name must match the board's
  /// name.
  ///
  /// Reports all errors at once.
  package init(bytes: [UInt8], file: String, isSite: Bool = false) throws(ConfigurationFaults) {
    var faults = FaultList()
    var read: Board?
    do throws(Fault) {
      let text = try FileText(bytes)
      guard let root = try Entry(yaml: text.bytes) else {
        throw Fault(line: 1, cause: "the file is empty")
      }
      if let fields = Fields(root, at: "", names: Self.names, &faults) {
        read = Board(fields, file, isSite, &faults)
      }
    } catch {
      faults.add(error)
    }
    guard let read, faults.all.isEmpty else {
      throw ConfigurationFaults(faults.lines(in: file))
    }
    self = read
  }

  private static let names = [
    "name", "title", "confidence", "match", "systems", "connectors", "planes", "sound", "decoders",
    "limits", "command-line", "quirks", "configuration",
  ]

  private static let sentence = SettingKind.text(1...1000)

  private init(
    _ fields: Fields, _ file: String, _ isSite: Bool, _ faults: inout FaultList
  ) {
    self.file = file
    self.isSite = isSite
    name = fields.required("name", .text(1...64), &faults)
    title = fields.required("title", .text(1...100), &faults)
    confidence = Confidence(fields, "confidence", &faults)
    let defaultConfidence = confidence
    func facts(_ name: String, _ faults: inout FaultList) -> [BoardFact] {
      fields.sections(name, names: BoardFact.names, &faults)
        .map { BoardFact($0, defaultConfidence, &faults) }
    }
    systems = fields.sections("systems", names: BoardSystem.names, &faults)
      .map { BoardSystem($0, defaultConfidence, &faults) }
    let connectors = facts("connectors", &faults)
    let planes = facts("planes", &faults)
    let sound = facts("sound", &faults)
    decoders = fields.sections("decoders", names: BoardDecoder.names, &faults)
      .map { BoardDecoder($0, defaultConfidence, &faults) }
    let limits = facts("limits", &faults)
    commandLine = fields.sections("command-line", names: ["word"] + BoardFact.names, &faults)
      .map {
        ($0.required("word", .text(1...200), &faults), BoardFact($0, defaultConfidence, &faults))
      }
    match = BoardMatch(fields, &faults)
    let explained = DisplayQuirks.read(fields, defaultConfidence, &faults)
    quirks = explained.quirks
    notes = BoardNotes(
      connectors: connectors, planes: planes, sound: sound, limits: limits,
      quirks: explained.reason)
    configuration = fields["configuration"]
    checkName(fields, &faults)
    checkConfiguration(&faults)
  }

  private func checkName(_ fields: Fields, _ faults: inout FaultList) {
    let last = file.split(separator: "/").last.map(String.init) ?? file
    if !name.isEmpty, last != name + ".yaml" {
      faults.add(
        "name", fields["name"]?.line ?? 1,
        "\(quoted(name)) does not match the file name \(printable(last))")
    }
    let isName = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    if !isName {
      faults.add(
        "name", fields["name"]?.line ?? 1,
        "invalid name \(quoted(name)): expected lower-case letters, digits and -")
    }
  }

  private func checkConfiguration(_ faults: inout FaultList) {
    guard let configuration else { return }
    var check = SchemaCheck()
    check.read(configuration, &faults)
    for statement in check.statements where statement.setting.path == "board" {
      faults.add("configuration.board", statement.line, "a board file cannot set this key")
    }
  }
}

extension Confidence {
  fileprivate init(_ fields: Fields, _ name: String, _ faults: inout FaultList) {
    let kind = SettingKind.choice(noun: "confidence", Confidence.allCases.map(\.rawValue))
    self = Confidence(rawValue: fields.required(name, kind, &faults)) ?? .reported
  }
}

extension BoardFact {
  static let names = ["says", "source", "confidence"]

  fileprivate init(_ fields: Fields, _ defaultConfidence: Confidence, _ faults: inout FaultList) {
    says = fields.required("says", .text(1...1000), &faults)
    source = fields.word("source", .text(1...300), &faults)
    confidence =
      fields["confidence"] == nil ? defaultConfidence : Confidence(fields, "confidence", &faults)
    // A fact that was not tried needs a source, so that it can be checked.
    if source == nil, confidence != .tried {
      faults.add(fields.path, fields.line, "missing source: required unless confidence is tried")
    }
  }
}

extension BoardSystem {
  static let names = ["system", "kernel", "package"] + BoardFact.names

  fileprivate init(_ fields: Fields, _ defaultConfidence: Confidence, _ faults: inout FaultList) {
    system = fields.required("system", .text(1...100), &faults)
    kernel = fields.required("kernel", .text(1...100), &faults)
    package = fields.required(
      "package", .choice(noun: "architecture", ["amd64", "arm64"]), &faults)
    fact = BoardFact(fields, defaultConfidence, &faults)
  }
}

extension BoardDecoder {
  static let names = ["driver", "way", "codecs", "largest", "bits"] + BoardFact.names

  fileprivate init(_ fields: Fields, _ defaultConfidence: Confidence, _ faults: inout FaultList) {
    let ways = SettingKind.choice(noun: "value", Way.allCases.map(\.rawValue))
    way = Way(rawValue: fields.required("way", ways, &faults)) ?? .request
    known = KnownDecoder(
      driver: fields.required("driver", .text(1...64), &faults),
      codecs: Set(fields.words("codecs", .text(1...32), &faults)),
      largest: fields.size("largest", &faults),
      bits: fields.word("bits", .choice(noun: "depth", ["8", "10", "12"]), &faults).flatMap {
        Int($0)
      }, isUnused: way == .unused)
    fact = BoardFact(fields, defaultConfidence, &faults)
    if known.codecs.isEmpty {
      faults.add(fields.path, fields.line, "missing codecs: expected a list such as [h264, hevc]")
    }
  }
}

extension Fields {
  /// A size such as `1920x1080`.
  fileprivate func size(_ name: String, _ faults: inout FaultList) -> PixelSize? {
    guard let word = word(name, .text(1...32), &faults) else { return nil }
    guard let request = ModeRequest(word), request.refresh == nil else {
      faults.add(
        "\(path).\(name)", self[name]?.line ?? 1,
        "invalid size \(quoted(word)): expected a size such as 1920x1080")
      return nil
    }
    return request.size
  }
}

extension BoardMatch {
  fileprivate init(_ fields: Fields, _ faults: inout FaultList) {
    guard let entry = fields["match"] else {
      faults.add("", fields.line, "missing match: expected compatible, dmi or cpu")
      return
    }
    let names = ["compatible", "dmi", "cpu"]
    guard let match = Fields(entry, at: "match", names: names, &faults) else { return }
    compatible = match.words("compatible", .text(1...128), &faults)
    processors = match.words("cpu", .text(1...128), &faults)
    let parts = FirmwareField.allCases
    firmware = match.sections("dmi", names: parts.map(\.rawValue), &faults).map { one in
      var wanted: [FirmwareField: String] = [:]
      for part in parts { wanted[part] = one.word(part.rawValue, .text(1...128), &faults) }
      if wanted.isEmpty {
        faults.add(one.path, one.line, "empty section: expected \(either(parts.map(\.rawValue)))")
      }
      return wanted
    }
    if compatible.isEmpty, processors.isEmpty, firmware.isEmpty {
      faults.add("match", match.line, "empty section: expected compatible, dmi or cpu")
    }
  }
}

extension DisplayQuirks {
  private static let names = [
    "drivers", "avoid-formats", "avoid-planes", "avoid-rotations", "largest-buffer",
    "smallest-plane", "render",
  ]

  /// Returns the quirks and the fact that explains them.
  fileprivate static func read(
    _ fields: Fields, _ defaultConfidence: Confidence, _ faults: inout FaultList
  ) -> (quirks: DisplayQuirks, reason: BoardFact?) {
    var quirks = DisplayQuirks()
    guard let entry = fields["quirks"],
      let section = Fields(entry, at: "quirks", names: names + BoardFact.names, &faults)
    else { return (quirks, nil) }
    quirks.drivers = Set(section.words("drivers", .text(1...64), &faults))
    let codes = section.words("avoid-formats", .text(1...16), &faults)
    for (code, line) in zip(codes, section.lines(of: "avoid-formats")) {
      if let format = PixelFormat(code: code) {
        quirks.avoidedFormats.insert(format)
      } else {
        faults.add(
          "quirks.avoid-formats", line,
          "unknown pixel format \(quoted(code)): expected a code such as NV12")
      }
    }
    let planes = section.words("avoid-planes", words(of: PlaneKindName.self, "plane type"), &faults)
    quirks.avoidedPlanes = Set(planes.compactMap(PlaneKindName.init))
    let turns = SettingKind.choice(noun: "rotation", ["90", "180", "270"])
    quirks.avoidedRotations = Set(
      section.words("avoid-rotations", turns, &faults).compactMap { Rotation(word: $0) })
    quirks.renderModes = section.words("render", words(of: RenderMode.self, "value"), &faults)
      .compactMap(RenderMode.init)
    quirks.largestBuffer = section.size("largest-buffer", &faults)
    quirks.smallestPlane = section.size("smallest-plane", &faults)
    return (quirks, BoardFact(section, defaultConfidence, &faults))
  }

  private static func words<Word: RawRepresentable<String> & CaseIterable>(
    of type: Word.Type, _ noun: String
  ) -> SettingKind {
    .choice(noun: noun, type.allCases.map(\.rawValue))
  }
}
