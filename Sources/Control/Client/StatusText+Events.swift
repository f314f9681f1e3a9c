// Events, as `vitrine ctl status --follow` prints them.
extension StatusText {
  /// The status, or a line such as `failed: clip.mp4: no such file`.
  package static func line(ofEvent event: JSONValue) -> String {
    let name = event["event"]?.text ?? "status"
    guard name != "status" else { return line(event) }
    var words = [name]
    words += ["item", "reason", "error"].compactMap { event[$0]?.text.map(visible) }
    if event["complete"]?.bool == false { words.append("before its end") }
    if let missing = event["missing"]?.number { words.append("after \(clock(missing))") }
    return words.joined(separator: ": ")
  }
}
