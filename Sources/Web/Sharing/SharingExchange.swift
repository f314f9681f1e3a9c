import NIOCore
import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrineTiming

/// One connection of a screen that fetches files: reads a request, sends the file piece by piece, and waits
/// for the next. One piece of a file is in memory at a time. Bound to the server's thread.
final class SharingExchange: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    /// For the head of a request.
    case waiting
    /// For its end.
    case asked(HTTPRequestHead, SharingDesk.Reply)
    case sending
    /// What the client still sends is thrown away.
    case leaving
  }

  private let desk: SharingDesk
  private let address: String
  private var state = State.waiting
  private var timer: Scheduled<Void>?

  init(_ desk: SharingDesk, from address: String) { (self.desk, self.address) = (desk, address) }

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
    // A body that was not announced: what follows is no request.
    case (.body, .asked): context.close(promise: nil)
    default: break
    }
  }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let reply = desk.reply(to: head, from: address, at: .now())
    // What is refused is told at once: the rest of such a request may never come.
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
      Answer(.badRequest, refusing: "the request is not clear", .invalid).closing(), nil,
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

  /// The next piece, once it is its turn. Always later: the kernel may take one piece after the other.
  private func goOn(_ part: SentPart, _ isAlive: Bool, _ context: ChannelHandlerContext) {
    guard part.left > 0 else { return finish(isAlive, context) }
    let count = min(part.left, desk.pace.piece)
    let pause = desk.pace.wait(for: count, at: .now())
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(pause.nanoseconds)) {
      [self] in
      // A length was said: what the disk does not give cannot be told in another way.
      guard let bytes = part.take(count) else { return context.close(promise: nil) }
      send(.body(.byteBuffer(ByteBuffer(bytes: bytes))), context) { [self] in
        goOn(part, isAlive, context)
      }
    }
  }

  /// `done` once the kernel has it. A client that does not take it in time is cut off.
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
    // It lets the next request through.
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if !isAlive { context.close(mode: .output, promise: nil) }
  }

  /// The connection ends unless something happens within so long.
  private func cut(in time: TimeAmount, _ context: ChannelHandlerContext) {
    timer?.cancel()
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
      context.close(promise: nil)
    }
  }
}
