internal import VitrineLinux

/// The protocol state of one client. A value type.
struct MPVSession {
  /// The answer to `client_name`.
  let name: String
  private var observations: [Observation] = []
  private var silenced: Set<String> = ["tick"]

  private struct Observation {
    let id: Int64
    let name: String
    let isText: Bool
    var last: MPVValue?
    var wasReported = false
  }

  /// The result of a request.
  enum Effect: Hashable, Sendable {
    /// A message for the client.
    case reply(MPVValue)
    case command(MPVOutcome, ReplyContext)
  }

  /// How to answer a command once it is done; `id` is nil for text, which gets no answer.
  struct ReplyContext: Hashable, Sendable {
    var id: MPVValue?
    var isAsync = false
    /// Commands return data; setting a property returns only success.
    var includesData = true
  }

  /// A limit, because each observation is evaluated with every change.
  private static let mostObservations = 1000

  init(name: String) { self.name = name }

  /// Splits a line into parts. Each is evaluated when its turn comes, because earlier commands
  /// change the state that it sees.
  static func parts(of line: [UInt8]) -> [Part] {
    guard let first = line.first, first != UInt8(ascii: "#") else { return [] }
    guard first == UInt8(ascii: "{") else {
      // A line of text, or one that is not valid UTF-8, gets no answer.
      guard let text = String(streamSafe: line) else { return [] }
      return MPVText.commands(text).map(Part.text)
    }
    do throws(MPVRequest.ParseError) {
      return [.request(try MPVRequest(line))]
    } catch {
      return [.malformed(id: error.id)]
    }
  }

  enum Part: Hashable, Sendable {
    case request(MPVRequest)
    case text([String])
    case malformed(id: MPVValue)
  }

  mutating func effects(for part: Part, _ view: MPVView) -> [Effect] {
    switch part {
    case .malformed(let id): return [.reply(Self.answer(.invalid, id))]
    case .text(let words):
      let outcome = Self.outcome(words.map(MPVValue.text), view)
      return outcome == .invalid || outcome == .failed ? [] : [.command(outcome, ReplyContext())]
    case .request(let request): return effects(for: request, view)
    }
  }

  private mutating func effects(for request: MPVRequest, _ view: MPVView) -> [Effect] {
    let context = ReplyContext(id: request.id, isAsync: request.isAsync)
    let outcome: MPVOutcome
    switch request.command {
    case .list(let words):
      guard case .text(let name)? = words.first else {
        return [.reply(Self.answer(.invalid, request.id))]
      }
      if let own = own(name, Array(words.dropFirst()), request.id, view) { return own }
      outcome = Self.outcome(words, view)
    case .named(let fields):
      guard case .text(let name)? = fields.last(where: { $0.name == "name" })?.value,
        let command = MPVCommand.all[name.hyphened], let given = MPVArguments(fields, for: command)
      else { return [.reply(Self.answer(.invalid, request.id))] }
      outcome = command.run(given, view)
    }
    // Invalid arguments are reported at once, even for an asynchronous command.
    if outcome == .invalid { return [.reply(Self.answer(.invalid, request.id))] }
    return [.command(outcome, context)]
  }

  private static func outcome(_ words: [MPVValue], _ view: MPVView) -> MPVOutcome {
    let words = words.drop { word in
      guard case .text(let text) = word else { return false }
      return MPVText.isPrefix(text)
    }
    guard case .text(let name)? = words.first, let command = MPVCommand.all[name.hyphened],
      let given = MPVArguments(Array(words.dropFirst()), for: command)
    else { return .invalid }
    return command.run(given, view)
  }
}

// Answers.
extension MPVSession {
  /// An error answer.
  static func answer(_ error: MPVError, _ id: MPVValue) -> MPVValue {
    .fields(["request_id": id, "error": .text(error.rawValue)])
  }

  static func answer(_ data: MPVValue?, _ id: MPVValue) -> MPVValue {
    .fields(["data": data, "request_id": id, "error": .text("success")])
  }

  /// The answer to a command that is done or has failed.
  static func answer(_ result: Result<MPVValue, MPVError>, to context: ReplyContext) -> MPVValue? {
    guard let id = context.id else { return nil }
    switch result {
    case .success(let data):
      if context.isAsync {
        return .fields(["request_id": id, "error": .text("success"), "data": data])
      }
      return answer(context.includesData ? data : nil, id)
    case .failure(let error):
      guard context.isAsync else { return answer(error, id) }
      return .fields(["request_id": id, "error": .text(error.rawValue), "data": MPVValue.none])
    }
  }
}

