import Glibc
public import VitrineLinux

/// The decoder's end of the line to the player that started it. Waits. One thread reads it; all may tell.
public final class PlayerLine: Sendable {
  private let socket: FileDescriptor
  private let incoming = Shared(DecoderMessages(most: DecoderOrder.mostBytes))
  /// What one thread tells is not torn by another.
  private let telling = Shared(())

  public init(_ socket: consuming FileDescriptor) { self.socket = socket }

  /// What was left to us by the one that started this program: its descriptor 3.
  public static func inherited() throws(Errno) -> PlayerLine {
    guard fcntl(3, F_SETFD, FD_CLOEXEC) == 0 else { throw .last }
    return PlayerLine(FileDescriptor(owning: 3))
  }

  /// The next order; nil once the player is gone, or where what it says is none.
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
      // What is garbled ends the line.
      return nil
    }
  }

  /// Tells the player. Where it is gone, that has no effect, and `next` ends.
  public func tell(_ report: DecoderReport) { send(report, nil) }

  /// As `tell`, with a piece of memory, of which the player gets a descriptor of its own.
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
