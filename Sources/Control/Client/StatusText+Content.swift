internal import VitrineTiming

/// The human-readable text of content updates.
extension StatusText {
  /// For the status line; empty without content updates.
  static func content(_ content: JSONValue?) -> [String] {
    guard case .object? = content, let content else { return [] }
    var words: [String] = []
    if let shown = content["shown"], let number = shown["number"]?.integer {
      words.append("content \(number)" + (shown["trial"]?.bool == true ? " on trial" : ""))
    } else {
      words.append("no content yet")
    }
    if let stick = content["stick"]?.text {
      words.append("playing the USB stick \(visible(stick))")
    }
    if let fetching = fetching(content) { words.append(fetching) }
    if let error = content["error"]?.text { words.append("content: \(visible(error))") }
    return words
  }

  /// All fields, for `vitrine ctl content`.
  package static func lines(ofContent data: JSONValue) -> [String] {
    guard case .object? = data["content"], let content = data["content"] else {
      return ["no content updates for this output: see content in the configuration"]
    }
    var lines = shown(content["shown"])
    if let stick = content["stick"]?.text {
      lines.append("playing the USB stick \(visible(stick)) while it is plugged in")
    }
    if let fetching = fetching(content) { lines.append(fetching) }
    if content["waiting"]?.bool == true {
      lines.append("the update waits for its maintenance window: content.hours")
    }
    if let error = content["error"]?.text { lines.append("error: \(visible(error))") }
    if let checked = content["checked"]?.text {
      lines.append("last checked: \(visible(seconds(checked)))")
    }
    if let written = content["written"]?.number { lines.append("total written: \(size(written))") }
    return lines
  }

  /// The time without fractions of a second.
  private static func seconds(_ time: String) -> String {
    guard let point = time.firstIndex(of: ".") else { return time }
    return String(time[..<point] + time[point...].drop { $0 == "." || $0.isNumber })
  }

  private static func shown(_ shown: JSONValue?) -> [String] {
    guard let shown, let number = shown["number"]?.integer else { return ["no content yet"] }
    let set = visible(shown["set"]?.text ?? "")
    let files = shown["files"]?.integer ?? 0
    let trial = shown["trial"]?.bool == true ? ", on trial: not played to its end yet" : ""
    return [
      "release \(number), id \(set)\(trial)",
      "\(files) \(files == 1 ? "file" : "files"), \(size(shown["size"]?.number ?? 0))",
    ]
  }

  private static func fetching(_ content: JSONValue) -> String? {
    guard let fetch = content["fetching"], let done = fetch["done"]?.number,
      let all = fetch["of"]?.number
    else { return nil }
    return "downloading \(size(done)) of \(size(all))"
  }

  /// In decimal units: `912 bytes`, `6.3 MB`, `41 MB`, `1.2 GB`.
  static func size(_ bytes: Double) -> String {
    guard bytes.magnitude < 1e18 else { return "?" }
    var (value, unit) = (bytes, 0)
    let units = ["bytes", "KB", "MB", "GB", "TB", "PB"]
    // Avoids 1000 KB after rounding.
    while value >= 999.5, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
    let isSmall = unit > 1 && value < 9.95
    let tenths = (value * 10).rounded() / 10
    return isSmall
      ? "\(tenths) \(units[unit])" : "\(Int(saturating: value.rounded())) \(units[unit])"
  }
}
