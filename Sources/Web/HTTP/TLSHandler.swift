import NIOCore
import VitrineCryptography

/// The TLS layer of a connection, below the HTTP handlers. Confined to the server's thread.
final class TLSHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let session: TLSSession

  init(_ identity: TLSIdentity) throws(TLSError) { session = try TLSSession(identity) }

  /// The name in the client's certificate; nil without one.
  var clientName: String? { session.clientName }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    do throws(TLSError) {
      let plain = try session.receive(Array(bytes.readableBytesView))
      flushSession(context)
      if !plain.isEmpty { context.fireChannelRead(wrapInboundOut(ByteBuffer(bytes: plain))) }
      if session.isClosed { context.close(promise: nil) }
    } catch {
      // Sends the TLS alert to the client before closing.
      flushSession(context)
      context.close(promise: nil)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    do throws(TLSError) {
      try session.send(Array(unwrapOutboundIn(data).readableBytesView))
      context.write(wrapOutboundOut(ByteBuffer(bytes: session.drainOutgoing())), promise: promise)
    } catch {
      promise?.fail(error)
      context.close(promise: nil)
    }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    session.close()
    flushSession(context)
    context.close(mode: mode, promise: promise)
  }

  private func flushSession(_ context: ChannelHandlerContext) {
    let bytes = session.drainOutgoing()
    guard !bytes.isEmpty else { return }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}
