import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// One item to check, tested in its own process, which may hang or crash.
struct CheckedItem {
  let item: Item
  /// The error of an unreadable list.
  private let listError: String?

  /// Longer than a preflight check: a machine may be slow to start a process.
  private static let timeout = Preflight.timeout + .seconds(15)
  /// Enough for a long film on a slow board.
  private static let longTimeout = Duration.seconds(8 * 3600)
  /// No report is longer.
  private static let mostBytes = 1 << 20

  private init(_ item: Item, listError: String? = nil) {
    self.item = item
    self.listError = listError
  }

  /// The item itself, or the items of a list or folder. Every process gets the same order.
  static func all(in source: Item, _ plan: CheckPlan) -> [CheckedItem] {
    do throws(ListFaults) {
      let played = try ListReader(ListFilesOnDisk()).read([source])
      if played.items.isEmpty {
        return [CheckedItem(source, listError: "nothing to play")]
      }
      return played.items.flatMap { item in
        let item = item.completed(by: plan.settings.playback)
        return [CheckedItem(item)]
          + [item.signLanguage].compactMap { $0.map(Item.init) }.map {
            CheckedItem($0)
          }
      }
    } catch {
      return [CheckedItem(source, listError: error.lines.joined(separator: "; "))]
    }
  }

  /// `number` is the item's index among all items.
  /// `isLong` allows for the time to decode all of a video.
  func facts(_ number: Int, isLong: Bool) -> ContentFacts {
    var facts = ContentFacts(name: item.location)
    if let listError {
      (facts.preflight.failure, facts.preflight.failureKind) = (listError, .unreadable)
      return facts
    }
    switch item.source {
    case .color, .card:
      facts.preflight.hasContent = true
      return facts
    case .file, .remote: break
    }
    do throws(TestError) {
      return try Self.test(number, isLong: isLong)
    } catch {
      (facts.preflight.failure, facts.preflight.failureKind) = (error.cause, .hung)
      return facts
    }
  }

  private struct TestError: Error {
    let cause: String
  }

  private static func test(_ number: Int, isLong: Bool) throws(TestError) -> ContentFacts {
    let words = ProgramArguments.all
    let child: ChildProcess
    do throws(Errno) {
      child = try ChildProcess(
        "/proc/self/exe", arguments: ["check", "--only", "\(number)"] + words.dropFirst(),
        environment: ProcessEnvironment.variables)
    } catch {
      throw TestError(cause: "cannot start a process to test it: \(error)")
    }
    let bytes = try read(child.socket, for: isLong ? longTimeout : timeout)
    guard let facts = try? JSONDecoder().decode(ContentFacts.self, from: Data(bytes)) else {
      throw TestError(cause: "the test process crashed or ran out of memory")
    }
    return facts
  }

  /// Reads until the other end closes.
  private static func read(
    _ socket: borrowing FileDescriptor, for timeout: Duration
  ) throws(TestError) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = HostTime.now() + timeout
    while bytes.count < mostBytes {
      guard wait(socket, until: end) else {
        throw TestError(cause: "no result after \(timeout.components.seconds) s")
      }
      do throws(Errno) {
        guard let received = try socket.receive(count: 1 << 16) else { continue }
        if received.bytes.isEmpty { return bytes }
        bytes += received.bytes
      } catch .reset {
        return bytes
      } catch {
        throw TestError(cause: "lost the test process: \(error)")
      }
    }
    return bytes
  }

  /// False after the deadline.
  private static func wait(
    _ socket: borrowing FileDescriptor, until end: HostTime
  ) -> Bool {
    let left = end - HostTime.now()
    guard left > .zero else { return false }
    var watched = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&watched, 1, CInt(clamping: left.nanoseconds / 1_000_000 + 1)) > 0
      || HostTime.now() < end
  }
}
