import Doctor
import KMS
import Linux
import Playback
import Settings
import Timing

/// Looks at this machine, at everything at the same time, for some seconds at the most.
struct Examination {
  /// Nil takes that of the service.
  var configurationFile: String?
  /// Nil is who runs this; for root, who the service runs as.
  var person: Person?

  /// A display on a bad cable takes seconds to say what it is.
  private static let patience = Duration.seconds(8)
  private static let shortPatience = Duration.seconds(3)

  private struct Read: Sendable {
    var settings = Configuration()
    var facts: ConfigurationFacts
  }

  func facts() -> Facts {
    var facts = Facts()
    let service = Inquiry("service") { ServiceFacts.now() }
    facts.service = service.answer(until: .now() + Self.shortPatience)
    let unit = facts.service.value?.unit
    let (file, given) = (configurationFile, person)
    let read = Inquiry("configuration") { Self.read(file, unit) }
    let who = Inquiry("user") { given ?? Self.player(unit) }
    let deadline = HostTime.now() + Self.shortPatience
    let (person, configuration) = (who.answer(until: deadline), read.answer(until: deadline))
    facts.configuration = configuration.map(\.facts)
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
    let wanted = unit?.options("--audio").last ?? "auto"
    let sound = Inquiry("sound") { SoundFacts.now(wanted: wanted) }
    let input = Inquiry("input") { InputFacts.now() }
    let hasTable = settings.power.schedule != PowerSchedule()
    let clock = Inquiry("clock") { ClockFacts.now(isNeeded: hasTable) }
    let places = Inquiry("places") { PlaceFacts.all(unit, for: person) }
    let memory = Inquiry("memory") { MemoryFacts.now() }
    let kernel = Inquiry("kernel") { KernelFacts.now() }
    let decoding = Inquiry("decoding") { DecodingFacts.now() }
    let scheduling = Inquiry("scheduling") { SchedulingFacts.now(for: person) }
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
  }

  /// Root asks for the service's sake.
  private static func player(_ unit: UnitFile?) -> Person {
    let running = Person.running
    guard running.number == 0, let name = unit?.user else { return running }
    return Person(named: name) ?? running
  }

  private static func read(_ file: String?, _ unit: UnitFile?) -> Read {
    let path = file ?? unit?.options("--config").last
    let lists = unit?.options("--playlist") ?? []
    guard let path else { return Read(facts: ConfigurationFacts(nil, trouble: nil, lists: lists)) }
    do throws(ConfigurationTrouble) {
      return Read(
        settings: try readConfiguration(path),
        facts: ConfigurationFacts(path, trouble: nil, lists: lists))
    } catch {
      return Read(facts: ConfigurationFacts(path, trouble: error, lists: lists))
    }
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
