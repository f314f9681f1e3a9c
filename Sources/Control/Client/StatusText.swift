import VitrineTiming

/// The human-readable text of responses. Replaces control characters, which titles and paths from
/// files may contain.
package enum StatusText {
  /// On one line: `▶ 01:23 / 04:56  clip.mp4  1.5×  muted`.
  package static func line(_ status: JSONValue) -> String {
    var words = [symbol(status) + " " + place(status)]
    if let title = status["title"]?.text ?? status["item"]?.text { words.append(visible(title)) }
    words += (status["zones"]?.array ?? []).map { zone in
      let content = zone["item"]?.text ?? zone["error"]?.text ?? zone["phase"]?.text ?? ""
      return "\(visible(zone["zone"]?.text ?? "")): \(symbol(zone)) \(visible(content))"
    }
    words += schedule(status) + content(status["content"]) + settings(status)
    if let dark = status["display"]?["dark"]?.text { words.append("no picture: \(visible(dark))") }
    if let error = status["playlist"]?["error"]?.text {
      words.append("playlist: \(visible(error))")
    }
    if let error = status["error"]?.text { words.append(visible(error)) }
    if let failure = status["failure"], let item = failure["item"]?.text {
      words.append("cannot play: \(visible(item)): \(visible(failure["error"]?.text ?? ""))")
    }
    return words.joined(separator: "  ")
  }

  /// A line per entry of the queue, with its number, and a line for its description.
  package static func lines(ofList list: JSONValue) -> [String] {
    (list["entries"]?.array ?? []).flatMap { entry in
      let mark = entry["playing"]?.bool == true ? "▶" : " "
      let name = entry["title"]?.text ?? entry["location"]?.text ?? ""
      return ["\(mark) \(entry["id"]?.integer ?? 0)  \(visible(name))"]
        + [entry["description"]?.text].compactMap(\.self).map { "     \(visible($0))" }
    }
  }

  /// The player that shows the item now, or a line per player in the network.
  package static func lines(ofHandOver data: JSONValue) -> [String] {
    guard let players = data["players"]?.array else {
      return ["playing on \(visible(data["player"]?.text ?? ""))"]
    }
    guard !players.isEmpty else { return ["no other players found"] }
    return players.map { player in
      "\(visible(player["name"]?.text ?? ""))  \(visible(player["address"]?.text ?? ""))"
    }
  }

  /// A line per overlay: its name, its content and its other keys.
  package static func lines(ofOverlays data: JSONValue) -> [String] {
    guard case .object(let overlays)? = data["overlays"], !overlays.isEmpty else {
      return ["no overlays"]
    }
    return overlays.sorted { $0.key < $1.key }.map { name, overlay in
      guard case .object(let keys) = overlay else { return visible(name) }
      let parts = keys.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.text ?? "")" }
      return "\(visible(name))  \(visible(parts.joined(separator: ", ")))"
    }
  }

  /// A line per sound device, with a mark at the one in use, and a line for a device that is not a
  /// card's.
  package static func lines(ofSoundDevices data: JSONValue) -> [String] {
    let current = data["device"]?.text
    let devices = (data["devices"]?.array ?? []).map { device in
      (device["device"]?.text, device["monitor"]?.text ?? device["card"]?.text ?? "")
    }
    let lines = devices.map { device, name in
      "\(device == current ? "▶" : " ") \(visible(device ?? ""))  \(visible(name))"
    }
    let isListed = current == nil || devices.contains { $0.0 == current }
    let other = isListed ? [] : ["▶ \(visible(current ?? ""))"]
    return lines + other + ["requested: \(visible(data["choice"]?.text ?? ""))"]
  }

  /// A line per field, with nested fields.
  package static func lines(of value: JSONValue, prefix: String = "") -> [String] {
    guard case .object(let fields) = value else { return ["\(prefix): \(text(value))"] }
    return fields.sorted { $0.key < $1.key }.flatMap { key, value in
      lines(of: value, prefix: prefix.isEmpty ? key : "\(prefix) \(key)")
    }
  }

  private static func symbol(_ status: JSONValue) -> String {
    switch status["phase"]?.text {
    case "failed": "✖"
    case "idle", "ended": "■"
    case "opening", "buffering": "…"
    default: status["paused"]?.bool == true ? "⏸" : "▶"
    }
  }

  private static func place(_ status: JSONValue) -> String {
    guard let position = status["position"]?.number else { return status["phase"]?.text ?? "" }
    let place = clock(position)
    return status["duration"]?.number.map { "\(place) / \(clock($0))" } ?? place
  }

  static func clock(_ seconds: Double) -> String {
    guard seconds.magnitude < 1e9 else { return "?" }
    return MediaTime(Int64(saturating: seconds), 1).description
  }

  /// The settings that differ from their defaults.
  private static func settings(_ status: JSONValue) -> [String] {
    var words: [String] = []
    if let rate = status["rate"]?.number, (rate - 1).magnitude > 0.005 {
      words.append("\((rate * 100).rounded() / 100)×")
    }
    if status["muted"]?.bool == true {
      words.append("muted")
    } else if let volume = status["volume"]?.number, (0..<0.995).contains(volume) {
      words.append("\(Int(saturating: (volume * 100).rounded()))%")
    }
    if status["power"]?.text == "off" { words.append("display off") }
    if let percent = status["brightness"]?.integer, percent < 100 {
      let error = status["dimming"]?["error"]?.text.map { ", not dimmed: \(visible($0))" }
      words.append("brightness \(percent)%" + (error ?? ""))
    }
    return words
  }

  /// Why the current item is on screen, if a schedule or an operator decides, and the next item.
  private static func schedule(_ status: JSONValue) -> [String] {
    var words: [String] = []
    if let override = status["override"], let id = override["id"]?.text {
      let end = override["end"]?.text.map { " until \($0)" }
      let rest = override["remaining"]?.number.map { " for \(clock($0))" }
      words.append("override \(visible(id))" + (end ?? rest ?? ""))
      if override["shown"]?.bool == false {
        words.append("not shown: \(visible(override["error"]?.text ?? "still loading"))")
      }
    }
    guard let schedule = status["schedule"] else { return words }
    if schedule["scheduled"]?.bool == true, status["override"]?["shown"]?.bool != true {
      words.append(visible(schedule["level"]?.text ?? "nothing to show"))
      if let next = schedule["next"]?.text { words.append("next \(visible(next))") }
    }
    if schedule["programme"]?.bool == false { words.append("not the programme") }
    if schedule["clock"]?.bool == false { words.append("clock not set") }
    return words
  }

  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: "–"
    case .bool(let bool): "\(bool)"
    case .number(let number): value.integer.map { "\($0)" } ?? "\(number)"
    case .text(let text): visible(text)
    case .array(let values): values.map { text($0) }.joined(separator: ", ")
    case .object: ""
    }
  }

  /// Replaces characters that control a terminal: control characters, and those that change the
  /// text direction.
  static func visible(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .lineSeparator, .paragraphSeparator: "?"
          case .format where (0x202A...0x2069).contains(scalar.value): "?"
          default: scalar
          }
        }))
  }
}
