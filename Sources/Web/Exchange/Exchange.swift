import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineTiming

/// One HTTP connection: reads a request, has it handled, responds, and waits for the next one.
/// Confined to the server's thread.
final class Exchange: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    /// For the head of a request.
    case waiting
    case collecting(Desk.Admitted)
    case uploading(Uploading)
    /// For the player.
    case acting
    /// For the client to take the response.
    case answering
    /// Discards what the client still sends.
    case leaving
    case streaming
  }

  let desk: Desk
  let address: String
  private let trust: () -> Bool
  /// Whether the client needs no token.
  private lazy var isTrusted = trust()
  private let feed: (Site.Output) -> StatusFeed
  /// The client's identity by certificate, available after the handshake.
  private let certificate: () -> Doorkeeper.Client?
  var state = State.waiting
  /// The head of the current request.
  private var head: HTTPRequestHead?
  private var followed: StatusFeed?
  /// Events that a slow client has not taken yet, the latest of each kind.
  private var owed: [ByteBuffer] = []
  var timer: Scheduled<Void>?
  /// The received part of the body.
  private var body: [UInt8] = []
  /// The number of body bytes discarded.
  private var discarded = 0
  /// Identifies the request, so that late responses are dropped.
  private var number = 0

  init(
    _ desk: Desk, from address: String, isTrusted trust: @escaping () -> Bool,
    certificate: @escaping () -> Doorkeeper.Client? = { nil },
    feed: @escaping (Site.Output) -> StatusFeed
  ) {
    self.desk = desk
    self.address = address
    self.trust = trust
    self.certificate = certificate
    self.feed = feed
  }

  func channelActive(context: ChannelHandlerContext) {
    wait(desk.limits.firstHead, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    followed?.unfollow(self)
    desk.held.release(self)
    cancelUpload()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let bytes), .collecting): collect(bytes, context)
    case (.end, .collecting(let admitted)): act(admitted, context)
    case (.body(let bytes), .uploading): take(bytes, context)
    case (.end, .uploading): endUpload(context)
    case (.body(let bytes), .leaving): discard(bytes, context)
    default: break
    }
  }

  /// The data read may have been part of a TLS record or of a header, so that nothing reached this
  /// handler.
  func channelReadComplete(context: ChannelHandlerContext) {
    if case .uploading(let uploading) = state { goOn(uploading, context) }
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, case .waiting = state else {
      return context.close(promise: nil)
    }
    // The response belongs to no earlier request.
    head = nil
    answer(
      Answer(.badRequest, refusing: "malformed request", .invalid).closing(), context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard case .streaming = state, context.channel.isWritable else { return }
    let lines = owed
    owed = []
    for line in lines { tell(line, context) }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    self.head = head
    number += 1
    switch desk.admit(head, from: address, isTrusted: { isTrusted }, certificate()) {
    case .failure(let refused):
      // A body that follows anyway must not be parsed as the next request.
      let hasBody =
        head.headers.contains(name: "Content-Length")
        || head.headers.contains(name: "Transfer-Encoding")
      answer(hasBody ? refused.answer.closing() : refused.answer, context)
    case .success(let admitted):
      if let token = admitted.token {
        desk.held.hold(self, token) { context.close(promise: nil) }
      }
      if admitted.waitsForGo {
        context.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
          promise: nil)
      }
      wait(desk.limits.stall, context)
      if case .file = admitted.route.body, desk.uploads != nil {
        beginUpload(admitted, context)
      } else {
        body = []
        state = .collecting(admitted)
      }
    }
  }

  private func collect(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard body.count + bytes.readableBytes <= desk.limits.bodyBytes else {
      return answer(desk.tooLarge, context)
    }
    body += bytes.readableBytesView
  }

  /// A client that keeps sending has had time to read the response.
  private func discard(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    discarded += bytes.readableBytes
    if discarded > desk.limits.discardedBytes { context.close(promise: nil) }
  }

  private func act(_ admitted: Desk.Admitted, _ context: ChannelHandlerContext) {
    state = .acting
    timer?.cancel()
    var call = admitted.call
    swap(&call.body, &body)
    switch desk.act(admitted.route, call) {
    case .answer(let answer): self.answer(answer, context)
    case .events: stream(call.output, context)
    case .later(let start): awaitAnswer(start, context)
    }
  }

  private func awaitAnswer(
    _ start: (@escaping @Sendable (Answer) -> Void) -> Void, _ context: ChannelHandlerContext
  ) {
    let (asked, loop) = (number, desk.loop)
    let bound = NIOLoopBound((self, context), eventLoop: loop.loop)
    let patience = TimeAmount.nanoseconds(desk.limits.answer.nanoseconds)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
      finish(asked, Answer(.playerIsSilent), context)
    }
    start { answer in
      loop.execute {
        let (exchange, context) = bound.value
        exchange.finish(asked, answer, context)
      }
    }
  }

  /// Drops a response that is too late.
  private func finish(_ asked: Int, _ answer: Answer, _ context: ChannelHandlerContext) {
    guard number == asked, case .acting = state else { return }
    self.answer(answer, context)
  }
}

