import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrineTiming

/// Writes uploads on the thread `uploads`, because disks block. Thread-safe.
final class UploadThread: Sendable {
  private let jobs = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread
  private let folder: Folder
  private let largest: Int64
  /// The number of uploads in progress.
  private let open = Shared(0)
  private let lastNumber = Shared(0)

  private static let most = 4
  /// The disk space left for the player itself.
  private static let reserve = Int64(256) << 20
  private static let draft = ".upload-"

  init(_ path: String, largest: Int64) throws(Errno) {
    (folder, self.largest) = (Folder(path), largest)
    let (jobs, folder) = (jobs, folder)
    thread = try NamedThread("uploads", priority: .background) {
      // Removes drafts that a power cut or a crash has left.
      for name in folder.names where name.hasPrefix(Self.draft) { try? folder.remove(name) }
      while let job = jobs.pop() { job() }
    }
  }

  func close() {
    jobs.close()
    thread.join()
  }

  /// An announced upload.
  struct Request: Sendable {
    let name: UploadName
    let length: Int64?
    /// Whether it may replace an existing file.
    let replaces: Bool
    let client: UploadOwners.Client
  }

  /// Reserves room for a file. All `done` functions are called on the thread.
  func begin(
    _ request: Request, done: @escaping @Sendable (Result<Upload, Rejection>) -> Void
  ) {
    jobs.push { [self] in done(Result { () throws(Rejection) in try makeRoom(request) }) }
  }

  func write(_ bytes: [UInt8], to upload: Upload, done: @escaping @Sendable (Rejection?) -> Void) {
    jobs.push { [self] in
      do throws(Rejection) {
        guard (folder.freeBytes ?? .max) -| Int64(bytes.count) > Self.reserve else { throw .noRoom }
        try upload.write(bytes, most: largest)
        done(nil)
      } catch {
        discard(upload)
        done(error)
      }
    }
  }

  /// Moves the complete file to its name.
  func finish(_ upload: Upload, done: @escaping @Sendable (Response) -> Void) {
    jobs.push { [self] in
      defer { open.update { $0 -= 1 } }
      do throws(Rejection) {
        try upload.finish(in: folder)
        done(
          Response(
            .created,
            .object([
              "name": .text(upload.name.text), "path": .text(folder.path(of: upload.name.text)),
              "bytes": .number(Double(upload.count)),
            ])))
      } catch {
        done(error.response)
      }
    }
  }

  /// Runs `body` on the thread.
  func perform(_ body: @escaping @Sendable () -> Void) { jobs.push(body) }

  /// Discards an upload.
  func cancel(_ upload: Upload) { jobs.push { [self] in discard(upload) } }

  private func discard(_ upload: Upload) {
    guard upload.discard(in: folder) else { return }
    open.update { $0 -= 1 }
  }

  private func makeRoom(_ request: Request) throws(Rejection) -> Upload {
    let length = request.length ?? 0
    guard length <= largest else { throw .tooLarge(largest) }
    try request.check(in: folder)
    guard (folder.freeBytes ?? .max) -| length > Self.reserve else { throw .noRoom }
    guard open.value < Self.most else { throw .busy }
    let number = lastNumber.update { last in
      last += 1
      return last
    }
    do throws(Errno) {
      try folder.make()
      let draft = "\(Self.draft)\(number)"
      let upload = Upload(request, draft, try FileDescriptor(creating: folder.path(of: draft)))
      open.update { $0 += 1 }
      return upload
    } catch {
      throw .failed(error)
    }
  }

  /// The error response for a rejected upload.
  struct Rejection: Error {
    let response: Response

    init(_ response: Response) { self.response = response.closing() }

    /// `isYours` is whether the client may replace the file.
    static func exists(isYours: Bool) -> Rejection {
      Rejection(
        Response(
          .conflict,
          .object([
            "error": .text("a file with this name already exists"),
            "code": .text(Refusal.Code.refused.rawValue), "replaceable": .bool(isYours),
          ])))
    }
    static func failed(_ error: some Error) -> Rejection {
      Rejection(Response(.conflict, refusing: "cannot write the file: \(error)", .refused))
    }

    static let noRoom = Rejection(
      Response(.insufficientStorage, refusing: "not enough disk space for this file", .refused))
    static let busy = Rejection(
      Response(.serviceUnavailable, refusing: "too many uploads at once (limit: \(most))", .busy)
        .adding("Retry-After", "5"))

    static func tooLarge(_ largest: Int64) -> Rejection {
      Rejection(
        Response(
          .payloadTooLarge, refusing: "the file is too large (limit: \(largest) bytes)", .invalid))
    }
  }
}

extension UploadThread.Request {
  /// Throws if the name is taken, unless the client may and wants to replace the file.
  fileprivate func check(in folder: Folder) throws(UploadThread.Rejection) {
    let owners = UploadOwners(folder)
    if let twin = owners.twin(of: name) { throw UploadThread.Rejection(Response(.twin(twin))) }
    do throws(Errno) {
      if try folder.isMissing(name.text) { return }
    } catch {
      throw .failed(error)
    }
    let isYours: Bool
    do throws(UploadOwners.Failure) { isYours = try owners.permission(of: client)(name) } catch {
      throw .failed(error)
    }
    guard replaces else { throw .exists(isYours: isYours) }
    guard isYours else { throw UploadThread.Rejection(Response(.notYours)) }
  }
}

/// An upload in progress. Confined to the upload thread.
final class Upload: @unchecked Sendable {
  // @unchecked because the compiler cannot see that only one thread calls its functions.
  private let request: UploadThread.Request
  private let draft: String
  private let file: FileDescriptor
  private(set) var count: Int64 = 0
  private var isDone = false

  init(_ request: UploadThread.Request, _ draft: String, _ file: consuming FileDescriptor) {
    self.request = request
    self.draft = draft
    self.file = file
  }

  var name: UploadName { request.name }

  fileprivate func write(_ bytes: [UInt8], most: Int64) throws(UploadThread.Rejection) {
    guard !isDone else { return }
    count +|= Int64(bytes.count)
    guard count <= most else { throw .tooLarge(most) }
    do throws(Errno) { try file.write(bytes) } catch .noSpace { throw .noRoom } catch {
      throw .failed(error)
    }
  }

  fileprivate func finish(in folder: Folder) throws(UploadThread.Rejection) {
    guard !isDone else { return }
    isDone = true
    do throws(UploadThread.Rejection) {
      // Safe without a lock, because this thread gives all uploads their names.
      try request.check(in: folder)
      try settle(in: folder)
    } catch {
      try? folder.remove(draft)
      throw error
    }
  }

  private func settle(in folder: Folder) throws(UploadThread.Rejection) {
    do throws(Errno) { try file.settle() } catch { throw .failed(error) }
    // Before the move: the file would have no owner, or a wrong one, if recording it failed. If the
    // move fails, the old file belongs to the client, which was allowed to replace it.
    do throws(UploadOwners.Failure) {
      try UploadOwners(folder).setOwner(request.client.owner, of: name)
    } catch {
      throw .failed(error)
    }
    do throws(Errno) {
      try folder.move(draft, to: name.text)
      try folder.settle()
    } catch {
      throw .failed(error)
    }
  }

  /// Returns whether the upload was still open.
  fileprivate func discard(in folder: Folder) -> Bool {
    guard !isDone else { return false }
    isDone = true
    try? folder.remove(draft)
    return true
  }
}
