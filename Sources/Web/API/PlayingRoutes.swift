import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// Playback and the queue.
enum PlayingRoutes {
  static let all: [Route] = [
    Route(method: .get, path: "/api/v1/status", role: .view) { call, _ in
      .response(Response(call.output.controlled.statusValue))
    },
    Route(method: .get, path: "/api/v1/statistics", role: .view) { call, _ in
      .response(Response(JSONValue(call.output.controlled.status.statistics)))
    },
    Route(method: .get, path: "/api/v1/events", role: .view) { _, _ in .events },
    Route(method: .get, path: "/api/v1/queue", role: .view) { call, router throws(Refusal) in
      let first = try call.number("from", in: 0...1_000_000) ?? 0
      let player = call.output.controlled
      return .response(
        Response(
          JSONValue(
            player.queue, from: Int(saturating: first), playing: player.status.entry,
            bytes: router.limits.sizes.list)))
    },
    Route(method: .post, path: "/api/v1/commands", role: .control, body: .json, handler: command),
    Route(method: .post, path: "/api/v1/programme", role: .control) { call, router in
      .perform(.programme, "programme", call, router)
    },
    Route(
      method: .post, path: "/api/v1/hand-over", role: .control, body: .json, handler: handOver),
    Route(method: .get, path: "/api/v1/screenshot", role: .view, handler: screenshot),
    Route(method: .get, path: "/api/v1/thumbnail", role: .view, handler: thumbnail),
    Route(method: .post, path: "/api/v1/touch", role: .control, body: .json, handler: touch),
  ]

  @Sendable private static func command(_ call: Call, _ router: Router) throws(Refusal)
    -> RouteResult
  {
    let words = try call.json()["command"]
    let request = try Request(command: words)
    if case .quit = request {
      guard call.role >= .admin else {
        throw Refusal("requires the role admin", .permission)
      }
      call.output.controlled.quit()
      router.audit(call, "quit", isDone: true)
      return .response(Response(.object([:])))
    }
    return .perform(request, words?.summary, call, router)
  }

  /// Plays what another player hands over. Answers when its first picture is on screen.
  @Sendable private static func handOver(_ call: Call, _ router: Router) throws(Refusal)
    -> RouteResult
  {
    var handOver = try HandOver(call.json())
    let withdrawal = HandOver.Withdrawal()
    handOver.withdrawal = withdrawal
    return .withdrawable(
      { [handOver, limits = router.limits, report = router.report] done in
        let deadline = HostTime.now() + limits.timeouts.response
        call.output.controlled.receive(handOver, until: deadline) { refusal in
          report(.changed(by: call.client, what: "hand-over", isDone: refusal == nil))
          let reply = Reply.success(.object(["shown": .bool(true)]))
          done(Response(refusal.map { .refused($0) } ?? reply, limits))
        }
      }, withdraw: { withdrawal.withdraw() })
  }

  @Sendable private static func screenshot(_ call: Call, _ router: Router) throws(Refusal)
    -> RouteResult
  {
    let width = try call.number("width", in: 16...8192).map { Int(saturating: $0) }
    // A screenshot must not reveal the PIN to a client that may only view.
    let pairing = router.authenticator.pairing
    guard call.role >= .control || !pairing.isOpen(at: router.time) else { throw .pairing }
    let book = NIOLoopBound(router, eventLoop: router.loop.loop)
    return .deferred { [limits = router.limits, loop = router.loop] done in
      call.output.controlled.capture(width: width) { result in
        loop.execute {
          let isOld = book.value.authenticator.pairing.generation == pairing.generation
          switch result {
          case .success(let picture) where call.role >= .control || isOld:
            done(Response(picture, limits))
          case .success: done(Response(.pairing))
          case .failure(let refusal): done(Response(refusal))
          }
        }
      }
    }
  }

