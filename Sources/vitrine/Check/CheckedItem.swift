import FoundationEssentials
import Glibc
import VitrineDaemon
import VitrineDoctor
import VitrineEngine
import VitrineLinux
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

/// One thing to check, which is tried in a process of its own: what hangs or crashes is that, and not this
/// one.
struct CheckedItem {
  let item: Item
  /// Why it cannot be tried: a list that cannot be read.
  private let refusal: String?

  /// Beside what an audition takes: a machine may be slow to start a process.
  private static let patience = Audition.patience + .seconds(15)
  /// No report is longer.
  private static let mostBytes = 1 << 20

  private init(_ item: Item, refusal: String? = nil) {
    (self.item, self.refusal) = (item, refusal)
  }

  /// Itself, or what is in it where it is a list or a folder. The same in each process.
  static func all(in source: Item, _ plan: CheckPlan) -> [CheckedItem] {
    do throws(ListFaults) {
      let played = try ListReader(ListFilesOnDisk()).read([source])
      if played.items.isEmpty {
        return [CheckedItem(source, refusal: "nothing to play")]
      }
      return played.items.map { CheckedItem($0.completed(by: plan.settings.playback)) }
    } catch {
      return [CheckedItem(source, refusal: error.lines.joined(separator: "; "))]
    }
  }

  /// `number` is its place among all that are checked.
  func facts(_ number: Int) -> ContentFacts {
    var facts = ContentFacts(name: item.location)
    if let refusal {
      (facts.audition.failure, facts.audition.trouble) = (refusal, .unreadable)
      return facts
    }
    switch item.source {
    case .color, .card:
      facts.audition.came = true
      return facts
    case .file, .remote: break
    }
    do throws(Trouble) {
      return try Self.asked(number)
    } catch {
      (facts.audition.failure, facts.audition.trouble) = (error.cause, .hung)
      return facts
    }
  }

  private struct Trouble: Error {
    let cause: String
  }

  private static func asked(_ number: Int) throws(Trouble) -> ContentFacts {
    let words = ProgramArguments.all
    let child: ChildProcess
    do throws(Errno) {
      child = try ChildProcess(
        "/proc/self/exe", arguments: ["check", "--only", "\(number)"] + words.dropFirst(),
        environment: ProcessEnvironment.variables)
    } catch {
      throw Trouble(cause: "cannot start a process to test it: \(error)")
    }
    let bytes = try read(child.socket)
    guard let facts = try? JSONDecoder().decode(ContentFacts.self, from: Data(bytes)) else {
      throw Trouble(cause: "the test process crashed or ran out of memory")
    }
    return facts
  }

  /// Until the other end is closed.
  private static func read(_ socket: borrowing FileDescriptor) throws(Trouble) -> [UInt8] {
    var bytes: [UInt8] = []
    let end = HostTime.now() + patience
    while bytes.count < mostBytes {
      guard wait(socket, until: end) else {
        throw Trouble(cause: "no result after \(patience.components.seconds) s")
      }
      do throws(Errno) {
        guard let received = try socket.receive(count: 1 << 16) else { continue }
        if received.bytes.isEmpty { return bytes }
        bytes += received.bytes
      } catch .reset {
        return bytes
      } catch {
        throw Trouble(cause: "lost the test process: \(error)")
      }
    }
    return bytes
  }

  /// False once it is too late.
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
