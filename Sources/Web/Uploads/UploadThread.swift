import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrineTiming

/// Writes files that clients bring: on a thread of its own, `uploads`, since disks have one wait. Thread-safe.
final class UploadThread: Sendable {
  private let orders = BoundedQueue<@Sendable () -> Void>(limit: .max)
  private let thread: NamedThread
  private let folder: Folder
  private let largest: Int64
  /// What is written at the same time.
  private let open = Shared(0)
  private let lastNumber = Shared(0)

  private static let most = 4
  /// Of the disk, for the player itself.
  private static let reserve = Int64(256) << 20
  private static let draft = ".upload-"

  init(_ path: String, largest: Int64) throws(Errno) {
    (folder, self.largest) = (Folder(path), largest)
    let (orders, folder) = (orders, folder)
    thread = try NamedThread("uploads", priority: .background) {
      // What a power cut or a kill left.
      for name in folder.names where name.hasPrefix(Self.draft) { try? folder.remove(name) }
      while let order = orders.pop() { order() }
    }
  }

  func close() {
    orders.close()
    thread.join()
  }

  /// What a client is about to bring.
  struct Request: Sendable {
    let name: UploadName
    let length: Int64?
    /// Whether it may take the place of a file of its name.
    let replaces: Bool
    let client: UploadOwners.Client
  }

  /// Makes room for a file. `done` is called on the thread, as are all of these.
  func begin(
    _ request: Request, done: @escaping @Sendable (Result<Upload, Refused>) -> Void
  ) {
    orders.push { [self] in done(Result { () throws(Refused) in try makeRoom(request) }) }
  }

  func write(_ bytes: [UInt8], to upload: Upload, done: @escaping @Sendable (Refused?) -> Void) {
    orders.push { [self] in
      do throws(Refused) {
        guard (folder.freeBytes ?? .max) -| Int64(bytes.count) > Self.reserve else { throw .noRoom }
        try upload.write(bytes, most: largest)
        done(nil)
      } catch {
        discard(upload)
        done(error)
      }
    }
  }

  /// All of it was written: it gets its name.
  func finish(_ upload: Upload, done: @escaping @Sendable (Answer) -> Void) {
    orders.push { [self] in
      defer { open.update { $0 -= 1 } }
      do throws(Refused) {
        try upload.finish(in: folder)
        done(
          Answer(
            .created,
            .object([
              "name": .text(upload.name.text), "path": .text(folder.path(of: upload.name.text)),
              "bytes": .number(Double(upload.count)),
            ])))
      } catch {
        done(error.answer)
      }
    }
  }

  /// Has something else done about the folder.
  func perform(_ body: @escaping @Sendable () -> Void) { orders.push(body) }

  /// Nothing more comes of it.
  func cancel(_ upload: Upload) { orders.push { [self] in discard(upload) } }

  private func discard(_ upload: Upload) {
    guard upload.discard(in: folder) else { return }
    open.update { $0 -= 1 }
  }

  private func makeRoom(_ request: Request) throws(Refused) -> Upload {
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

  /// What a client is told instead.
  struct Refused: Error {
    let answer: Answer

    init(_ answer: Answer) { self.answer = answer.closing() }

    /// `isYours` says whether the client may replace it.
    static func exists(isYours: Bool) -> Refused {
      Refused(
        Answer(
          .conflict,
          .object([
            "error": .text("there is a file of this name"),
            "code": .text(Refusal.Code.refused.rawValue), "replaceable": .bool(isYours),
          ])))
    }
    static func failed(_ error: some Error) -> Refused {
      Refused(Answer(.conflict, refusing: "it cannot be written: \(error)", .refused))
    }

    static let noRoom = Refused(
      Answer(.insufficientStorage, refusing: "there is no room for it on the disk", .refused))
    static let busy = Refused(
      Answer(.serviceUnavailable, refusing: "\(most) files are on their way already", .busy)
        .adding("Retry-After", "5"))

    static func tooLarge(_ largest: Int64) -> Refused {
      Refused(Answer(.payloadTooLarge, refusing: "a file has \(largest) bytes at most", .invalid))
    }
  }
}

extension UploadThread.Request {
  /// Throws where the name is taken and the client does not replace what has it, or may not.
  fileprivate func check(in folder: Folder) throws(UploadThread.Refused) {
    let owners = UploadOwners(folder)
    if let twin = owners.twin(of: name) { throw UploadThread.Refused(Answer(.twin(twin))) }
    do throws(Errno) {
      if try folder.isMissing(name.text) { return }
    } catch {
      throw .failed(error)
    }
    let isYours: Bool
    do throws(UploadOwners.Trouble) { isYours = try owners.permission(of: client)(name) } catch {
      throw .failed(error)
    }
    guard replaces else { throw .exists(isYours: isYours) }
    guard isYours else { throw UploadThread.Refused(Answer(.notYours)) }
  }
}

/// A file on its way. Bound to the thread of uploads.
final class Upload: @unchecked Sendable {
  // @unchecked because the compiler cannot see that one thread alone calls its functions.
  private let request: UploadThread.Request
  private let draft: String
  private let file: FileDescriptor
  private(set) var count: Int64 = 0
  private var isDone = false

  init(_ request: UploadThread.Request, _ draft: String, _ file: consuming FileDescriptor) {
    (self.request, self.draft) = (request, draft)
    self.file = file
  }

  var name: UploadName { request.name }

  fileprivate func write(_ bytes: [UInt8], most: Int64) throws(UploadThread.Refused) {
    guard !isDone else { return }
    count +|= Int64(bytes.count)
    guard count <= most else { throw .tooLarge(most) }
    do throws(Errno) { try file.write(bytes) } catch .noSpace { throw .noRoom } catch {
      throw .failed(error)
    }
  }

  fileprivate func finish(in folder: Folder) throws(UploadThread.Refused) {
    guard !isDone else { return }
    isDone = true
    do throws(UploadThread.Refused) {
      // All that are brought get their names on this one thread.
      try request.check(in: folder)
      try settle(in: folder)
    } catch {
      try? folder.remove(draft)
      throw error
    }
  }

  private func settle(in folder: Folder) throws(UploadThread.Refused) {
    do throws(Errno) { try file.settle() } catch { throw .failed(error) }
    // Before the file has its name: it would be nobody's, or still another's, if the owner could not be noted.
    // If the move fails, the old file is the client's, who was allowed to replace it.
    do throws(UploadOwners.Trouble) {
      try UploadOwners(folder).note(name, request.client.owner)
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

  /// Whether it was there until now.
  fileprivate func discard(in folder: Folder) -> Bool {
    guard !isDone else { return false }
    isDone = true
    try? folder.remove(draft)
    return true
  }
}
