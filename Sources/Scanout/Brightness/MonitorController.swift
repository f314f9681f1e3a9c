internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// The I2C bus of a monitor. Calls wait for the bus, and come from one thread.
protocol MonitorBus: Sendable {
  func write(_ bytes: [UInt8]) throws(Errno)
  /// Reads up to `count` bytes.
  func read(_ count: Int) throws(Errno) -> [UInt8]
}

extension I2CDevice: MonitorBus {}

/// A monitor with a controlled brightness, restored at the end. A separate thread talks to it: a
/// transaction takes milliseconds, and seconds if the bus is stuck.
final class MonitorController {
  private enum Order: Sendable {
    case set(Brightness, isRenewed: Bool), sleep, end(isRestored: Bool)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let news: Shared<[MonitorDialogue.News]>
  private let thread: NamedThread
  /// Closed when the thread ends.
  private let ending = BoundedQueue<Never>(limit: 1)
  private var isRestored = true

  /// The time for the end of the dialogue. A stuck bus must not hold up the display.
  private static let patience = Duration.seconds(1)

  /// `open` is called on the thread. `wakeup` rings when there is an event.
  init(
    wakeup: Wakeup, open: @escaping @Sendable () throws(MonitorFault) -> any MonitorBus
  ) throws(Errno) {
    let news = Shared<[MonitorDialogue.News]>([])
    self.news = news
    thread = try NamedThread("monitor") { [orders, ending] in
      defer { ending.close() }
      Self.run(orders, open) {
        let found = $0
        news.update { $0.append(found) }
        wakeup.ring()
      }
    }
  }

  /// Restores the initial brightness with one attempt, and waits for that. Abandons a thread whose bus is stuck.
  deinit {
    orders.force(.end(isRestored: isRestored))
    _ = ending.pop(until: .now() + Self.patience)
    if ending.isExhausted { thread.join() } else { thread.detach() }
  }

  /// Sets the brightness soon. With `isRenewed`, the monitor was turned on or connected again.
  func set(_ brightness: Brightness, isRenewed: Bool = false) {
    orders.force(.set(brightness, isRenewed: isRenewed))
  }

  /// The monitor was turned off or disconnected.
  func sleep() { orders.force(.sleep) }

  /// Another monitor has taken its place: its brightness is not restored.
  func abandon() { isRestored = false }

  /// The events since the previous call.
  func consumeNews() -> [MonitorDialogue.News] {
    news.update { news in
      defer { news = [] }
      return news
    }
  }

  private static func run(
    _ orders: BoundedQueue<Order>, _ open: () throws(MonitorFault) -> any MonitorBus,
    report: (MonitorDialogue.News) -> Void
  ) {
    let bus: any MonitorBus
    do throws(MonitorFault) {
      bus = try open()
    } catch {
      return report(.failed(error))
    }
    var dialogue = MonitorDialogue(at: .now())
    var isEnding = false
    while !isEnding || dialogue.due != nil {
      switch orders.pop(until: dialogue.due) {
      case .set(let brightness, let isRenewed)?:
        dialogue.request(brightness, isRenewed: isRenewed)
        continue
      case .sleep?:
        dialogue.sleep()
        continue
      case .end(let isRestored)?:
        guard isRestored else { return }
        isEnding = true
        dialogue.finish()
        continue
      case nil: break
      }
      advance(&dialogue, bus)
      if let news = dialogue.consumeNews() { report(news) }
      // A monitor that does not answer must not hold up the display.
      if isEnding { return }
    }
  }

  /// Carries out the next step, if it is due.
  private static func advance(_ dialogue: inout MonitorDialogue, _ bus: any MonitorBus) {
    guard let step = dialogue.step(at: .now()) else { return }
    do throws(Errno) {
      switch step {
      case .write(let bytes):
        try bus.write(bytes)
        dialogue.recordWrite(at: .now())
      case .read(let count):
        dialogue.recordReply(try bus.read(count), at: .now())
      }
    } catch {
      dialogue.recordFailure(.bus(error), at: .now())
    }
  }
}

/// Finds the I2C buses of monitors, without using them.
struct MonitorSearch {
  /// The mount point of sysfs; tests use another folder.
  var root = "/sys"
  /// Opens a bus by its path; tests use a simulated monitor.
  var open: @Sendable (_ path: String) throws(MonitorFault) -> any MonitorBus = {
    path throws(MonitorFault) in
    do throws(Errno) {
      return try I2CDevice(path, address: MonitorMessage.address)
    } catch {
      throw .cannotOpen(path, error)
    }
  }

  /// The bus of a connector on the card named `card0`, such as `/dev/i2c-3`; nil if its driver reports
  /// none.
  func find(_ connector: String, on card: String) -> String? {
    let folder = Folder("\(root)/class/drm/\(card)-\(connector)")
    // DisplayPort has a separate bus for each cable, below the connector.
    let names = [
      folder.folder("ddc").resolvedPath.map { String($0.split(separator: "/").last ?? "") }
    ]
    let bus = (names.compactMap(\.self) + folder.names.sorted()).first(where: Self.isBus)
    return bus.map { "/dev/\($0)" }
  }

  /// Whether a name is `i2c-` and a number.
  private static func isBus(_ name: String) -> Bool {
    guard name.hasPrefix("i2c-") else { return false }
    let number = name.utf8.dropFirst(4)
    return (1...4).contains(number.count)
      && number.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
