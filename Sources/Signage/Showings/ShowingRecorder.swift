import VitrineContent
package import VitrineLinux
import VitrinePlans
package import VitrinePlayback
import VitrineSchedules
import VitrineTiming

/// Records proof of play on its own thread: immediately in a file in memory, and every ten minutes
/// on disk, in one transaction. Thread-safe.
package final class ShowingRecorder: Sendable {
  private enum Order: Sendable {
    case event(ShowingEvent, ShowingTracker.Context)
    case opened(String)
    case audible
    case close
  }

  private struct State: Sendable {
    /// The playlist names, by output.
    var lists: [String: String] = [:]
    var hasSound = false
    var isSilenced = false

    var isAudible: Bool { hasSound && !isSilenced }
  }

  private let orders = BoundedQueue<Order>(limit: 4096)
  private let state = Shared(State())
  private let thread = Shared<NamedThread?>(nil)

  /// The folders of the records, and how long to keep them.
  package struct Storage: Sendable {
    let state: Folder
    /// A folder in memory; nil if there is none.
    let runtime: Folder?
    /// How many days records are kept.
    let days: Int
    /// The interval at which a log that cannot be opened is tried again.
    var retryInterval = Duration.seconds(60)
    /// Whether a time server has confirmed the machine's clock.
    var isSynchronised: @Sendable () -> Bool = { WallTime.isSynchronised }

    package init(state: Folder, runtime: Folder?, days: Int) {
      self.state = state
      self.runtime = runtime
      self.days = days
    }
  }

  /// The thread calls `warn` with errors.
  package init(_ storage: Storage, warn: @escaping @Sendable (String) -> Void) throws(Errno) {
    let orders = orders
    let started = try NamedThread("showings") {
      var held: [Order] = []
      guard let ledger = Self.openLedger(storage, orders, &held, warn: warn) else { return }
      // Not retained here: the worker may replace it.
      var worker = ShowingRecorderWorker(consume ledger, storage, warn: warn)
      worker.begin()
      for order in held { Self.carryOut(order, &worker) }
      while true {
        switch orders.pop(until: worker.due) {
        case .close?: return worker.close()
        case nil where orders.isExhausted: return worker.close()
        case nil: worker.doDueWork()
        case let order?: Self.carryOut(order, &worker)
        }
      }
    }
    thread.update { $0 = started }
  }

  /// The most events that are held until the log can be opened: several hours of short items.
  private static let mostHeld = 4096

  /// Opens the log; retries until that succeeds, for example on a full disk. `held` are the events
  /// since. Returns nil if the recorder is closed before.
  private static func openLedger(
    _ storage: Storage, _ orders: BoundedQueue<Order>, _ held: inout [Order],
    warn: @Sendable (String) -> Void
  ) -> ShowingLedger? {
    var reported: String?
    while true {
      // `ShowingLedger` reports the error.
      try? storage.state.make()
      do throws(ContentError) {
        let ledger = try openLedger(in: storage.state, warn: warn)
        if reported != nil { warn("proof of play is recorded again") }
        return ledger
      } catch {
        let text = "proof of play cannot be stored yet: \(error)"
        if text != reported { warn(text) }
        reported = text
      }
      let retry = HostTime.now() + storage.retryInterval
      while let order = orders.pop(until: retry) {
        if case .close = order { return nil }
        if held.count < mostHeld { held.append(order) }
      }
      if orders.isExhausted { return nil }
    }
  }

  /// Replaces a damaged log.
  private static func openLedger(
    in folder: Folder, warn: (String) -> Void
  ) throws(ContentError) -> ShowingLedger {
    do throws(ContentError) {
      return try ShowingLedger(folder)
    } catch .damaged(let path, let cause) {
      return try ShowingLedger(replacing: path, cause, in: folder, warn: warn)
    }
  }

  private static func carryOut(_ order: Order, _ worker: inout ShowingRecorderWorker) {
    switch order {
    case .event(let event, let context): worker.handle(event, context)
    case .opened(let path): worker.recordOpening(of: path)
    case .audible: worker.recordAudible()
    case .close: break
    }
  }

  /// Sets the name of the playlist on an output; the first output's name is empty.
  package func setList(_ list: String, output: String = "") {
    state.update { $0.lists[output] = list }
  }

  /// Records which version of a file a player opened, since another may replace it before it is
  /// shown.
  package func recordOpening(of path: String) { _ = orders.tryPush(.opened(path)) }

  /// Sets whether there is a sound device.
  package func setHasSound(_ hasSound: Bool) { update { $0.hasSound = hasSound } }

  /// Sets whether the first player is muted, or at volume 0.
  package func setIsSilenced(_ isSilenced: Bool) { update { $0.isSilenced = isSilenced } }

  private func update(_ change: (inout State) -> Void) {
    let becomesAudible = state.update { state in
      let wasAudible = state.isAudible
      change(&state)
      return state.isAudible && !wasAudible
    }
    if becomesAudible { _ = orders.tryPush(.audible) }
  }

  /// Records an event, on a player's threads. `output` is the player's connector; empty for the
  /// first.
  package func record(_ event: ShowingEvent, output: String = "") {
    let (time, state) = (ClockReading.now(), state.value)
    let context = ShowingTracker.Context(
      wall: time.moment.nanoseconds, host: .now(),
      offset: time.clock.offset(from: time.moment.second), isClockTrusted: time.isTrusted,
      list: state.lists[output] ?? "", output: output, isAudible: output.isEmpty && state.isAudible)
    // The queue is only full if the disk hangs. The dropped events show as a gap.
    _ = orders.tryPush(.event(event, context))
  }

  /// Writes all pending records and waits for completion.
  package func close() {
    orders.force(.close)
    thread.value?.join()
  }
}

extension ShowingLedger {
  /// Moves a damaged log away, with a warning, and creates a new one.
  convenience init(
    replacing path: String, _ cause: String, in folder: Folder, warn: (String) -> Void
  ) throws(ContentError) {
    do throws(Errno) {
      let name = try Self.setAside(in: folder)
      warn("\(path): damaged: \(cause); saved as \(name), and a new log begins")
    } catch {
      throw .unusable(path, cause: "\(cause); and it cannot be renamed: \(error)")
    }
    try self.init(folder)
  }
}
