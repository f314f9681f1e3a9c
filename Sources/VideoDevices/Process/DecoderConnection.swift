import Glibc
package import VitrineLinux

/// The player's end of the connection to a decoder process. Non-blocking, except for `wait`. Bound
/// to the session's thread.
package final class DecoderConnection {
  private let process: ChildProcess
  /// Data that did not fit in the socket yet.
  private var outgoing: [UInt8] = []
  private var written = 0
  private var incoming = DecoderMessageParser(most: DecoderReport.mostBytes)
  /// Memory whose report was not read yet.
  private var files: [DMABuffer] = []
  private var isEnded = false

  /// The connection is closed or violates the protocol.
  package enum Fault: Error {
    case ended
    case invalidMessage
    case call(Errno)
  }

  /// The most pieces of memory that may wait for their reports.
  private static let mostFiles = 64

  package init(to process: consuming ChildProcess) { self.process = process }

  /// Whether data is waiting for room.
  var isFull: Bool { !outgoing.isEmpty }

  func send(_ order: DecoderCommand) throws(Fault) {
    order.message.write(to: &outgoing)
    try flush()
  }

  func sendPacket(_ bytes: UnsafeRawBufferPointer, token: UInt64) throws(Fault) {
    unsafe DecoderCommand.writePacket(bytes, token: token, to: &outgoing)
    try flush()
  }

  /// Sends waiting data.
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

  /// Returns the next report; nil if there is none.
  func next() throws(Fault) -> DecoderReport? {
    while true {
      let message: DecoderMessage?
      do throws(DecoderMessageParser.InvalidMessage) {
        message = try incoming.next()
      } catch {
        throw .invalidMessage
      }
      if let message {
        guard let report = DecoderReport(message) else { throw .invalidMessage }
        return report
      }
      guard try read() else { return nil }
    }
  }

  /// Returns the memory that came with a report.
  func receiveMemory() throws(Fault) -> DMABuffer {
    if files.isEmpty { throw .invalidMessage }
    return files.removeFirst()
  }

  /// Returns false if there is nothing to read.
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
    if files.count > Self.mostFiles { throw .invalidMessage }
    return true
  }

  /// Waits for a report, for room if data is waiting, or for `wakeup`, which it clears, at most for
  /// this time. Wraps `poll`.
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
