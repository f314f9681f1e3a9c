import VitrineDaemon
import VitrineDoctor
import VitrineKMS
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSchedules
import VitrineSettings
import VitrineTiming

/// Examines everything on this machine at once, for a few seconds at most.
struct Examination {
  /// Nil for the service's.
  var configurationFile: String?
  /// Nil for the current user; for root, the service's user.
  var user: SystemUser?

  /// A display on a bad cable takes seconds to send its EDID.
  private static let timeout = Duration.seconds(8)
  /// For files, even on a busy SD card.
  private static let shortTimeout = Duration.seconds(5)

  private struct Read: Sendable {
    var settings = Configuration()
    var board: BoardAdvice?
    var facts: ConfigurationFacts
  }

  func facts() -> Facts {
    var facts = Facts()
    let service = BackgroundCheck("service") {
      var service = ServiceFacts.now()
      service.history = .now()
      return service
    }
    facts.service = service.result(until: .now() + Self.shortTimeout)
    let unit = facts.service.value?.unit
    let (file, given) = (configurationFile, user)
    let read = BackgroundCheck("configuration") { Self.read(file, unit) }
    let account = BackgroundCheck("user") { (given ?? Self.player(unit)).serving(unit) }
    let deadline = HostTime.now() + Self.shortTimeout
    let (user, configuration) = (account.result(until: deadline), read.result(until: deadline))
    facts.configuration = configuration.map(\.facts)
    facts.machine.board = configuration.map(\.board)
    facts.access.user = user.map(\.facts)
    examine(user.value ?? .current, configuration.value?.settings ?? Configuration(), unit, &facts)
    return facts
  }

  private func examine(
    _ user: SystemUser, _ settings: Configuration, _ unit: UnitFile?, _ facts: inout Facts
  ) {
    let nodes = BackgroundCheck("nodes") { NodeFacts.all(for: user) }
    let displays = BackgroundCheck("displays") {
      DRMDevice.cardPaths.map { DisplayFacts(path: $0, settings) }
    }
    let wanted = unit?.options("--audio").last ?? settings.audio.device
    let mixer = settings.audio.mixer
    let sound = BackgroundCheck("sound") { SoundFacts.now(wanted: wanted, mixer: mixer) }
    let needsSensor = settings.display.turning == .sensor
    let needsLight = settings.display.brightness.light != nil
    let input = BackgroundCheck("input") {
      InputFacts.now(needsAccelerometer: needsSensor, needsLightSensor: needsLight)
    }
    let hasTable = settings.power.schedule != TimeTable()
    let clock = BackgroundCheck("clock") { ClockFacts.now(isNeeded: hasTable) }
    let places = BackgroundCheck("places") { PlaceFacts.all(unit, settings.content, for: user) }
    let memory = BackgroundCheck("memory") { MemoryFacts.now() }
    let kernel = BackgroundCheck("kernel") { KernelFacts.now() }
    let decoding = BackgroundCheck("decoding") {
      DecodingFacts.now(preference: settings.playback.decoder)
    }
    let scheduling = BackgroundCheck("scheduling") { SchedulingFacts.now(for: user) }
    let watchdog = BackgroundCheck("watchdog") { WatchdogFacts.now() }
    let named = unit?.options("--playlist") ?? []
    let lists = named.isEmpty ? settings.playlist : named
    let playlists = BackgroundCheck("playlists") {
      PlaylistsFacts.now(
        lists + [settings.content.folder].compactMap(\.self), settings, unit, for: user)
    }
    let network = BackgroundCheck("network") { NetworkFacts.now(lists, settings) }
    let deadline = HostTime.now() + Self.timeout
    facts.screen.wantedConnector = settings.display.connector
    facts.access.nodes = nodes.result(until: deadline)
    facts.screen.displays = displays.result(until: deadline)
    facts.sound = sound.result(until: deadline)
    facts.input = input.result(until: deadline)
    facts.machine.clock = clock.result(until: deadline)
    facts.machine.places = places.result(until: deadline)
    facts.machine.memory = memory.result(until: deadline)
    facts.machine.kernel = kernel.result(until: deadline)
    facts.decoding = decoding.result(until: deadline)
    facts.machine.scheduling = scheduling.result(until: deadline)
    facts.playlists = playlists.result(until: deadline)
    facts.machine.watchdog = watchdog.result(until: deadline)
    facts.network = network.result(until: deadline)
  }

  /// Root checks on behalf of the service.
  private static func player(_ unit: UnitFile?) -> SystemUser {
    let current = SystemUser.current
    guard current.number == 0, let name = unit?.user else { return current }
    return SystemUser(named: name) ?? current
  }

  /// Reads the configuration as the service does: all layers, or the files of its command line.
  private static func read(_ file: String?, _ unit: UnitFile?) -> Read {
    let places = ConfigurationSources(file, unit)
    let standard = fileExists(ConfigurationSources.file) ? ConfigurationSources.file : nil
    let path = places.files?.last ?? standard
    do throws(ConfigurationError) {
      let found = try places.read()
      let settings = found.configuration.configuration
      return Read(
        settings: settings, board: found.board.map { BoardAdvice($0.board) },
        facts: ConfigurationFacts(path, trouble: nil))
    } catch {
      return Read(facts: ConfigurationFacts(path ?? "configuration", trouble: error))
    }
  }
}

extension ConfigurationSources {
  /// The sources of the service: all layers, or the files of its command line; `file` replaces them.
  init(_ file: String?, _ unit: UnitFile?) {
    let named = file.map { [$0] } ?? unit?.options("--config") ?? []
    self.init(files: named.isEmpty ? nil : named)
    if named.isEmpty { own = ConfigurationSources.ownOfService }
  }
}

extension BoardAdvice {
  fileprivate init(_ board: Board) {
    self.init(name: board.name, title: board.title)
    words = board.commandLine.map { Word($0.word, reason: $0.fact.says) }
    limitCount = board.notes.limits.count
  }
}

extension Reading {
  fileprivate func map<Other: Sendable>(_ change: (Value) -> Other) -> Reading<Other> {
    switch self {
    case .known(let value): .known(change(value))
    case .unknown(let why): .unknown(why)
    }
  }
}
