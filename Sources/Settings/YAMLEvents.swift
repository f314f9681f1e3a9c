internal import CVitrineYAML

/// Reads a YAML file event by event, with libyaml's `yaml_parser_parse`. Not thread-safe.
@safe
final class YAMLEvents {
  struct Event: Hashable {
    enum Kind: Hashable {
      case document
      case word(String, isPlain: Bool)
      case list, map
      /// The end of the innermost list or map.
      case end
    }

    /// Counted from one.
    let line: Int
    /// In Unicode scalars from the beginning of the text.
    let range: Range<Int>
    /// Whether it is a list or map in brackets.
    let isFlow: Bool
    let kind: Kind
    /// Whether it is an alias or has an anchor.
    let isAnchored: Bool
  }

  private let parser: UnsafeMutablePointer<yaml_parser_t>
  /// The parser reads from this buffer.
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: [UInt8]) {
    unsafe bytes = .allocate(capacity: max(text.count, 1))
    _ = unsafe bytes.initialize(from: text)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    // If memory runs out here, the next call reports it.
    _ = unsafe yaml_parser_initialize(parser)
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  /// Returns nil at the end of the file.
  func next() throws(Fault) -> Event? {
    while true {
      var event = unsafe yaml_event_t()
      guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
      defer { unsafe yaml_event_delete(&event) }
      if unsafe event.type == YAML_STREAM_END_EVENT || event.type == YAML_NO_EVENT { return nil }
      if let event = unsafe Event(event) { return event }
    }
  }

  private var fault: Fault {
    let state = unsafe parser.pointee
    let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    let place = unsafe state.context.map { unsafe " \(String(cString: $0))" } ?? ""
    // libyaml reports invalid characters by offset, not by line.
    let isReader = unsafe state.error == YAML_READER_ERROR
    let end = unsafe isReader ? unsafe min(state.problem_offset, bytes.count) : bytes.count
    let lines = unsafe bytes[..<end].count { $0 == UInt8(ascii: "\n") } + 1
    let line = isReader ? lines : unsafe min(Int(state.problem_mark.line) + 1, lines)
    return Fault(line: line, cause: "invalid YAML\(place): \(problem)")
  }
}

extension YAMLEvents.Event {
  /// Returns nil for events without content.
  fileprivate init?(_ event: yaml_event_t) {
    unsafe line = Int(event.start_mark.line) + 1
    // bound: the end is not before the start
    unsafe range = event.start_mark.index..<max(event.end_mark.index, event.start_mark.index)
    isFlow =
      switch unsafe event.type {
      case YAML_SEQUENCE_START_EVENT:
        unsafe event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
      case YAML_MAPPING_START_EVENT:
        unsafe event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      default: false
      }
    switch unsafe event.type {
    case YAML_DOCUMENT_START_EVENT: (kind, isAnchored) = (.document, false)
    case YAML_ALIAS_EVENT: (kind, isAnchored) = (.document, true)
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let word = unsafe String(decoding: text, as: UTF8.self)
      kind = unsafe .word(word, isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
      isAnchored = unsafe scalar.anchor != nil
    case YAML_SEQUENCE_START_EVENT:
      (kind, isAnchored) = unsafe (.list, event.data.sequence_start.anchor != nil)
    case YAML_MAPPING_START_EVENT:
      (kind, isAnchored) = unsafe (.map, event.data.mapping_start.anchor != nil)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: (kind, isAnchored) = (.end, false)
    default: return nil
    }
  }
}
