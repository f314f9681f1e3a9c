internal import VitrineLinux
package import VitrineTiming

/// An item that a player hands over to another, with its position: the body of the request between them.
package struct HandOver: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The address of a file or stream on a server, without user name and password.
    case url(String)
    /// The path of a file that the receiver has in its own list, and its size in bytes.
    case file(String, size: Int)
  }

  /// The subtitles that were on screen.
  package enum Subtitles: Hashable, Sendable {
    case off
    /// The language, as in a track.
    case language(String)
  }

  package var source: Source
  /// The part of the source to play; nil for its own start and end.
  package var start: MediaTime?
  package var end: MediaTime?
  package var title: String?
  /// From the item's beginning; nil for a live stream.
  package var position: MediaTime?
  /// The language of the audio track; nil leaves it to the receiver.
  package var audio: String?
  /// Nil leaves them to the receiver.
  package var subtitles: Subtitles?
  /// How long the sender waits for the first picture.
  package var timeout = HandOver.longestTimeout
  /// Ends it if the sender does not receive the response; not a part of the body.
  package var withdrawal: Withdrawal?

  package static let longestTimeout = Duration.seconds(8)

  package init(_ source: Source) { self.source = source }
}

extension HandOver {
  /// Ends a hand-over whose sender is gone. Thread-safe; compared by identity.
  package final class Withdrawal: Sendable {
    private struct State: Sendable {
      var isDone = false
      var action: (@Sendable () -> Void)?
    }

    private let state = Shared(State())

    package init() {}

    /// Calls `action` on withdrawal, from any thread; at once if that was before.
    package func onWithdrawal(_ action: @escaping @Sendable () -> Void) {
      let isDone = state.update { state in
        state.action = action
        return state.isDone
      }
      if isDone { action() }
    }

    package func withdraw() {
      let action = state.update { state in
        state.isDone = true
        return state.action
      }
      action?()
    }
  }
}

extension HandOver.Withdrawal: Hashable {
  package static func == (a: HandOver.Withdrawal, b: HandOver.Withdrawal) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// As JSON. The receiver trusts no field.
extension HandOver {
  /// The longest address, path and title in a valid request, in bytes.
  private static let longestAddress = 8192
  private static let longestTitle = 1200
  private static let longestLanguage = 64
  /// No file is longer, in seconds.
  private static let longest = 1e7

  package var json: JSONValue {
    var fields: [String: JSONValue] = ["timeout": JSONValue(timeout.seconds)]
    switch source {
    case .url(let text): fields["url"] = .text(text)
    case .file(let path, let size): (fields["file"], fields["size"]) = (.text(path), .init(size))
    }
    fields["start"] = start.map { JSONValue($0.seconds) }
    fields["end"] = end.map { JSONValue($0.seconds) }
    fields["title"] = title.map { .text($0) }
    fields["position"] = position.map { JSONValue($0.seconds) }
    fields["audio"] = audio.map { .text($0) }
    switch subtitles {
    case .off: fields["subtitles"] = .text("off")
    case .language(let language): fields["subtitles"] = .text(language)
    case nil: break
    }
    return .object(fields)
  }

  /// Reads the body of a request.
  package init(_ json: JSONValue) throws(Refusal) {
    switch (try Self.text("url", json, Self.longestAddress), json["file"]) {
    case (let url?, nil): self.init(.url(url))
    case (nil, _?):
      guard let path = try Self.text("file", json, Self.longestAddress), path.hasPrefix("/"),
        let size = json["size"]?.integer, size >= 0
      else { throw Refusal("file must be an absolute path, with its size in bytes", .invalid) }
      self.init(.file(path, size: size))
    default: throw Refusal("expected either url or file", .invalid)
    }
    start = try Self.time("start", json)
    end = try Self.time("end", json)
    title = try Self.text("title", json, Self.longestTitle)
    position = try Self.time("position", json)
    audio = try Self.text("audio", json, Self.longestLanguage)
    subtitles = try Self.text("subtitles", json, Self.longestLanguage).map {
      $0 == "off" ? .off : .language($0)
    }
    if let seconds = try Self.number("timeout", json) {
      timeout = min(.milliseconds(Int64(saturating: seconds * 1000)), Self.longestTimeout)
    }
  }

  private static func text(
    _ name: String, _ json: JSONValue, _ longest: Int
  ) throws(Refusal) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.text, !text.isEmpty, text.utf8.count <= longest,
      !text.unicodeScalars.contains(where: { $0.value < 32 || $0.value == 127 })
    else {
      throw Refusal("\(name) must be a string of 1 to \(longest) bytes on one line", .invalid)
    }
    return text
  }

  private static func number(_ name: String, _ json: JSONValue) throws(Refusal) -> Double? {
    guard let value = json[name], value != .null else { return nil }
    guard let number = value.number, (0...longest).contains(number) else {
      throw Refusal("\(name) must be a number of seconds, 0 to 10000000", .invalid)
    }
    return number
  }

  private static func time(_ name: String, _ json: JSONValue) throws(Refusal) -> MediaTime? {
    // bound: at most 1e13 microseconds
    try number(name, json).map { MediaTime(Int64(saturating: ($0 * 1e6).rounded()), 1_000_000) }
  }
}
