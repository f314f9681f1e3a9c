import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineTiming

/// One HTTP connection: reads a request, has it handled, responds, and waits for the next one.
/// Confined to the server's thread.
final class HTTPHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  enum State {
    /// For the head of a request.
    case waiting
    case collecting(Router.AdmittedRequest)
    case uploading(Uploading)
    /// For the player.
    case handling
    /// For the client to take the response.
    case responding
    /// Discards what the client still sends.
    case closing
    case streaming
  }

  let router: Router
  let address: String
  private let trust: () -> Bool
  /// Whether the client needs no token.
  private lazy var isTrusted = trust()
  private let feed: (Site.Output) -> StatusFeed
  /// The client's identity by certificate, available after the handshake.
  private let certificate: () -> Authenticator.Client?
  var state = State.waiting
  private var request = CurrentRequest()
  private var followed: StatusFeed?
  /// Events that a slow client has not taken yet, the latest of each kind.
  private var pendingEvents: [ByteBuffer] = []
  var timer: Scheduled<Void>?
  private var body: HTTPBody

  init(
    _ router: Router, from address: String, isTrusted trust: @escaping () -> Bool,
    certificate: @escaping () -> Authenticator.Client? = { nil },
    feed: @escaping (Site.Output) -> StatusFeed
  ) {
    self.router = router
    body = HTTPBody(router.limits.sizes)
    self.address = address
    self.trust = trust
    self.certificate = certificate
    self.feed = feed
  }

  func channelActive(context: ChannelHandlerContext) {
    wait(router.limits.timeouts.head, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    followed?.unfollow(self)
    router.connections.remove(self)
    cancelUpload()
    request.withdraw()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting): begin(head, context)
    case (.body(let bytes), .collecting): collect(bytes, context)
    case (.end, .collecting(let admitted)): handle(admitted, context)
    case (.body(let bytes), .uploading): receiveUpload(bytes, context)
    case (.end, .uploading): endUpload(context)
    case (.body(let bytes), .closing): discard(bytes, context)
    default: break
    }
  }

  /// The data read may have been part of a TLS record or of a header, so that nothing reached this
  /// handler.
  func channelReadComplete(context: ChannelHandlerContext) {
    if case .uploading(let uploading) = state { continueUpload(uploading, context) }
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, case .waiting = state else {
      return context.close(promise: nil)
    }
    // The response belongs to no earlier request.
    request.head = nil
    respond(
      Response(.badRequest, refusing: "malformed request", .invalid).closing(), context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    guard case .streaming = state, context.channel.isWritable else { return }
    let lines = pendingEvents
    pendingEvents = []
    for line in lines { sendEvents(line, context) }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    request.begin(head)
    switch router.admit(head, from: address, isTrusted: { isTrusted }, certificate()) {
    case .failure(let rejection):
      // A body that follows anyway must not be parsed as the next request.
      let hasBody =
        head.headers.contains(name: "Content-Length")
        || head.headers.contains(name: "Transfer-Encoding")
      respond(hasBody ? rejection.response.closing() : rejection.response, context)
    case .success(let admitted):
      if let token = admitted.token {
        router.connections.add(self, token) { context.close(promise: nil) }
      }
      if admitted.expectsContinue {
        context.writeAndFlush(
          wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))),
          promise: nil)
      }
      wait(router.limits.timeouts.stall, context)
      if case .file = admitted.route.body, router.uploads != nil {
        beginUpload(admitted, context)
      } else {
        body.begin()
        state = .collecting(admitted)
      }
    }
  }

  private func collect(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    if !body.append(bytes) { respond(router.tooLarge, context) }
  }

  private func discard(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    if !body.discard(bytes) { context.close(promise: nil) }
  }

  private func handle(_ admitted: Router.AdmittedRequest, _ context: ChannelHandlerContext) {
    state = .handling
    timer?.cancel()
    var call = admitted.call
    call.body = body.take()
    switch router.handle(admitted.route, call) {
    case .response(let response): self.respond(response, context)
    case .events: stream(call.output, context)
    case .deferred(let start): awaitResponse(start, context)
    case .withdrawable(let start, let withdraw):
      request.undo = withdraw
      awaitResponse(start, context)
    }
  }

  private func awaitResponse(
    _ start: (@escaping @Sendable (Response) -> Void) -> Void, _ context: ChannelHandlerContext
  ) {
    let (requestNumber, loop) = (request.number, router.loop)
    let bound = NIOLoopBound((self, context), eventLoop: loop.loop)
    let timeout = TimeAmount.nanoseconds(router.limits.timeouts.response.nanoseconds)
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: timeout) { [self] in
      request.withdraw()
      finish(requestNumber, Response(.playerIsSilent), context)
    }
    start { response in
      loop.execute {
        let (handler, context) = bound.value
        handler.finish(requestNumber, response, context)
      }
    }
  }

  /// Drops a response that is too late.
  private func finish(_ requestNumber: Int, _ response: Response, _ context: ChannelHandlerContext)
  {
    guard request.number == requestNumber, case .handling = state else { return }
    self.respond(response, context)
  }
}

