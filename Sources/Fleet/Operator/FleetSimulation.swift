package import VitrineAddresses
import VitrineControl
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

/// Screens without a player on a broker: the real agents, with players that apply each state at once.
package final class FleetSimulation: Sendable {
  private let threads: [NamedThread]
  private let parts: [FleetLoop.Parts]
  private let count: Shared<Int>

  /// Screens with the names `virtual-1` and so on, in groups of a hundred.
  package init(
    _ count: Int, _ broker: BrokerAddress, _ credentials: BrokerCredentials, first: Int = 1,
    itemInterval: Duration?, failing: SimulatedFailures, threads threadCount: Int
  ) throws(FleetError) {
    let library = try MQTTLibrary()
    let connections = Shared(0)
    self.count = connections
    do throws(Errno) {
      var (threads, parts): ([NamedThread], [FleetLoop.Parts]) = ([], [])
      for thread in 0..<threadCount {
        let part = try FleetLoop.Parts()
        parts.append(part)
        threads.append(
          try NamedThread("fleet-\(thread)") {
            let start = HostTime.now()
            let numbers = Array(stride(from: first + thread, to: first + count, by: threadCount))
            let sessions = numbers.enumerated().map { index, number in
              Self.session(
                number, broker, credentials, library, itemInterval, failing, start,
                wake: { [weak part] in part?.wake(index) }, connections)
            }
            // Thread errors are those of memory.
            try? FleetLoop(part, sessions).run()
          })
      }
      (self.threads, self.parts) = (threads, parts)
    } catch {
      throw FleetError("\(error)")
    }
  }

  private static func session(
    _ number: Int, _ broker: BrokerAddress, _ credentials: BrokerCredentials,
    _ library: MQTTLibrary, _ itemInterval: Duration?, _ failing: SimulatedFailures,
    _ start: HostTime,
    wake: @escaping @Sendable () -> Void, _ connections: Shared<Int>
  ) -> FleetSession {
    var plan = FleetPlan(
      FleetAgent.Identity(
        id: "virtual-\(number)", groups: ["group-\(number / 100)"],
        // bound: a constant range
        boot: String(UInt64.random(in: 1 << 60...(.max)), radix: 16), version: Release.version),
      broker)
    plan.credentials = credentials
    plan.startSpread = 8
    let player = SimulatedFleetPlayer(
      itemInterval, refusesLists: failing.contains(plan.identity.id))
    return FleetSession(plan, library, player, start: start, wake: wake) { event in
      if case .connected = event { connections.update { $0 += 1 } }
    }
  }

  /// How often screens have connected.
  package var connections: Int { count.value }

  /// Disconnects all screens.
  package func close() {
    for part in parts {
      part.isOver.update { $0 = true }
      part.wakeup.ring()
    }
    for thread in threads { thread.join() }
  }
}

/// The share of the screens that cannot open any list, always the same ones for a seed.
package struct SimulatedFailures: Hashable, Sendable {
  private let perMillion: UInt64
  private let seed: Int

  /// `share` is in per cent.
  package init(share: Double, seed: Int) {
    perMillion = UInt64(min(max(share, 0), 100) * 10_000)
    self.seed = seed
  }

  package func contains(_ id: String) -> Bool {
    FleetHash.of("\(seed) \(id)") % 1_000_000 < perMillion
  }

  static let refusal = Refusal("cannot be read (simulated)", .invalid)
}

/// A player that applies each state at once.
private final class SimulatedFleetPlayer: FleetPlayer {
  private let state: Shared<FleetSnapshot>
  private let itemInterval: Duration?
  private let refusesLists: Bool
  private let start = HostTime.now()

  init(_ itemInterval: Duration?, refusesLists: Bool) {
    (self.itemInterval, self.refusesLists) = (itemInterval, refusesLists)
    var snapshot = FleetSnapshot()
    (snapshot.phase, snapshot.item) = ("playing", "film-1.mp4")
    snapshot.values = [
      .volume: .number(1), .muted: .bool(false), .rotation: .number(0), .fit: .text("contain"),
      .power: .text("on"),
    ]
    state = Shared(snapshot)
  }

  func snapshot() -> FleetSnapshot {
    var snapshot = state.value
    snapshot.time = Int(WallTime.seconds)
    if let itemInterval {
      // bound: a constant that is not 0
      let number = (HostTime.now() - start).nanoseconds / max(1, itemInterval.nanoseconds)
      snapshot.item = "film-\(number).mp4"
    }
    return snapshot
  }

  func apply(_ change: FleetChange, done: @escaping @Sendable (Refusal?) -> Void) {
    if case .request(.command(let command)) = change {
      state.update { $0.perform(command) }
    }
    if case .load = change, refusesLists { return done(SimulatedFailures.refusal) }
    done(nil)
  }

  func perform(_ request: Request) { apply(.request(request)) { _ in } }
  func capture(done: @escaping @Sendable ([UInt8]?) -> Void) { done(nil) }
  func observe(_ body: @escaping @Sendable (_ isEdge: Bool) -> Void) -> @Sendable () -> Void { {} }
}

extension FleetSnapshot {
  fileprivate mutating func perform(_ command: Command) {
    switch command {
    case .setVolume(let volume): values[.volume] = .number(volume)
    case .setMuted(let isMuted): values[.muted] = .bool(isMuted)
    case .setRotation(let rotation): values[.rotation] = .number(Double(rotation.rawValue))
    case .setFit(let fit): values[.fit] = .text(fit.rawValue)
    case .power(let request): values[.power] = .text(request.rawValue)
    default: break
    }
  }
}