// Commands of the protocol itself.
extension MPVSession {
  private mutating func own(
    _ name: String, _ words: [MPVValue], _ id: MPVValue, _ view: MPVView
  ) -> [Effect]? {
    do throws(MPVError) {
      switch name {
      case "client_name": return [.reply(Self.answer(.text(self.name), id))]
      // Version 2.0 of the client API, like mpv 0.35.
      case "get_version": return [.reply(Self.answer(.integer(2 << 16), id))]
      case "get_time_us": return [.reply(Self.answer(.integer(view.microseconds), id))]
      case "get_property":
        return [.reply(Self.answer(try MPVAccess.get(try Self.only(words), view), id))]
      case "get_property_string":
        let value = try? MPVAccess.get(try Self.only(words), view)
        return [.reply(Self.answer(value.map { .text($0.plainText) } ?? MPVValue.none, id))]
      case "set_property", "set_property_string":
        guard words.count == 2, case .text(let name) = words[0] else { throw .invalid }
        let actions = try MPVAccess.set(name, words[1], view)
        return [.command(.actions(actions), ReplyContext(id: id, includesData: false))]
      case "observe_property", "observe_property_string":
        return [.reply(Self.answer(nil, id))] + (try observe(words, name.hasSuffix("string"), view))
      case "unobserve_property":
        guard case .integer(let number)? = words.first, words.count == 1 else { throw .invalid }
        observations.removeAll { $0.id == number }
        return [.reply(Self.answer(nil, id))]
      case "enable_event", "disable_event":
        guard words.count == 1, case .text(let event)? = words.first else { throw .invalid }
        try setEvent(event, isOn: name == "enable_event")
        return [.reply(Self.answer(nil, id))]
      case "request_log_messages":
        guard case .text? = words.first, words.count == 1 else { throw .invalid }
        // Clients get no log messages, which may name files and servers.
        return [.reply(Self.answer(nil, id))]
      default: return nil
      }
    } catch {
      return [.reply(Self.answer(error, id))]
    }
  }

  private static func only(_ words: [MPVValue]) throws(MPVError) -> String {
    guard words.count == 1, case .text(let name) = words[0] else { throw .invalid }
    return name
  }

  private mutating func observe(
    _ words: [MPVValue], _ isText: Bool, _ view: MPVView
  ) throws(MPVError) -> [Effect] {
    guard words.count == 2, case .integer(let id) = words[0], case .text(let name) = words[1],
      observations.count < Self.mostObservations
    else { throw .invalid }
    observations.append(Observation(id: id, name: name, isText: isText))
    // Other observations are reported with the next change.
    let last = observations.index(before: observations.endIndex)
    return [change(at: last, MPVPropertyCache(view))].compactMap { $0.map(Effect.reply) }
  }

  private static let events: Set<String> = [
    "tick", "start-file", "end-file", "file-loaded", "seek", "playback-restart", "idle",
    "audio-reconfig", "video-reconfig", "client-message", "property-change", "shutdown",
    "queue-overflow", "log-message", "hook", "command-reply", "get-property-reply",
    "set-property-reply",
  ]

  private mutating func setEvent(_ event: String, isOn: Bool) throws(MPVError) {
    if event == "all" {
      silenced = isOn ? [] : Self.events
      return
    }
    guard Self.events.contains(event) else { throw .invalid }
    if isOn { silenced.remove(event) } else { silenced.insert(event) }
  }
}

// Events.
extension MPVSession {
  func isSubscribed(to event: MPVValue) -> Bool {
    guard case .text(let name)? = event["event"] else { return false }
    return !silenced.contains(name)
  }

  /// Returns the events for observed properties that have changed.
  mutating func changes(_ properties: MPVPropertyCache) -> [MPVValue] {
    observations.indices.compactMap { change(at: $0, properties) }
  }

  private mutating func change(at index: Int, _ properties: MPVPropertyCache) -> MPVValue? {
    let observed = observations[index]
    let value = observed.isText ? properties.text(observed.name) : properties.value(observed.name)
    guard !observed.wasReported || value != observed.last else { return nil }
    (observations[index].last, observations[index].wasReported) = (value, true)
    guard !silenced.contains("property-change") else { return nil }
    return MPVEvents.event(
      "property-change",
      [
        "id": observed.id == 0 ? nil : .integer(observed.id), "name": .text(observed.name),
        "data": value,
      ])
  }
}
