import VitrinePlayback
import VitrinePlaylists
package import VitrineTiming

/// How to deliver an answer that is not available at once.
package struct DeferredReply: Sendable {
  /// After this time the client gets a timeout error.
  let deadline: HostTime
  let deliver: @Sendable (Reply) -> Void

  /// `deliver` is called once, from any thread.
  package init(until deadline: HostTime, deliver: @escaping @Sendable (Reply) -> Void) {
    self.deadline = deadline
    self.deliver = deliver
  }

  fileprivate var outcome: @Sendable (Refusal?) -> Void {
    { [deliver] in deliver(Reply($0)) }
  }

  fileprivate var result: @Sendable (Result<JSONValue, Refusal>) -> Void {
    { [deliver] result in
      switch result {
      case .success(let data): deliver(.success(data))
      case .failure(let refusal): deliver(.refused(refusal))
      }
    }
  }
}

/// Carries out requests for every control interface. Requests that concern the connection
/// (`observe`, `unobserve`, `quit` after its answer) are left to the interface.
extension Controlled {
  /// The status with the service's reports, as clients receive it.
  package var statusValue: JSONValue { JSONValue(status, reports) }

  /// Returns the answer if it is available at once; otherwise calls `later` once and returns nil.
  /// `listBytes` limits the queue entries in one answer.
  package func answer(
    _ request: Request, listBytes: Int, later: () -> DeferredReply
  ) -> Reply? {
    switch request {
    case .command(let command): return perform(command, later)
    case .adjust(let change):
      do throws(Refusal) {
        return perform(try change.command(status, queue), later)
      } catch {
        return .refused(error)
      }
    case .load(let sources), .append(let sources), .insert(let sources):
      if let refusal = Refusal(overriddenBy: reports.override) ?? Self.refusal(sources) {
        return .refused(refusal)
      }
      let later = later()
      switch request {
      case .load: load(sources, .now, until: later.deadline, done: later.outcome)
      case .insert: insert(sources, until: later.deadline, done: later.outcome)
      default: append(sources, until: later.deadline, done: later.outcome)
      }
      return nil
    case .reload: reload(done: later().outcome)
    case .setHidden(let part, let isHidden): return Reply(setHidden(part, isHidden))
    case .message(let message, let severity, let time):
      return Reply(showUnlessOverridden(message, as: severity, for: time))
    case .overlays:
      return .success(
        .object(["overlays": .object(overlays.mapValues { .object($0.mapValues { .text($0) }) })]))
    case .overlay(let change):
      let later = later()
      self.change(change, until: later.deadline, done: later.outcome)
    case .programme:
      if let refusal = Refusal(overriddenBy: reports.override) { return .refused(refusal) }
      returnToProgramme(done: later().outcome)
    case .override(let change):
      if let refusal = Self.refusal(change.sources) { return .refused(refusal) }
      let later = later()
      override(change, until: later.deadline, done: later.outcome)
    case .currentOverride:
      return .success(.object(["override": JSONValue(overrideIn: reports)]))
    case .handOver(let target):
      if target != nil, let refusal = Refusal(overriddenBy: reports.override) {
        return .refused(refusal)
      }
      let later = later()
      handOver(to: target, until: later.deadline, done: later.result)
    case .soundDevices:
      let later = later()
      soundDevices(until: later.deadline, done: later.result)
    case .chooseSound(let device): chooseSound(device, done: later().outcome)
    case .content: return .success(.object(["content": JSONValue(reports.content)]))
    case .checkForContent: return Reply(checkForContent())
    case .screenshot(.file):
      return .refused(
        Refusal("the player does not write files for clients; use: vitrine ctl screenshot FILE"))
    case .screenshot(let form): capture(form, later())
    case .status: return .success(statusValue)
    case .health:
      guard let health else {
        return .refused(Refusal("this program does not report its health"))
      }
      return .success(JSONValue(health))
    case .statistics: return .success(JSONValue(status.statistics))
    case .version:
      return .success(.object(["version": .text(version), "protocol": JSONValue(1)]))
    case .list(let first):
      return .success(
        JSONValue(queue, from: first, playing: status.entry, bytes: listBytes))
    case .observe, .unobserve, .quit:
      return .refused(Refusal("not available on this connection", .invalid))
    }
    return nil
  }

  /// Replaces the queue when the current item ends.
  package func loadAtEdge(
    _ sources: [String], until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    let isValid = sources.allSatisfy {
      !$0.isEmpty && $0.utf8.count < CommandLanguage.longestPath && !$0.utf8.contains(0)
    }
    guard isValid else { return done(Refusal("invalid path or URL", .invalid)) }
    if let refusal = Refusal(overriddenBy: reports.override) ?? Self.refusal(sources) {
      return done(refusal)
    }
    load(sources, .atEdge, until: deadline, done: done)
  }

  /// Refuses a message during an override: it would cover an emergency card, which removes one that
  /// is shown already.
  func showUnlessOverridden(
    _ message: String?, as severity: Severity?, for time: Duration
  ) -> Refusal? {
    if message != nil, let refusal = Refusal(overriddenBy: reports.override) { return refusal }
    return show(message, as: severity, for: time)
  }

  private func perform(_ command: Command, _ later: () -> DeferredReply) -> Reply? {
    if let refusal = command.refusal(status, queue, reports) { return .refused(refusal) }
    perform(command, done: later().outcome)
    return nil
  }

  private func capture(_ form: Request.ScreenshotForm, _ later: DeferredReply) {
    capture(width: nil) { [deliver = later.deliver] result in
      switch result {
      case .success(let picture): deliver(.picture(picture, form))
      case .failure(let refusal): deliver(.refused(refusal))
      }
    }
  }

  private static func refusal(_ sources: [String]) -> Refusal? {
    // The client's working directory is unknown here; URLs and colours need none.
    sources.first { !$0.hasPrefix("/") && !$0.hasScheme }.map {
      Refusal("\($0.prefix(64)): the path must be absolute", .invalid)
    }
  }
}

extension String {
  /// Whether it starts with a scheme, as in `color:red` or `https://…`; a path may contain a colon
  /// too.
  var hasScheme: Bool {
    guard let colon = firstIndex(of: ":"), let first else { return false }
    return first.isLetter
      && self[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "+") }
  }
}