  @Sendable private static func thumbnail(_ call: Call, _ router: Router) throws(Refusal)
    -> RouteResult
  {
    guard let part = try call.number("at", in: 0...1) else {
      throw Refusal("at is required: a fraction of the duration, 0 to 1", .invalid)
    }
    let missing = Response(.notFound, refusing: "no thumbnail of this position yet", .busy)
    guard let path = call.output.thumbnail?(part) else { return .response(missing) }
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(most: router.limits.sizes.picture)
      return .response(Response(.ok, type: "image/png", bytes))
    } catch {
      return .response(missing)
    }
  }

  @Sendable private static func touch(_ call: Call, _ router: Router) throws(Refusal) -> RouteResult
  {
    let body = try call.json()
    guard let x = body["x"]?.number, let y = body["y"]?.number, (0...1).contains(x),
      (0...1).contains(y)
    else { throw Refusal("x and y must be fractions of the screen, 0 to 1", .invalid) }
    guard call.output.tap?(x, y) == true else {
      throw Refusal("this screen has no touch interface; see interface.interactive")
    }
    router.audit(call, "touch \(x) \(y)", isDone: true)
    return .response(Response(.object([:])))
  }
}

extension RouteResult {
  /// `said` is the text for the audit log, or nil for a request that changes nothing.
  static func perform(_ request: Request, _ said: String?, _ call: Call, _ router: Router)
    -> RouteResult
  {
    .deferred { [limits = router.limits, report = router.report] done in
      let deadline = HostTime.now() + limits.timeouts.response
      let deliver: @Sendable (Reply) -> Void = { reply in
        if let said { report(.changed(by: call.client, what: said, isDone: reply.isDone)) }
        done(Response(reply, limits))
      }
      let reply = call.output.controlled.answer(request, listBytes: limits.sizes.list) {
        DeferredReply(until: deadline, deliver: deliver)
      }
      if let reply { deliver(reply) }
    }
  }
}

extension Refusal {
  fileprivate static let pairing = Refusal(
    "no screenshots for the role view while a pairing PIN is on screen", .busy)
}

extension Call {
  /// A number in the query; nil if there is none of this name.
  func number(_ name: String, in range: ClosedRange<Double>) throws(Refusal) -> Double? {
    guard let text = query[name] else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw Refusal(
        "\(name) must be a number from \(range.lowerBound) to \(range.upperBound)", .invalid)
    }
    return number
  }
}

extension Router {
  /// Writes to the audit log.
  func audit(_ call: Call, _ what: String, isDone: Bool) {
    report(.changed(by: call.client, what: what, isDone: isDone))
  }
}

extension Reply {
  var isDone: Bool {
    if case .refused = self { return false }
    return true
  }
}

extension Response {
  init(_ reply: Reply, _ limits: WebLimits) {
    switch reply {
    case .success(let data): self.init(.object(data.map { ["data": $0] } ?? [:]))
    case .refused(let refusal): self.init(refusal)
    case .picture(let picture, _): self.init(picture, limits)
    }
  }

  init(_ picture: CapturedPicture, _ limits: WebLimits) {
    do throws(Refusal) {
      self.init(.ok, type: "image/png", try picture.bytes(most: limits.sizes.picture))
      fields.append(("X-Origin", picture.origin))
    } catch {
      self.init(error)
    }
  }
}

extension JSONValue {
  /// The text for the audit log; nil for commands that change nothing, and for the positions
  /// between the start and the end of a scrub. URLs may contain secrets, so they are only counted
  /// or omitted.
  var summary: String? {
    let words = (array ?? []).map { word in
      word.text ?? word.integer.map { "\($0)" } ?? word.number.map { "\($0)" } ?? ""
    }
    switch words.first {
    case nil, "status", "health", "statistics", "version", "list", "screenshot", "scrub-move":
      return nil
    case "content",
      "audio-device" where words.count == 1,
      "override" where words.count == 1, "overlay" where words.count == 1:
      return nil
    // The text may be personal.
    case "message": return "message"
    case "overlay": return String(words.prefix(3).joined(separator: " ").prefix(64))
    case "hand-over": return words.dropFirst().allSatisfy(\.isEmpty) ? nil : "hand-over"
    case "load", "append", "insert":
      return "\(words[0]): \(words.count - 1) source\(words.count == 2 ? "" : "s")"
    default: return String(words.prefix(4).joined(separator: " ").prefix(64))
    }
  }
}
