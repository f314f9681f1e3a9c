import Glibc
public import VitrineLinux

/// The player's end of the line to a decoder in a process of its own. Never waits, but in `wait`. Bound to
/// the session's thread.
public final class DecoderLine {
  private let process: ChildProcess
  /// What found no room on the socket yet.
  private var outgoing: [UInt8] = []
  private var written = 0
  private var incoming = DecoderMessages(most: DecoderReport.mostBytes)
  /// Pieces of memory whose report was not read yet.
  private var files: [DMABuffer] = []
  private var isEnded = false

  /// The line broke, or what comes on it is not what was agreed.
  public enum Fault: Error {
    case ended
    case garbled
    case call(Errno)
  }

  /// So many pieces of memory may wait for their reports.
  private static let mostFiles = 64

  public init(to process: consuming ChildProcess) { self.process = process }

  /// Whether something waits for room.
  var isFull: Bool { !outgoing.isEmpty }

  func send(_ order: DecoderOrder) throws(Fault) {
    order.message.write(to: &outgoing)
    try flush()
  }

  func sendPacket(_ bytes: UnsafeRawBufferPointer, token: UInt64) throws(Fault) {
    unsafe DecoderOrder.writePacket(bytes, token: token, to: &outgoing)
    try flush()
  }

  /// Sends what found no room before.
  func flush() throws(Fault) {
    while written < outgoing.count {
      guard let count = try sent(outgoing[written...]) else { return }
      written += count
    }
    outgoing.removeAll(keepingCapacity: outgoing.count < 1 << 20)
    written = 0
  }

  private func sent(_ bytes: ArraySlice<UInt8>) throws(Fault) -> Int? {
    do throws(Errno) {
      return try process.socket.send(bytes)
    } catch .brokenPipe {
      throw .ended
    } catch .reset {
      throw .ended
    } catch {
      throw .call(error)
    }
  }

  /// What has come, one report after the other; nil where there is none.
  func next() throws(Fault) -> DecoderReport? {
    while true {
      let message: DecoderMessage?
      do throws(DecoderMessages.Garbled) {
        message = try incoming.next()
      } catch {
        throw .garbled
      }
      if let message {
        guard let report = DecoderReport(message) else { throw .garbled }
        return report
      }
      guard try read() else { return nil }
    }
  }

  /// The piece of memory that came with a report of memory.
  func takeFile() throws(Fault) -> DMABuffer {
    if files.isEmpty { throw .garbled }
    return files.removeFirst()
  }

  /// False where nothing is there.
  private func read() throws(Fault) -> Bool {
    do throws(Errno) {
      guard var received = try process.socket.receive(count: 1 << 14) else { return false }
      isEnded = received.bytes.isEmpty
      incoming.append(received.bytes)
      if let file = received.file.take() { files.append(try DMABuffer(owning: file)) }
    } catch .reset {
      isEnded = true
    } catch {
      throw .call(error)
    }
    if isEnded { throw .ended }
    if files.count > Self.mostFiles { throw .garbled }
    return true
  }

  /// Waits until something has come, or there is room for what waits, or `wakeup` rings, which is
  /// cleared, or so many milliseconds have passed. The corresponding C function is `poll`.
  func wait(_ wakeup: Wakeup, milliseconds: Int) throws(Fault) {
    let wanted = Int16(POLLIN) | (isFull ? Int16(POLLOUT) : 0)
    var watched = [
      pollfd(fd: wakeup.descriptor.rawValue, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.socket.rawValue, events: wanted, revents: 0),
    ]
    do throws(Errno) {
      _ = try valueOrErrno { unsafe poll(&watched, 2, CInt(milliseconds)) }
    } catch {
      throw .call(error)
    }
    wakeup.clear()
  }
}
