internal import VitrinePlaylists
internal import VitrineScenes
package import VitrineStage

/// The text of a template file that an editor changes: only the changed values differ.
package struct TemplateText: Hashable, Sendable {
  package let text: String
  /// Its name in messages.
  package let file: String
  package let template: StageTemplate

  /// The usual order of the keys of zones.
  private static let order =
    ["film", "sign-language", "text", "clock", "image", "code", "table", "page", "video"]
    + ["sound", "data", "turn", "touch", "language", "time-zone", "left", "top", "width", "height"]
    + ["size", "weight", "color", "background", "align", "vertical", "lines", "portrait", "where"]
    + ["sort", "group", "group-color", "stripe", "highlights", "flow", "empty", "columns", "zones"]

  /// Reports all errors at once.
  package init(_ text: String, file: String) throws(ConfigurationFaults) {
    template = try StageTemplate(yaml: Array(text.utf8), file: file)
    (self.text, self.file) = (text, file)
  }

  /// `isPortrait` is the display's orientation. Throws if the result is not a valid template.
  package func applying(
    _ changes: [TemplateChange], isPortrait: Bool
  ) throws(TemplateChangeFailure) -> TemplateText {
    var result = self
    for (index, change) in changes.enumerated() {
      do throws(ConfigurationFaults) {
        result = try result.applying(change, isPortrait: isPortrait)
      } catch {
        throw TemplateChangeFailure(index, error.lines)
      }
    }
    return result
  }

  private func applying(
    _ change: TemplateChange, isPortrait: Bool
  ) throws(ConfigurationFaults) -> TemplateText {
    let changed: String
    do throws(Fault) {
      var yaml = try YAMLText(text, order: Self.order)
      for edit in try edits(change, yaml.root, isPortrait: isPortrait) { try yaml.apply(edit) }
      changed = yaml.text
    } catch {
      throw ConfigurationFaults(["\(file):\(error.line): \(error.cause)"])
    }
    return try TemplateText(changed, file: file)
  }

  // MARK: From changes to edits

  private func edits(
    _ change: TemplateChange, _ root: Entry, isPortrait: Bool
  ) throws(Fault) -> [YAMLEdit] {
    switch change {
    case .background(let color): return [.set(["background"], YAMLWord(color, .text))]
    case .add(let name, let kind, let value, let frame):
      try check(name)
      return [.add(["zones"], name: name, fields(kind, value, frame, root))]
    case .move(let name, let frame):
      return move(try zone(name), to: frame, root, isPortrait: isPortrait)
    case .rename(let name, let other):
      _ = try zone(name)
      if name == other { return [] }
      try check(other)
      return [.rename(["zones", name], to: other)]
    case .remove(let name):
      _ = try zone(name)
      guard template.zones.count > 1 else {
        throw Fault(line: 1, cause: "a template needs a zone: add another one first")
      }
      return [.remove(["zones", name])]
    case .set(let name, let key, let value):
      return try set(key, value, of: try zone(name), root, isPortrait: isPortrait)
    }
  }

  private func zone(_ name: String) throws(Fault) -> StageTemplate.Zone {
    guard let zone = template.zones.first(where: { $0.name == name }) else {
      throw Fault(line: 1, cause: "there is no zone \(quoted(name))")
    }
    return zone
  }

  /// Checks the name of a new zone.
  private func check(_ name: String) throws(Fault) {
    guard SettingKind.isName(name) else {
      throw Fault(
        line: 1, cause: "invalid name \(quoted(name)): expected \(SettingKind.overlay.expected)")
    }
    guard !template.zones.contains(where: { $0.name == name }) else {
      throw Fault(line: 1, cause: "there is a zone \(quoted(name)) already: choose another name")
    }
  }

  private func move(
    _ zone: StageTemplate.Zone, to frame: StageTemplate.Frame, _ root: Entry, isPortrait: Bool
  ) -> [YAMLEdit] {
    let isOwn = isPortrait && zone.portrait != nil
    let path = ["zones", zone.name] + (isOwn ? ["portrait"] : [])
    let known = Set(root.value(at: path)?.pairs.map(\.name) ?? [])
    let old = Percentages((isOwn ? zone.portrait : nil) ?? zone.frame)
    let new = Percentages(frame)
    // Without width or height, a zone extends to the edge.
    let defaults = Percentages(left: 0, top: 0, width: 100 - new.left, height: 100 - new.top)
    return Percentages.keys.compactMap { name, key in
      guard !isSame(new[keyPath: key], (known.contains(name) ? old : defaults)[keyPath: key]) else {
        return nil
      }
      return .set(path + [name], YAMLWord(written(new[keyPath: key]), .bare))
    }
  }

  private func set(
    _ key: TemplateChange.Key, _ value: String?, of zone: StageTemplate.Zone, _ root: Entry,
    isPortrait: Bool
  ) throws(Fault) -> [YAMLEdit] {
    let isOwn = key == .size && isPortrait && zone.portraitSize != nil
    let path = ["zones", zone.name] + (isOwn ? ["portrait"] : []) + [key.rawValue]
    let old = root.value(at: path)
    guard let value else { return old == nil ? [] : [.remove(path)] }
    if case .word(let word, _)? = old?.content {
      if word == value { return [] }
      if key.isNumber, let one = Double(word), let other = Double(value), isSame(one, other) {
        return []
      }
    }
    guard key != .touch || ["true", "false"].contains(value) else {
      throw Fault(
        line: old?.line ?? 1,
        cause: "zones.\(zone.name).touch: expected true or false, got \(quoted(value))")
    }
    guard !key.isNumber || Double(value)?.isFinite == true else {
      throw Fault(
        line: old?.line ?? 1,
        cause: "zones.\(zone.name).\(key.rawValue): expected a number, got \(quoted(value))")
    }
    let written = key.isNumber ? Double(value).map(written) ?? value : value
    return [.set(path, YAMLWord(written, key.style))]
  }

  /// The keys of a new zone, as a person would write them.
  private func fields(
    _ kind: TemplateChange.Kind, _ value: String, _ frame: StageTemplate.Frame, _ root: Entry
  ) -> [YAMLEdit.Field] {
    let new = Percentages(frame)
    let places = Percentages.keys.compactMap { name, key -> YAMLEdit.Field? in
      let isDefault =
        switch name {
        case "width": isSame(new.left + new.width, 100)
        case "height": isSame(new.top + new.height, 100)
        default: isSame(new[keyPath: key], 0)
        }
      return isDefault ? nil : YAMLEdit.Field(name, YAMLWord(written(new[keyPath: key]), .bare))
    }
    let looks: [YAMLEdit.Field] = [
      YAMLEdit.Field("size", YAMLWord("5", .bare)),
      YAMLEdit.Field("color", YAMLWord(textColor(root), .text)),
    ]
    return switch kind {
    case .film: [YAMLEdit.Field("film", YAMLWord("true", .bare))] + places
    case .text, .clock: [YAMLEdit.Field(kind.rawValue, YAMLWord(value, .text))] + places + looks
    case .image: [YAMLEdit.Field("image", YAMLWord(value, .word))] + places
    case .code: [YAMLEdit.Field("code", YAMLWord(value, .text))] + places
    case .box: places + [YAMLEdit.Field("background", YAMLWord(value, .text))]
    }
  }

  /// The colour of texts: that of another zone, or one that can be read on the background.
  private func textColor(_ root: Entry) -> String {
    for zone in template.zones where zone.background == nil && zone.content.kind == "text" {
      if case .word(let color, _)? = root.value(at: ["zones", zone.name, "color"])?.content {
        return color
      }
    }
    let ground = template.background
    let light = 0.3 * ground.red + 0.6 * ground.green + 0.1 * ground.blue
    return light > 0.5 ? "#000000" : "#FFFFFF"
  }

  // MARK: Outline

  /// `isPortrait` is the display's orientation.
  package func outline(isPortrait: Bool) -> TemplateOutline {
    let root = try? YAMLText(text, order: []).root
    let zones = template.zones.map { zone in
      let path = ["zones", zone.name]
      let fields = TemplateChange.Key.allCases.compactMap { key -> (TemplateChange.Key, String)? in
        let own = key == .size && isPortrait ? root?.value(at: path + ["portrait", "size"]) : nil
        guard case .word(let word, _)? = (own ?? root?.value(at: path + [key.rawValue]))?.content
        else { return nil }
        return (key, word)
      }
      return TemplateOutline.Zone(
        zone.name, zone.content.kind, (isPortrait ? zone.portrait : nil) ?? zone.frame,
        Dictionary(fields) { first, _ in first })
    }
    guard case .word(let background, _)? = root?.value(at: ["background"])?.content else {
      return TemplateOutline(background: nil, zones)
    }
    return TemplateOutline(background: background, zones)
  }
}

