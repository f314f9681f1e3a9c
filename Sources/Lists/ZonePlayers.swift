package import VitrineEngine
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
package import VitrineStage
internal import VitrineStageFiles
internal import VitrineTiming

/// The players of a template's zones with their own lists, in parts of the main player's display. Each plays its
/// list on its own threads; a failure does not affect the others. Thread-safe.
package final class ZonePlayers: VideoSource, Sendable {
  /// The functions of the program.
  package struct Program: Sendable {
    /// Completes the configuration of a zone's player, which has no sound and no network.
    let configure: @Sendable (inout PlayerConfiguration, StageTemplate.Video) -> Void
    /// Receives the events of a zone's player.
    let onEvent: @Sendable (PlayerEvent, _ zone: String) -> Void
    /// Receives why a zone shows nothing, or an earlier list.
    let warn: @Sendable (String, _ zone: String) -> Void

    package init(
      configure: @escaping @Sendable (inout PlayerConfiguration, StageTemplate.Video) -> Void,
      onEvent: @escaping @Sendable (PlayerEvent, _ zone: String) -> Void,
      warn: @escaping @Sendable (String, _ zone: String) -> Void
    ) {
      (self.configure, self.onEvent, self.warn) = (configure, onEvent, warn)
    }
  }

  private let main: Player
  private let folder: String
  private let program: Program
  /// By the names of the zones. `show` and `close` change them, one at a time.
  private let running = Shared<[String: Running]>([:])
  private let display: Shared<Display>
  /// Ends the observation of the main player.
  private let stops = Shared<[@Sendable () -> Void]>([])

  private struct Running: Sendable {
    let zone: StageTemplate.Zone
    let part: VideoZone
    let player: Player
    let threads: [NamedThread]
    let ending: Wakeup
    let failure: Shared<Failure?>

    /// Ends its player, which then decodes nothing.
    func stop() {
      ending.ring()
      player.quit()
    }
  }

  /// Why a zone shows nothing until another player starts for it.
  enum Failure: Sendable {
    /// The display with this number cannot show it in time.
    case tooSlow(display: Int)
    /// The player has ended with an error.
    case ended(HostTime)

    /// Whether another player may start.
    func isOver(onDisplay number: Int, at now: HostTime) -> Bool {
      switch self {
      case .tooSlow(let display): display != number
      case .ended(let time): now - time >= ZonePlayers.restartDelay
      }
    }
  }

  /// The time from a player's failure to the next player.
  private static let restartDelay = Duration.seconds(30)

  /// The main display as the zones follow it.
  private struct Display: Sendable {
    var rotation: Rotation
    var isOn = true
    /// Counts the displays: another one may be faster.
    var number = 0
    var players: [Player] = []
  }

  /// `template` is the path of the template, to which those of the lists are relative.
  package init(on main: Player, beside template: String, _ program: Program) {
    (self.main, self.program) = (main, program)
    folder = template.lastIndex(of: "/").map { String(template[..<$0]) } ?? "."
    let display = Shared(Display(rotation: main.configuration.rotation))
    self.display = display
    let stopStatus = main.observeStatus { Self.follow($0, display) }
    let stopEvents = main.observeEvents { event in
      if case .display(let news) = event, case .lit = news { display.update { $0.number += 1 } }
    }
    stops.update { $0 = [stopStatus, stopEvents] }
  }

  /// Rotates the zones with the film, and turns them off with the display.
  private static func follow(_ status: PlaybackStatus, _ display: Shared<Display>) {
    let (commands, players) = display.update { display -> ([Command], [Player]) in
      var commands: [Command] = []
      if status.rotation != display.rotation { commands.append(.setRotation(status.rotation)) }
      if status.isDisplayOn != display.isOn {
        commands.append(.power(status.isDisplayOn ? .on : .off))
      }
      (display.rotation, display.isOn) = (status.rotation, status.isDisplayOn)
      return (commands, display.players)
    }
    for player in players {
      for command in commands { player.perform(command) }
    }
  }

  package func show(_ template: StageTemplate?) {
    let number = display.value.number
    let wanted = template?.videos ?? []
    for (name, zone) in running.value {
      let isWanted = wanted.contains { $0.zone == zone.zone }
      let failure = zone.failure.value
      let isOver = failure?.isOver(onDisplay: number, at: .now()) ?? false
      if isWanted, !isOver {
        if failure != nil { zone.stop() }
        continue
      }
      end(zone)
      running.update { $0[name] = nil }
    }
    for (zone, video) in wanted where running.value[zone.name] == nil {
      do throws(Errno) {
        let started = try start(zone, video)
        running.update { $0[zone.name] = started }
      } catch {
        // It is tried again with the next reading of the template.
        program.warn("cannot start threads: \(error)", zone.name)
      }
    }
  }

  private func start(
    _ zone: StageTemplate.Zone, _ video: StageTemplate.Video
  ) throws(Errno) -> Running {
    let (start, ending, failure) = (try Wakeup(), try Wakeup(), Shared<Failure?>(nil))
    let part = main.addZone(zone.name)
    let configuration = configuration(of: zone, video, on: part)
    let player = Player(configuration) { [main, display, program] event in
      // At the end the display goes first.
      guard !main.isEnding else { return }
      if case .withoutSignLanguage(_, let reason) = event {
        // `show` ends the player.
        failure.update { $0 = .tooSlow(display: display.value.number) }
        part.fail(PlaybackError(.display, reason, exitStatus: .unavailable))
        return program.warn("not shown: \(reason)", zone.name)
      }
      switch event {
      // The main player reports them.
      case .display, .power: break
      default: program.onEvent(event, zone.name)
      }
    }
    let setup = ListFollowerSetup(
      player, warn: { [program] in program.warn($0, zone.name) }, start: start, ending: ending
    ) { [folder] in PlaylistSource(paths: ["\(folder)/\(video.list)"], $0) }
    setup.startAfterRequests()
    var threads: [NamedThread] = []
    do throws(Errno) {
      // The film comes first on a busy machine, also before the threads that these create.
      threads.append(
        try NamedThread("zone", priority: .low) { [program] in
          let outcome = Result { () throws(PlaybackError) in try player.run().error }
          guard !player.isAskedToQuit else { return }
          let error: PlaybackError
          switch outcome {
          case .success(nil): return
          case .success(let ended?): error = ended
          case .failure(let failed): error = failed
          }
          failure.update { $0 = .ended(.now()) }
          part.fail(error)
          program.warn(error.message, zone.name)
        })
      threads.append(try NamedThread("zone list", priority: .low) { setup.run() })
    } catch {
      end(
        Running(
          zone: zone, part: part, player: player, threads: threads, ending: ending,
          failure: failure))
      throw error
    }
    // It may have changed since the configuration was made.
    let state = display.update { display in
      display.players.append(player)
      return display
    }
    if state.rotation != configuration.rotation { player.perform(.setRotation(state.rotation)) }
    if !state.isOn { player.perform(.power(.off)) }
    return Running(
      zone: zone, part: part, player: player, threads: threads, ending: ending, failure: failure)
  }

  private func configuration(
    of zone: StageTemplate.Zone, _ video: StageTemplate.Video, on part: VideoZone
  ) -> PlayerConfiguration {
    var configuration = PlayerConfiguration(queue: Queue(), display: .zone(part))
    configuration.filmArea = { zone.pixels(on: $0) }
    configuration.rotation = display.value.rotation
    configuration.fit = main.configuration.fit
    configuration.power = main.configuration.power
    configuration.staysOpen = true
    configuration.sound.device = .none
    (configuration.choices.subtitle, configuration.choices.audio) = (
      .off, video.hasSound ? .automatic : .off
    )
    program.configure(&configuration, video)
    return configuration
  }

  /// Waits for its threads.
  private func end(_ zone: Running) {
    display.update { $0.players.removeAll { $0 === zone.player } }
    zone.stop()
    main.removeZone(zone.part)
    for thread in zone.threads { thread.join() }
  }

  package func close() {
    for stop in stops.update({ stops in
      defer { stops = [] }; return stops
    }) { stop() }
    for zone in running.update({ running in
      defer { running = [:] }; return running
    }).values {
      end(zone)
    }
  }
}
