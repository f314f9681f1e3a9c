import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrineTiming

/// One connection of a peer that downloads files: reads a request, sends the file in pieces, and
/// waits for the next request. Holds one piece in memory at a time. Confined to the server's
/// thread.
final class SharingExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// For the head of a request.
    case waiting
    /// For its end.
    case asked(HTTPRequestHead, SharingDesk.Reply)
    case sending
    /// Discards what the client still sends.
    case leaving
  }

  private let desk: SharingDesk
  private let address: String
  private var state = State.waiting
  private var timer: Scheduled<Void>?

  init(_ desk: SharingDesk, from address: String) {
    self.desk = desk
    self.address = address
  }

  func channelActive(context: ChannelHandlerContext) {
    cut(in: desk.limits.firstHead, context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    state = .leaving
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .waiting):
      begin(head, context)
    case (.end, .asked(let head, .answer(let answer))): send(answer, nil, to: head, context)
    case (.end, .asked(let head, .file(let answer, let part, let bytes))):
      part.begin(bytes)
      send(answer, part, to: head, context)
    // An unannounced body: the data that follows is not a request.
    case (.body, .asked): context.close(promise: nil)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let reply = desk.reply(to: head, from: address, at: .now())
    // An error is sent at once, since the rest of the request may never arrive.
    if case .answer(let answer) = reply, answer.closes {
      return send(answer, nil, to: head, context)
    }
    state = .asked(head, reply)
    cut(in: desk.limits.stall, context)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, case .waiting = state else {
      return context.close(promise: nil)
    }
    send(
      Answer(.badRequest, refusing: "malformed request", .invalid).closing(), nil,
      to: HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), context)
  }

  private func send(
    _ answer: Answer, _ part: SentPart?, to head: HTTPRequestHead, _ context: ChannelHandlerContext
  ) {
    let isAlive = !answer.closes && head.isKeepAlive
    var answerHead = answer.head(isAlive: isAlive, version: head.version)
    let length = part?.left ?? answer.body.count
    answerHead.headers.add(name: "Content-Length", value: "\(length)")
    state = .sending
    guard head.method != .HEAD, length > 0 else {
      return send(.head(answerHead), context) { [self] in finish(isAlive, context) }
    }
    if let part {
      send(.head(answerHead), context) { [self] in goOn(part, isAlive, context) }
    } else {
      context.write(wrapOutboundOut(.head(answerHead)), promise: nil)
      send(.body(.byteBuffer(ByteBuffer(bytes: answer.body))), context) { [self] in
        finish(isAlive, context)
      }
    }
  }

  /// Sends the next piece when it is due. Always scheduled, because the kernel may take many pieces
  /// in a row.
  private func goOn(_ part: SentPart, _ isAlive: Bool, _ context: ChannelHandlerContext) {
    guard part.left > 0 else { return finish(isAlive, context) }
    let count = min(part.left, desk.pace.piece)
    let pause = desk.pace.wait(for: count, at: .now())
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(pause.nanoseconds)) {
      [self] in
      // After the head, an error can only be signalled by closing.
      guard let bytes = part.take(count) else { return context.close(promise: nil) }
      send(.body(.byteBuffer(ByteBuffer(bytes: bytes))), context) { [self] in
        goOn(part, isAlive, context)
      }
    }
  }

  /// Calls `done` once the kernel has taken the part. Disconnects a client that is too slow.
  private func send(
    _ part: HTTPServerResponsePart, _ context: ChannelHandlerContext, done: @escaping () -> Void
  ) {
    cut(in: desk.limits.stall, context)
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [self] result in
      guard case .success = result, case .sending = state else {
        return context.close(promise: nil)
      }
      done()
    }
    context.writeAndFlush(wrapOutboundOut(part), promise: sent)
  }

  private func finish(_ isAlive: Bool, _ context: ChannelHandlerContext) {
    state = isAlive ? .waiting : .leaving
    cut(in: isAlive ? desk.limits.quiet : desk.limits.linger, context)
    // Makes the pipeline read the next request.
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if !isAlive { context.close(mode: .output, promise: nil) }
  }

  /// Closes the connection after this time, unless something happens before.
  private func cut(in time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }
}
