internal import VitrinePlaylists

/// A source of settings: a file, a board, the environment, the command line. `LayeredConfiguration`
/// reads its contents.
package struct ConfigurationLayer: Sendable {
  /// A file, a variable or an option.
  struct Part: Sendable {
    /// The prefix of messages, such as a file name.
    let name: String
    let content: Content
    /// The origin of its values, if not a line of `name`.
    var origin: String?
  }

  enum Content: Sendable {
    case bytes([UInt8])
    case entry(Entry)
    /// A key with its value as text, as in the environment.
    case word(Setting, String)
    /// An unknown key; the text is the message.
    case refused(String)
  }

  let parts: [Part]

  /// The bytes of a file; messages call it `name`.
  package static func file(_ name: String, _ bytes: [UInt8]) -> ConfigurationLayer {
    ConfigurationLayer(parts: [Part(name: name, content: .bytes(bytes))])
  }

  /// The variables that begin with `VITRINE_`, ordered by name. Others are ignored.
  package static func environment(_ variables: [String: String]) -> ConfigurationLayer {
    let ours = variables.filter { EnvironmentNames.isOurs($0.key) }
    let parts = ours.sorted { $0.key < $1.key }.map { name, text in
      let content: Content =
        switch EnvironmentNames.setting(of: name) {
        case .some(let setting): .word(setting, text)
        case .none: .refused(EnvironmentNames.unknown(name))
        }
      return Part(name: printable(name), content: content, origin: name)
    }
    return ConfigurationLayer(parts: parts)
  }

  /// Keys and values from the command line, such as `display.mode=1920x1080@60`, in their order.
  /// `option` is the name of the option.
  package static func assignments(_ words: [String], option: String) -> ConfigurationLayer {
    let parts = words.map { word in
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let path = String(halves[0])
      let name = "\(option) \(printable(path))"
      guard let setting = Schema.settings.first(where: { $0.path == path }) else {
        return Part(name: name, content: .refused(Schema.unknown(path: path)))
      }
      guard halves.count == 2 else {
        return Part(name: name, content: .refused("missing value: write \(option) \(path)=VALUE"))
      }
      return Part(name: name, content: .word(setting, String(halves[1])), origin: name)
    }
    return ConfigurationLayer(parts: parts)
  }
}

extension ConfigurationLayer.Part {
  /// Returns the valid settings, and adds the errors to `faults`.
  func statements(_ faults: inout FaultList) -> [Statement] {
    switch content {
    case .bytes(let bytes):
      var check = SchemaCheck()
      do throws(Fault) {
        if let root = try Self.root(of: bytes) { check.read(root, &faults) }
      } catch {
        faults.add(error)
      }
      return check.statements
    case .entry(let root):
      var check = SchemaCheck()
      check.read(root, &faults)
      return check.statements
    case .word(let setting, let text):
      let entry = setting.kind.entry(of: text)
      guard let value = setting.kind.read(entry, at: setting.path, &faults) else { return [] }
      let pair = Entry.Pair(name: setting.name, line: 1, value: entry)
      return [Statement(setting: setting, value: value, pair: pair)]
    case .refused(let cause):
      faults.add(Fault(line: 1, cause: cause))
      return []
    }
  }

  /// The parts that can be read separately: the sections of a file that is not YAML as a whole.
  var readable: [ConfigurationLayer.Part] {
    guard case .bytes(let bytes) = content, (try? Self.root(of: bytes)) == nil else {
      return [self]
    }
    let text = String(decoding: bytes.prefix(Configuration.largestFile), as: UTF8.self)
    var sections: [String] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // A line without indentation begins a section.
      let begins = line.first.map { !$0.isWhitespace && $0 != "#" } ?? false
      if begins || sections.isEmpty { sections.append("") }
      sections[sections.count - 1] += line + "\n"
    }
    return sections.map { ConfigurationLayer.Part(name: name, content: .bytes(Array($0.utf8))) }
  }

  private static func root(of bytes: [UInt8]) throws(Fault) -> Entry? {
    try Entry(yaml: try FileText(bytes).bytes)
  }

  /// Whether messages and origins have line numbers.
  var hasLines: Bool {
    switch content {
    case .bytes, .entry: true
    case .word, .refused: false
    }
  }

  func origin(line: Int) -> Origin {
    origin.map { Origin(layer: $0, line: nil) } ?? Origin(layer: name, line: line)
  }
}
