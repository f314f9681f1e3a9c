import NIOCore
import NIOHTTP1
import VitrineControl

/// A file upload, written while it is received. Reading pauses while a write is in progress.
extension Exchange {
  final class Uploading {
    let call: Call
    /// Nil until there is room for it.
    var upload: Upload?
    var waiting: [ByteBuffer] = []
    var isWriting = true
    var hasEnded = false

    init(_ call: Call) { self.call = call }
  }

  func beginUpload(_ admitted: Desk.Admitted, _ context: ChannelHandlerContext) {
    guard let uploads = desk.uploads else { return }
    guard let name = UploadName(admitted.call.parameters["name"] ?? "") else {
      return answer(Answer(.badRequest, refusing: UploadName.rule, .invalid).closing(), context)
    }
    let uploading = Uploading(admitted.call)
    state = .uploading(uploading)
    context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
    let (bound, loop) = (
      NIOLoopBound((self, context, uploading), eventLoop: context.eventLoop), desk.loop
    )
    // No timeout while the disk works.
    timer?.cancel()
    let request = UploadThread.Request(
      name: name, length: admitted.length.map { Int64($0) },
      replaces: admitted.call.query["replace"] == "true", client: admitted.call.uploader)
    uploads.begin(request) { result in
      bound.execute(on: loop) { exchange, context, uploading in
        uploading.isWriting = false
        switch result {
        case .success(let upload):
          uploading.upload = upload
          exchange.goOn(uploading, context)
        case .failure(let refused): exchange.endUpload(uploading, refused.answer, context)
        }
      }
    }
  }

  func take(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard case .uploading(let uploading) = state else { return }
    uploading.waiting.append(bytes)
    goOn(uploading, context)
  }

  func endUpload(_ context: ChannelHandlerContext) {
    guard case .uploading(let uploading) = state else { return }
    uploading.hasEnded = true
    goOn(uploading, context)
  }

  /// Discards the upload of a client that has disconnected.
  func cancelUpload() {
    guard case .uploading(let uploading) = state else { return }
    state = .leaving
    if let upload = uploading.upload { desk.uploads?.cancel(upload) }
  }

  func goOn(_ uploading: Uploading, _ context: ChannelHandlerContext) {
    guard case .uploading = state, let upload = uploading.upload, !uploading.isWriting,
      let uploads = desk.uploads
    else {
      // The client disconnected before there was room.
      if case .leaving = state, let upload = uploading.upload { desk.uploads?.cancel(upload) }
      return
    }
    timer?.cancel()
    let (bound, loop) = (
      NIOLoopBound((self, context, uploading), eventLoop: context.eventLoop), desk.loop
    )
    if !uploading.waiting.isEmpty {
      let bytes = uploading.waiting.reduce(into: [UInt8]()) { $0 += $1.readableBytesView }
      uploading.waiting = []
      uploading.isWriting = true
      uploads.write(bytes, to: upload) { refused in
        bound.execute(on: loop) { exchange, context, uploading in
          uploading.isWriting = false
          if let refused { return exchange.endUpload(uploading, refused.answer, context) }
          exchange.goOn(uploading, context)
        }
      }
    } else if uploading.hasEnded {
      uploading.isWriting = true
      uploads.finish(upload) { answer in
        bound.execute(on: loop) { exchange, context, uploading in
          exchange.endUpload(uploading, answer, context)
        }
      }
    } else {
      wait(desk.limits.stall, context)
      context.read()
    }
  }

  private func endUpload(
    _ uploading: Uploading, _ answer: Answer, _ context: ChannelHandlerContext
  ) {
    guard case .uploading = state else { return }
    let isDone = answer.status == .created
    desk.audit(
      uploading.call, "upload of \(uploading.call.parameters["name"] ?? "")", isDone: isDone)
    // The rest of a rejected upload is not read.
    self.answer(uploading.hasEnded ? answer : answer.closing(), context)
    context.channel.setOption(.autoRead, value: true).whenComplete { _ in }
    context.read()
  }
}

extension NIOLoopBound where Value == (Exchange, ChannelHandlerContext, Exchange.Uploading) {
  /// Runs `body` on the event loop.
  fileprivate func execute(
    on loop: ServerLoop,
    _ body: @escaping @Sendable (Exchange, ChannelHandlerContext, Exchange.Uploading) -> Void
  ) {
    loop.execute { body(value.0, value.1, value.2) }
  }
}
