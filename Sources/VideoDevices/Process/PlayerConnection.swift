import Glibc
package import VitrineLinux

/// The decoder process's end of the connection to the player. Blocking. One thread reads; all may
/// send.
package final class PlayerConnection: Sendable {
  private let socket: FileDescriptor
  private let incoming = Shared(DecoderMessageParser(most: DecoderCommand.mostBytes))
  /// Prevents messages of several threads from mixing.
  private let sending = Shared(())

  package init(_ socket: consuming FileDescriptor) { self.socket = socket }

  /// Returns the connection from the parent process: descriptor 3.
  package static func inherited() throws(Errno) -> PlayerConnection {
    guard fcntl(3, F_SETFD, FD_CLOEXEC) == 0 else { throw .last }
    return PlayerConnection(FileDescriptor(owning: 3))
  }

  /// Returns the next order; nil if the player is gone or the message is invalid.
  package func next() -> DecoderCommand? {
    do throws(DecoderMessageParser.InvalidMessage) {
      while true {
        let message = incoming.update { messages in
          Result { () throws(DecoderMessageParser.InvalidMessage) in try messages.next() }
        }
        if let message = try message.get() { return DecoderCommand(message) }
        guard let received = try? socket.receive(count: 1 << 18), !received.bytes.isEmpty else {
          return nil
        }
        let bytes = received.bytes
        incoming.update { $0.append(bytes) }
      }
    } catch {
      // An invalid message ends the connection.
      return nil
    }
  }

  /// Sends a report. If the player is gone, this has no effect, and `next` returns nil.
  package func send(_ report: DecoderReport) { write(report, nil) }

  /// Sends a report with a duplicate of a dma-buf's descriptor.
  package func send(_ report: DecoderReport, memory descriptor: Int32) { write(report, descriptor) }

  private func write(_ report: DecoderReport, _ descriptor: Int32?) {
    var bytes: [UInt8] = []
    report.message.write(to: &bytes)
    sending.update { _ in
      var rest = bytes[...]
      var descriptor = descriptor
      while !rest.isEmpty {
        guard let count = sent(rest, descriptor) else { return }
        rest = rest.dropFirst(count)
        descriptor = nil
      }
    }
  }

  private func sent(_ bytes: ArraySlice<UInt8>, _ descriptor: Int32?) -> Int? {
    do throws(Errno) {
      guard let descriptor else { return try socket.send(bytes) }
      return try socket.send(bytes, passing: descriptor)
    } catch {
      return nil
    }
  }
}
