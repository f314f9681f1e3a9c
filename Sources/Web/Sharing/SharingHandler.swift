import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrineTiming

/// One connection of a peer that downloads files: reads a request, sends the file in pieces, and
/// waits for the next request. Holds one piece in memory at a time. Confined to the server's
/// thread.
final class SharingHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// For the head of a request.
    case waiting
    /// For its end.
    case received(HTTPRequestHead, SharingRouter.Reply)
    case sending
    /// Discards what the client still sends.
    case closing
  }

  private let router: SharingRouter
  private let address: String
  private var state = State.waiting
  private var timer: Scheduled<Void>?

  init(_ router: SharingRouter, from address: String) {
    self.router = router
    self.address = address
  }

  func channelActive(context: ChannelHandlerContext) {
    close(in: router.limits.timeouts.head, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    state = .closing
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting):
      begin(head, context)
    case (.end, .received(let head, .response(let response))):
      send(response, nil, to: head, context)
    case (.end, .received(let head, .file(let response, let reader, let bytes))):
      reader.begin(bytes)
      send(response, reader, to: head, context)
    // An unannounced body: the data that follows is not a request.
    case (.body, .received): context.close(promise: nil)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let reply = router.reply(to: head, from: address, at: .now())
    // An error is sent at once, since the rest of the request may never arrive.
    if case .response(let response) = reply, response.closes {
      return send(response, nil, to: head, context)
    }
    state = .received(head, reply)
    close(in: router.limits.timeouts.stall, context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, case .waiting = state else {
      return context.close(promise: nil)
    }
    send(
      Response(.badRequest, refusing: "malformed request", .invalid).closing(), nil,
      to: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), context)
  }

  private func send(
    _ response: Response, _ reader: FileRangeReader?, to head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) {
    let isAlive = !response.closes && head.isKeepAlive
    var responseHead = response.head(isAlive: isAlive, version: head.version)
    let length = reader?.left ?? response.body.count
    responseHead.headers.add(name: "Content-Length", value: "\(length)")
    state = .sending
    guard head.method != .HEAD, length > 0 else {
      return send(.head(responseHead), context) { [self] in finish(isAlive, context) }
    }
    if let reader {
      send(.head(responseHead), context) { [self] in sendNextPiece(reader, isAlive, context) }
    } else {
      context.write(wrapOutboundOut(.head(responseHead)), promise: nil)
      send(.body(.byteBuffer(ByteBuffer(bytes: response.body))), context) { [self] in
        finish(isAlive, context)
      }
    }
  }

  /// Sends the next piece when it is due. Always scheduled, because the kernel may take many pieces
  /// in a row.
  private func sendNextPiece(
    _ reader: FileRangeReader, _ isAlive: Bool, _ context: ChannelHandlerContext
  ) {
    guard reader.left > 0 else { return finish(isAlive, context) }
    let count = min(reader.left, router.bandwidthLimiter.piece)
    let pause = router.bandwidthLimiter.wait(for: count, at: .now())
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(pause.nanoseconds)) {
      [self] in
      // After the head, an error can only be signalled by closing.
      guard let bytes = reader.read(count) else { return context.close(promise: nil) }
      send(.body(.byteBuffer(ByteBuffer(bytes: bytes))), context) { [self] in
        sendNextPiece(reader, isAlive, context)
      }
    }
  }

  /// Calls `done` once the kernel has taken the reader. Disconnects a client that is too slow.
  private func send(
    _ reader: HTTPServerResponsePart, _ context: ChannelHandlerContext, done: @escaping () -> Void
  ) {
    close(in: router.limits.timeouts.stall, context)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [self] result in
      guard case .success = result, case .sending = state else {
        return context.close(promise: nil)
      }
      done()
    }
    context.writeAndFlush(wrapOutboundOut(reader), promise: sent)
  }

  private func finish(_ isAlive: Bool, _ context: ChannelHandlerContext) {
    state = isAlive ? .waiting : .closing
    close(in: isAlive ? router.limits.timeouts.idle : router.limits.timeouts.linger, context)
    // Makes the pipeline read the next request.
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if !isAlive { context.close(mode: .output, promise: nil) }
  }

  /// Closes the connection after this time, unless something happens before.
  private func close(in time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }
}
