// `vitrine health`, in the manner of monitoring plugins: a level, one sentence, and details below.
extension StatusText {
  /// The level and the picture on the first line, then a line for each problem and its cure; of several
  /// outputs, also a line for each that the first one does not describe.
  package static func lines(ofHealth health: JSONValue) -> [String] {
    let level = health["level"]?.text ?? "unknown"
    let findings = health["findings"]?.array ?? []
    let outputs = health["outputs"]?.array ?? []
    let summary = findings.first?["problem"]?.text ?? picture(health)
    let problems = findings.enumerated().flatMap { index, finding in
      (index == 0 ? [] : ["\(finding["severity"]?.text ?? ""): \(finding["problem"]?.text ?? "")"])
        + ["  \(finding["cure"]?.text ?? "")"]
    }
    let listed = outputs.count < 2 ? [] : outputs.dropFirst(findings.isEmpty ? 1 : 0)
    let pictures = listed.map {
      "\($0["name"]?.text ?? ""): \(picture($0, statesReason: !findings.isEmpty))"
    }
    let failed = outputs.flatMap { output in
      (output["failed"]?.array ?? []).map { item in
        "  \(item["item"]?.text ?? ""): \(item["error"]?.text ?? "")"
      }
    }
    return
      (["\(level.uppercased()): \(summary)"] + problems + pictures
      + (failed.count < 2 ? [] : ["items that could not be played:"] + failed)).map { visible($0) }
  }

  /// Says in words whether a picture is on the display.
  private static func picture(_ health: JSONValue, statesReason: Bool = false) -> String {
    let display = health["display"]?.text ?? "the display"
    let mode = health["mode"]?.text.map { ", \($0)" } ?? ""
    if health["power"]?.text == "off" { return "\(display) is turned off as requested" }
    if statesReason, let missing = health["no_picture_because"]?.text {
      return "no picture: \(missing)"
    }
    guard health["picture"]?.bool == true else { return "the player is starting" }
    let flip = health["last_flip"]?.number.flatMap { seconds in
      // Above a second, the picture is a still.
      seconds < 1 ? nil : ", unchanged for \(clock(seconds))"
    }
    return "a picture is on \(display)\(mode)\(flip ?? "")"
  }

  /// The exit status that monitoring plugins use: 0 for OK, 1 for a warning, 2 for a critical problem, 3 if
  /// unknown.
  package static func exitStatus(ofHealth health: JSONValue) -> Int32 {
    switch health["level"]?.text {
    case "ok": 0
    case "warning": 1
    case "critical": 2
    default: 3
    }
  }
}
