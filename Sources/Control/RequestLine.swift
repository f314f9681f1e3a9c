import VitrineLinux

/// One line of a client: a JSON object, or words for `CommandLanguage`.
struct RequestLine {
  /// The ID to repeat in the answer.
  var id: JSONValue?
  /// Nil for an empty line, which gets no answer.
  var request: Result<Request, Refusal>?

  init(_ bytes: some Collection<UInt8>) {
    guard bytes.first(where: { !Self.blanks.contains($0) }) == UInt8(ascii: "{") else {
      request = Self.words(bytes)
      return
    }
    do throws(JSONError) {
      let line = try JSONValue(line: bytes)
      let id = line["request_id"]
      guard Self.isID(id) else {
        request = .failure(
          Refusal("request_id must be an integer, or a string of at most 256 bytes", .invalid))
        return
      }
      self.id = id
      request = Result { () throws(Refusal) in try Request(command: line["command"]) }
    } catch {
      request = .failure(Refusal("the line is not valid JSON", .invalid))
    }
  }

  private static let blanks: [UInt8] = [9, 13, 32]

  private static func words(_ bytes: some Collection<UInt8>) -> Result<Request, Refusal>? {
    guard let text = String(streamSafe: Array(bytes)) else {
      return .failure(Refusal("the line is not valid UTF-8", .invalid))
    }
    do throws(Refusal) {
      return try CommandLanguage.parse(text).map { .success($0) }
    } catch {
      return .failure(error)
    }
  }

  private static func isID(_ id: JSONValue?) -> Bool {
    switch id {
    case nil, .null: true
    case .number: id?.integer != nil
    case .text(let text): text.utf8.count <= 256
    case .bool, .array, .object: false
    }
  }
}

extension Request {
  /// Parses a command in JSON: an array of words, numbers and Booleans.
  package init(command: JSONValue?) throws(Refusal) {
    guard let values = command?.array else {
      throw Refusal("command must be an array, such as [\"seek\", 12.5]", .invalid)
    }
    var words: [String] = []
    for value in values { words.append(try Self.word(value)) }
    self = try CommandLanguage.parse(words: words)
  }

  private static func word(_ value: JSONValue) throws(Refusal) -> String {
    switch value {
    case .text(let text): return text
    case .bool(let isOn): return isOn ? "on" : "off"
    case .number(let number): return value.integer.map { "\($0)" } ?? "\(number)"
    case .null, .array, .object:
      throw Refusal("command must contain only strings, numbers, true and false", .invalid)
    }
  }
}
