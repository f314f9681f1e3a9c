import NIOHTTP1
import VitrineControl
import VitrineLinux

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

  /// Makes room for a file. `done` is called on the thread, as are all of these.
  func begin(
    _ name: UploadName, length: Int64?, done: @escaping @Sendable (Result<Upload, Refused>) -> Void
  ) {
    orders.push { [self] in done(Result { () throws(Refused) in try makeRoom(name, length) }) }
  }

  func write(_ bytes: [UInt8], to upload: Upload, done: @escaping @Sendable (Refused?) -> Void) {
    orders.push { [self] in
      do throws(Refused) {
        guard (folder.freeBytes ?? .max) - Int64(bytes.count) > Self.reserve else { throw .noRoom }
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

  private func makeRoom(_ name: UploadName, _ length: Int64?) throws(Refused) -> Upload {
    guard length ?? 0 <= largest else { throw .tooLarge(largest) }
    if (try? FileStatus(of: folder.path(of: name.text))) != nil { throw .exists }
    guard (folder.freeBytes ?? .max) - (length ?? 0) > Self.reserve else { throw .noRoom }
    guard open.value < Self.most else { throw .busy }
    let number = lastNumber.update { last in
      last += 1
      return last
    }
    do throws(Errno) {
      try folder.make()
      let draft = "\(Self.draft)\(number)"
      let upload = Upload(name, draft, try FileDescriptor(creating: folder.path(of: draft)))
      open.update { $0 += 1 }
      return upload
    } catch {
      throw Refused(Answer(.conflict, refusing: "it cannot be written: \(error)", .refused))
    }
  }

  /// What a client is told instead.
  struct Refused: Error {
    let answer: Answer

    init(_ answer: Answer) { self.answer = answer.closing() }

    static let exists = Refused(
      Answer(.conflict, refusing: "there is a file of this name", .refused))
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

/// A file on its way. Bound to the thread of uploads.
final class Upload: @unchecked Sendable {
  // @unchecked because the compiler cannot see that one thread alone calls its functions.
  let name: UploadName
  private let draft: String
  private let file: FileDescriptor
  private(set) var count: Int64 = 0
  private var isDone = false

  init(_ name: UploadName, _ draft: String, _ file: consuming FileDescriptor) {
    (self.name, self.draft) = (name, draft)
    self.file = file
  }

  fileprivate func write(_ bytes: [UInt8], most: Int64) throws(UploadThread.Refused) {
    guard !isDone else { return }
    count += Int64(bytes.count)
    guard count <= most else { throw .tooLarge(most) }
    do throws(Errno) { try file.write(bytes) } catch .noSpace { throw .noRoom } catch {
      throw UploadThread.Refused(
        Answer(.conflict, refusing: "it cannot be written: \(error)", .refused))
    }
  }

  fileprivate func finish(in folder: Folder) throws(UploadThread.Refused) {
    guard !isDone else { return }
    isDone = true
    do throws(Errno) {
      try file.settle()
      // All that are brought get their names on this one thread.
      guard (try? FileStatus(of: folder.path(of: name.text))) == nil else {
        try folder.remove(draft)
        throw Errno.exists
      }
      try folder.move(draft, to: name.text)
      // It has its name already.
      try? folder.settle()
    } catch .exists {
      throw .exists
    } catch {
      try? folder.remove(draft)
      throw UploadThread.Refused(
        Answer(.conflict, refusing: "it cannot be written: \(error)", .refused))
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
