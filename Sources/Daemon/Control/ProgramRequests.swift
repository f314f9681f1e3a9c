package import VitrineControl
package import VitrineEngine
import VitrineLinux
import VitrineLists
import VitrineOperations
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSignage
package import VitrineTiming

/// The requests of clients that need a program's lists, overrides, content updates or other players. Thread-safe.
package final class ProgramRequests: ServiceRequests {
  /// Reads everything again and calls back when done. Does not block.
  package typealias Reloader = @Sendable (@escaping @Sendable (Refusal?) -> Void) -> Void

  /// Handles the overrides of a service. Their sources are read on their own thread, since other
  /// reads may hang.
  private let overrides: (controller: OverrideController, sources: SourceThread)?
  private let updater: ContentUpdater?
  private let handOvers: HandOvers
  /// Nil for a display without overlays.
  private let overlayCommands: OverlayCommands?
  /// The names of the program's other players, and their sound.
  private let otherSounds: @Sendable () -> [(player: String, sound: SoundStatus)]
  private let read: ItemReader
  private let reloader: Reloader?

  /// `overrides` is for a service only; `updater` updates the content of this player. `reload` is
  /// nil if nothing can be read again.
  init(
    _ overrides: OverrideController?, _ updater: ContentUpdater?, _ handOvers: HandOvers,
    _ overlayCommands: OverlayCommands? = nil,
    otherSounds: @escaping @Sendable () -> [(player: String, sound: SoundStatus)] = { [] },
    read: @escaping ItemReader, reload: Reloader?
  ) throws(Errno) {
    (self.otherSounds, self.overlayCommands) = (otherSounds, overlayCommands)
    (self.updater, self.handOvers, self.read, reloader) = (updater, handOvers, read, reload)
    self.overrides = try overrides.map { controller throws(Errno) in
      (controller, try SourceThread())
    }
  }

  package var reports: ServiceReports {
    ServiceReports(
      schedule: overrides?.controller.report.value,
      playlist: overrides?.controller.playlist.value, content: updater?.report)
  }

  package func reload(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let reloader else {
      return done(Refusal("nothing to reload: sources were given on the command line"))
    }
    reloader(done)
  }

  package func returnToProgramme(done: @escaping @Sendable (Refusal?) -> Void) {
    guard let controller = overrides?.controller else {
      return done(Refusal("no programme to return to: start the player with vitrine run"))
    }
    controller.returnToProgramme(done)
  }

  package func override(
    _ change: OverrideChange, until deadline: HostTime,
    done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let (controller, sources) = overrides else {
      return done(Refusal("overrides need a service: start the player with vitrine run"))
    }
    switch change {
    case .end(let id): controller.end(id, done)
    case .begin(let order):
      switch order.content {
      case .card(let title, let text, let severity):
        controller.begin(order, [Item.card(title: title, detail: text, severity)], done)
      case .source(let source):
        sources.read(until: deadline) { [read] () throws(Refusal) in
          let items = try read([source])
          guard !items.isEmpty else { throw Refusal("\(source): empty") }
          return items
        } done: { result in
          do throws(Refusal) { controller.begin(order, try result.get(), done) } catch {
            done(error)
          }
        }
      }
    }
  }

  package var overlays: [String: [String: String]] { overlayCommands?.overlays ?? [:] }

  package func change(
    _ overlay: OverlayChange, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    guard let overlayCommands else {
      return done(Refusal("only the main display has overlays"))
    }
    overlayCommands.carryOut(overlay, until: deadline, done: done)
  }

  package func checkForContent() -> Refusal? {
    guard let updater else {
      return Refusal("no content updates for this output: see content in the configuration")
    }
    updater.checkNow()
    return nil
  }

  package func soundChoice(_ choice: SoundChoice) throws(Refusal) -> SoundChoice {
    try choice.shared(with: otherSounds())
  }

  package func handOver(
    to target: String?, until deadline: HostTime,
    done: @escaping @Sendable (Result<JSONValue, Refusal>) -> Void
  ) {
    handOvers.send(to: target, until: deadline, done: done)
  }

  package func receive(
    _ handOver: HandOver, until deadline: HostTime, done: @escaping @Sendable (Refusal?) -> Void
  ) {
    handOvers.receive(handOver, until: deadline, done: done)
  }

  package func observeReports(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard let updater else { return {} }
    return updater.observe(body)
  }
}

extension SoundChoice {
  /// Returns the choice for a player of a program in which other players have sound.
  func shared(with others: [(player: String, sound: SoundStatus)]) throws(Refusal) -> SoundChoice {
    let others = others.filter { $0.sound.choice != "none" }
    // With several players, none may take the port of another's display.
    if self == .automatic, !others.isEmpty { return .display }
    for (player, sound) in others {
      let used = sound.device ?? sound.choice
      if let cause = SoundHardware.conflict(word, usedBy: player, as: used) { throw Refusal(cause) }
    }
    return self
  }
}
