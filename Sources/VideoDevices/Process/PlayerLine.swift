import Glibc
public import VitrineLinux

/// The decoder process's end of the connection to the player. Blocking. One thread reads; all may
/// send.
public final class PlayerLine: Sendable {
  private let socket: FileDescriptor
  private let incoming = Shared(DecoderMessages(most: DecoderOrder.mostBytes))
  /// Prevents messages of several threads from mixing.
  private let telling = Shared(())

  public init(_ socket: consuming FileDescriptor) { self.socket = socket }

  /// Returns the connection from the parent process: descriptor 3.
  public static func inherited() throws(Errno) -> PlayerLine {
    guard fcntl(3, F_SETFD, FD_CLOEXEC) == 0 else { throw .last }
    return PlayerLine(FileDescriptor(owning: 3))
  }

  /// Returns the next order; nil if the player is gone or the message is invalid.
  public func next() -> DecoderOrder? {
    do throws(DecoderMessages.Garbled) {
      while true {
        let message = incoming.update { messages in
          Result { () throws(DecoderMessages.Garbled) in try messages.next() }
        }
        if let message = try message.get() { return DecoderOrder(message) }
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
  public func tell(_ report: DecoderReport) { send(report, nil) }

  /// Sends a report with a duplicate of a dma-buf's descriptor.
  public func tell(_ report: DecoderReport, memory descriptor: Int32) { send(report, descriptor) }

  private func send(_ report: DecoderReport, _ descriptor: Int32?) {
    var bytes: [UInt8] = []
    report.message.write(to: &bytes)
    telling.update { _ in
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