/// Sending.
extension HTTPHandler {
  /// Reads the next request only after the kernel has taken this response, so that a client that
  /// reads nothing holds one response in memory.
  func respond(_ response: Response, _ context: ChannelHandlerContext) {
    router.connections.remove(self)
    let version = request.head?.version ?? .http1_1
    let isAlive = !response.closes && request.head?.isKeepAlive == true
    var responseHead = response.head(isAlive: isAlive, version: version)
    responseHead.headers.add(name: "Content-Length", value: "\(response.body.count)")
    state = isAlive ? .responding : .closing
    wait(router.limits.timeouts.stall, context)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [self] result in
      guard case .success = result else { return context.close(promise: nil) }
      request.undo = nil
      if isAlive {
        state = .waiting
        wait(router.limits.timeouts.idle, context)
      }
      // Sends nothing, as the length is known; it makes the pipeline read the next request.
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      if !isAlive { closeAfterResponse(context) }
    }
    let hasBody = request.head?.method != .HEAD && !response.body.isEmpty
    context.write(wrapOutboundOut(.head(responseHead)), promise: hasBody ? nil : sent)
    if hasBody {
      context.write(
        wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: sent)
    }
    context.flush()
  }

  /// Gives the client time to read the response before closing.
  private func closeAfterResponse(_ context: ChannelHandlerContext) {
    context.close(mode: .output, promise: nil)
    wait(router.limits.timeouts.linger, context)
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
    guard feed.count < router.limits.events.streams else {
      return respond(
        Response(.serviceUnavailable, refusing: "too many event streams", .busy)
          .adding("Retry-After", "5"), context)
    }
    state = .streaming
    var responseHead = Response(.ok, type: "text/event-stream").head(
      isAlive: false, version: .http1_1)
    // An HTTP/1.0 client does not support chunks: the end of the connection ends its stream.
    responseHead.version = request.head?.version ?? .http1_1
    responseHead.headers.add(name: "X-Accel-Buffering", value: "no")
    context.writeAndFlush(wrapOutboundOut(.head(responseHead)), promise: nil)
    guard request.head?.method != .HEAD else { return endResponse(context) }
    followed = feed
    feed.follow(self) { [self] lines in sendEvents(lines, context) }
  }

  private func endResponse(_ context: ChannelHandlerContext) {
    state = .closing
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    closeAfterResponse(context)
  }

  private func sendEvents(_ lines: ByteBuffer, _ context: ChannelHandlerContext) {
    guard context.channel.isWritable else {
      // A slow client gets only the latest of each kind; one that reads nothing is disconnected.
      if pendingEvents.isEmpty { wait(router.limits.timeouts.stall, context) }
      pendingEvents.removeAll { $0.firstLine.elementsEqual(lines.firstLine) }
      pendingEvents.append(lines)
      return
    }
    timer?.cancel()
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(lines))), promise: nil)
  }
}

/// The request that a connection handles.
private struct CurrentRequest {
  var head: HTTPRequestHead?
  /// Identifies the request, so that late responses are dropped.
  private(set) var number = 0
  /// Undoes the request; nil once its response is sent.
  var undo: (() -> Void)?

  mutating func begin(_ head: HTTPRequestHead) {
    self.head = head
    number += 1
  }

  mutating func withdraw() {
    undo?()
    undo = nil
  }
}

extension ByteBuffer {
  /// The kind of an event.
  fileprivate var firstLine: some Sequence<UInt8> {
    readableBytesView.prefix { $0 != UInt8(ascii: "\n") }
  }
}
