import NIOHTTP1
import VitrineControl
import VitrinePlaylists
import VitrineTiming

/// Emergency overrides.
enum OverrideRoutes {
  private static let path = "/api/v1/override"

  static let all: [Route] = [
    Route(method: .get, path: path, role: .view) { call, router throws(Refusal) in
      .perform(.currentOverride, nil, call, router)
    },
    Route(method: .put, path: path, role: .control, body: .json) { call, router throws(Refusal) in
      let words = try words(of: call.json())
      let request = try Request(command: .array(words.map { .text($0) }))
      return .perform(request, "override begin \(words[2])", call, router)
    },
    Route(method: .delete, path: path, role: .control) { call, router throws(Refusal) in
      let id = call.query["id"]
      return .perform(.override(.end(id: id)), "override end", call, router)
    },
  ]

  /// Returns the body as words of the control socket's command.
  private static func words(of body: JSONValue) throws(Refusal) -> [String] {
    guard let id = body["id"]?.text else {
      throw Refusal("id must be a string: the override's name", .invalid)
    }
    var words = ["override", "begin", id]
    switch (body["for"], body["until"]) {
    case (.number(let seconds)?, nil) where seconds >= 1 && seconds < 1e7:
      words += ["for", "\(Int(saturating: seconds))"]
    case (.text(let time)?, nil): words += ["for", time]
    case (nil, .text(let time)?): words += ["until", time]
    default:
      throw Refusal(
        "expected for (30m, or a number of seconds) or until (a time with its UTC offset)", .invalid
      )
    }
    let severity = try body["severity"].map { value throws(Refusal) in
      guard let text = value.text, Severity(rawValue: text) != nil else {
        throw Refusal("invalid severity: expected information, warning or emergency", .invalid)
      }
      return text
    }
    switch (body["source"]?.text, body["title"]?.text) {
    case (let source?, nil) where severity == nil: return words + ["file", source]
    case (nil, let title?):
      return words + [severity].compactMap(\.self) + ["card", title, body["text"]?.text ?? ""]
    default: throw Refusal("expected source, or title and optionally text and severity", .invalid)
    }
  }
}