/// A frame in per cent, with the two decimals that are written.
private struct Percentages {
  var left, top, width, height: Double

  static var keys: [(String, KeyPath<Percentages, Double>)] {
    [("left", \.left), ("top", \.top), ("width", \.width), ("height", \.height)]
  }

  init(left: Double, top: Double, width: Double, height: Double) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }

  init(_ frame: StageTemplate.Frame) {
    func rounded(_ share: Double) -> Double { (share * 10_000).rounded() / 100 }
    self.init(
      left: rounded(frame.left), top: rounded(frame.top), width: rounded(frame.width),
      height: rounded(frame.height))
  }
}

private func isSame(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.005 }

/// At most two decimals, without trailing zeros.
private func written(_ number: Double) -> String { plain((number * 100).rounded() / 100) }

extension Entry {
  fileprivate var pairs: [Pair] { if case .map(let pairs) = content { pairs } else { [] } }

  fileprivate func value(at path: [String]) -> Entry? {
    var entry: Entry? = self
    for name in path { entry = entry?.pairs.first { $0.name == name }?.value }
    return entry
  }
}

extension TemplateChange.Key {
  fileprivate var isNumber: Bool { [.size, .turn, .lines].contains(self) }

  fileprivate var style: YAMLWord.Style {
    switch self {
    case .size, .turn, .lines, .touch: .bare
    case .image, .table, .data, .language, .timeZone, .weight, .align, .vertical: .word
    case .text, .clock, .code, .page, .color, .background: .text
    }
  }
}
