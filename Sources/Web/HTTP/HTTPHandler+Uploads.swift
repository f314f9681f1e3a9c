import NIOCore
import NIOHTTP1
import VitrineControl

/// A file upload, written while it is received. Reading pauses while a write is in progress.
extension HTTPHandler {
  final class Uploading {
    let call: Call
    /// Nil until there is room for it.
    var upload: Upload?
    var waiting: [ByteBuffer] = []
    var isWriting = true
    var hasEnded = false

    init(_ call: Call) { self.call = call }
  }

  func beginUpload(_ admitted: Router.AdmittedRequest, _ context: ChannelHandlerContext) {
    guard let uploads = router.uploads else { return }
    guard let name = UploadName(admitted.call.parameters["name"] ?? "") else {
      return respond(Response(.badRequest, refusing: UploadName.rule, .invalid).closing(), context)
    }
    guard let replaces = Bool(admitted.call.query["replace"] ?? "false") else {
      return respond(.invalidReplace.closing(), context)
    }
    let uploading = Uploading(admitted.call)
    state = .uploading(uploading)
    context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
    let (bound, loop) = (
      NIOLoopBound((self, context, uploading), eventLoop: context.eventLoop), router.loop
    )
    // No timeout while the disk works.
    timer?.cancel()
    let request = UploadThread.Request(
      name: name, length: admitted.length.map { Int64($0) },
      replaces: replaces, client: admitted.call.uploader)
    uploads.begin(request) { result in
      bound.execute(on: loop) { handler, context, uploading in
        uploading.isWriting = false
        switch result {
        case .success(let upload):
          uploading.upload = upload
          handler.continueUpload(uploading, context)
        case .failure(let rejection): handler.endUpload(uploading, rejection.response, context)
        }
      }
    }
  }

  func receiveUpload(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    guard case .uploading(let uploading) = state else { return }
    uploading.waiting.append(bytes)
    continueUpload(uploading, context)
  }

  func endUpload(_ context: ChannelHandlerContext) {
    guard case .uploading(let uploading) = state else { return }
    uploading.hasEnded = true
    continueUpload(uploading, context)
  }

  /// Discards the upload of a client that has disconnected.
  func cancelUpload() {
    guard case .uploading(let uploading) = state else { return }
    state = .closing
    if let upload = uploading.upload { router.uploads?.cancel(upload) }
  }

  func continueUpload(_ uploading: Uploading, _ context: ChannelHandlerContext) {
    guard case .uploading = state, let upload = uploading.upload, !uploading.isWriting,
      let uploads = router.uploads
    else {
      // The client disconnected before there was room.
      if case .closing = state, let upload = uploading.upload { router.uploads?.cancel(upload) }
      return
    }
    timer?.cancel()
    let (bound, loop) = (
      NIOLoopBound((self, context, uploading), eventLoop: context.eventLoop), router.loop
    )
    if !uploading.waiting.isEmpty {
      let bytes = uploading.waiting.reduce(into: [UInt8]()) { $0 += $1.readableBytesView }
      uploading.waiting = []
      uploading.isWriting = true
      uploads.write(bytes, to: upload) { rejection in
        bound.execute(on: loop) { handler, context, uploading in
          uploading.isWriting = false
          if let rejection { return handler.endUpload(uploading, rejection.response, context) }
          handler.continueUpload(uploading, context)
        }
      }
    } else if uploading.hasEnded {
      uploading.isWriting = true
      uploads.finish(upload) { response in
        bound.execute(on: loop) { handler, context, uploading in
          handler.endUpload(uploading, response, context)
        }
      }
    } else {
      wait(router.limits.timeouts.stall, context)
      context.read()
    }
  }

  private func endUpload(
    _ uploading: Uploading, _ response: Response, _ context: ChannelHandlerContext
  ) {
    guard case .uploading = state else { return }
    let isDone = response.status == .created
    router.audit(
      uploading.call, "upload of \(uploading.call.parameters["name"] ?? "")", isDone: isDone)
    // The rest of a rejected upload is not read.
    self.respond(uploading.hasEnded ? response : response.closing(), context)
    context.channel.setOption(.autoRead, value: true).whenComplete { _ in }
    context.read()
  }
}

extension NIOLoopBound where Value == (HTTPHandler, ChannelHandlerContext, HTTPHandler.Uploading) {
  /// Runs `body` on the event loop.
  fileprivate func execute(
    on loop: ServerLoop,
    _ body: @escaping @Sendable (HTTPHandler, ChannelHandlerContext, HTTPHandler.Uploading) -> Void
  ) {
    loop.execute { body(value.0, value.1, value.2) }
  }
}

extension Response {
  fileprivate static var invalidReplace: Response {
    Response(.badRequest, refusing: "invalid replace: expected true or false", .invalid)
  }
}
