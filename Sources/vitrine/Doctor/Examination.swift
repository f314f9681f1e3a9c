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
  var person: Person?

  /// A display on a bad cable takes seconds to send its EDID.
  private static let patience = Duration.seconds(8)
  /// For files, even on a busy SD card.
  private static let shortPatience = Duration.seconds(5)

  private struct Read: Sendable {
    var settings = Configuration()
    var board: BoardAdvice?
    var facts: ConfigurationFacts
  }

  func facts() -> Facts {
    var facts = Facts()
    let service = Inquiry("service") { ServiceFacts.now() }
    facts.service = service.answer(until: .now() + Self.shortPatience)
    let unit = facts.service.value?.unit
    let (file, given) = (configurationFile, person)
    let read = Inquiry("configuration") { Self.read(file, unit) }
    let who = Inquiry("user") { (given ?? Self.player(unit)).serving(unit) }
    let deadline = HostTime.now() + Self.shortPatience
    let (person, configuration) = (who.answer(until: deadline), read.answer(until: deadline))
    facts.configuration = configuration.map(\.facts)
    facts.board = configuration.map(\.board)
    facts.user = person.map(\.facts)
    look(person.value ?? .running, configuration.value?.settings ?? Configuration(), unit, &facts)
    return facts
  }

  private func look(
    _ person: Person, _ settings: Configuration, _ unit: UnitFile?, _ facts: inout Facts
  ) {
    let nodes = Inquiry("nodes") { NodeFacts.all(for: person) }
    let displays = Inquiry("displays") {
      DRMDevice.cardPaths.map { DisplayFacts(path: $0, settings) }
    }
    let wanted = unit?.options("--audio").last ?? settings.audio.device
    let sound = Inquiry("sound") { SoundFacts.now(wanted: wanted) }
    let input = Inquiry("input") { InputFacts.now() }
    let hasTable = settings.power.schedule != TimeTable()
    let clock = Inquiry("clock") { ClockFacts.now(isNeeded: hasTable) }
    let places = Inquiry("places") { PlaceFacts.all(unit, for: person) }
    let memory = Inquiry("memory") { MemoryFacts.now() }
    let kernel = Inquiry("kernel") { KernelFacts.now() }
    let decoding = Inquiry("decoding") { DecodingFacts.now(wish: settings.playback.decoder) }
    let scheduling = Inquiry("scheduling") { SchedulingFacts.now(for: person) }
    let lists = unit?.options("--playlist") ?? []
    let network = Inquiry("network") {
      NetworkFacts.now(lists.isEmpty ? settings.playlist : lists, settings)
    }
    let deadline = HostTime.now() + Self.patience
    facts.wantedConnector = settings.display.connector
    facts.nodes = nodes.answer(until: deadline)
    facts.displays = displays.answer(until: deadline)
    facts.sound = sound.answer(until: deadline)
    facts.input = input.answer(until: deadline)
    facts.clock = clock.answer(until: deadline)
    facts.places = places.answer(until: deadline)
    facts.memory = memory.answer(until: deadline)
    facts.kernel = kernel.answer(until: deadline)
    facts.decoding = decoding.answer(until: deadline)
    facts.scheduling = scheduling.answer(until: deadline)
    facts.network = network.answer(until: deadline)
  }

  /// Root checks on behalf of the service.
  private static func player(_ unit: UnitFile?) -> Person {
    let running = Person.running
    guard running.number == 0, let name = unit?.user else { return running }
    return Person(named: name) ?? running
  }

  /// Reads the configuration as the service does: all layers, or the files of its command line.
  private static func read(_ file: String?, _ unit: UnitFile?) -> Read {
    var places = ConfigurationPlaces()
    let named = file.map { [$0] } ?? unit?.options("--config") ?? []
    if named.isEmpty { places.own = ConfigurationPlaces.ownOfService } else { places.files = named }
    let lists = unit?.options("--playlist") ?? []
    let usual = isThere(ConfigurationPlaces.file) ? ConfigurationPlaces.file : nil
    let path = named.last ?? usual
    do throws(ConfigurationError) {
      let found = try places.read()
      let settings = found.configuration.configuration
      return Read(
        settings: settings, board: found.board.map { BoardAdvice($0.board) },
        facts: ConfigurationFacts(
          path, trouble: nil, lists: lists.isEmpty ? settings.playlist : lists))
    } catch {
      return Read(facts: ConfigurationFacts(path ?? "configuration", trouble: error, lists: lists))
    }
  }
}

extension BoardAdvice {
  fileprivate init(_ board: Board) {
    self.init(name: board.name, title: board.title)
    words = board.commandLine.map { Word($0.word, reason: $0.fact.says) }
    limitCount = board.limits.count
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