/// Sending.
extension Exchange {
  /// Reads the next request only after the kernel has taken this response, so that a client that
  /// reads nothing holds one response in memory.
  func answer(_ answer: Answer, _ context: ChannelHandlerContext) {
    desk.held.release(self)
    let version = head?.version ?? .http1_1
    let isAlive = !answer.closes && head?.isKeepAlive == true
    var answerHead = answer.head(isAlive: isAlive, version: version)
    answerHead.headers.add(name: "Content-Length", value: "\(answer.body.count)")
    state = isAlive ? .answering : .leaving
    wait(desk.limits.stall, context)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [self] result in
      guard case .success = result else { return context.close(promise: nil) }
      if isAlive {
        state = .waiting
        wait(desk.limits.quiet, context)
      }
      // Sends nothing, as the length is known; it makes the pipeline read the next request.
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      if !isAlive { leave(context) }
    }
    let hasBody = head?.method != .HEAD && !answer.body.isEmpty
    context.write(wrapOutboundOut(.head(answerHead)), promise: hasBody ? nil : sent)
    if hasBody {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: answer.body)))), promise: sent)
    }
    context.flush()
  }

  /// Gives the client time to read the response before closing.
  private func leave(_ context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    wait(desk.limits.linger, context)
  }

  /// Closes the connection after this time, unless something happens before.
  func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }

  private func stream(_ output: Site.Output, _ context: ChannelHandlerContext) {
    let feed = feed(output)
    guard feed.count < desk.limits.streams else {
      return answer(
        Answer(.serviceUnavailable, refusing: "too many event streams", .busy)
          .adding("Retry-After", "5"), context)
    }
    state = .streaming
    var answerHead = Answer(.ok, type: "text/event-stream").head(isAlive: false, version: .http1_1)
    // An HTTP/1.0 client does not support chunks: the end of the connection ends its stream.
    answerHead.version = head?.version ?? .http1_1
    answerHead.headers.add(name: "X-Accel-Buffering", value: "no")
    context.writeAndFlush(wrapOutboundOut(.head(answerHead)), promise: nil)
    guard head?.method != .HEAD else { return answerEnd(context) }
    followed = feed
    feed.follow(self) { [self] lines in tell(lines, context) }
  }

  private func answerEnd(_ context: ChannelHandlerContext) {
    state = .leaving
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    leave(context)
  }

  private func tell(_ lines: ByteBuffer, _ context: ChannelHandlerContext) {
    guard context.channel.isWritable else {
      // A slow client gets only the latest of each kind; one that reads nothing is disconnected.
      if owed.isEmpty { wait(desk.limits.stall, context) }
      owed =
        owed.filter { $0.readableBytesView.prefix(8) != lines.readableBytesView.prefix(8) } + [
          lines
        ]
      return
    }
    timer?.cancel()
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(lines))), promise: nil)
  }
}
