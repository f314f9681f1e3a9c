/// Everything that was read from the machine, by subject. The findings are derived without further
/// access to it: each subject examines its own facts, and those of others that `findings` gives it.
public struct Facts: Sendable {
  public var access = AccessFacts()
  public var screen = ScreenFacts()
  public var sound: Reading<SoundFacts> = .notAsked
  public var input: Reading<InputFacts> = .notAsked
  public var machine = MachineFacts()
  public var decoding: Reading<DecodingFacts> = .notAsked
  public var service: Reading<ServiceFacts> = .notAsked
  public var configuration: Reading<ConfigurationFacts> = .notAsked

  /// The results for items on servers.
  public var network: Reading<NetworkFacts> = .known(NetworkFacts([]))

  public init() {}

  /// All findings, in the order of the checks.
  public var findings: [Finding] {
    let user = access.user.value
    let kernel = machine.kernel.value
    let unit = service.value?.unit
    let isServing = service.value?.isServing ?? false
    return [
      access.permissionFindings(unit),
      access.groupFindings,
      screen.deviceFindings(kernel),
      screen.display?.masterFindings(isServing: isServing) ?? [],
      screen.connectorFindings(kernel),
      screen.connector?.modeFindings ?? [],
      screen.connector?.planeFindings ?? [],
      sound.findings(.sound) { $0.findings(access.nodes.value ?? [], kernel) },
      input.findings(.input) { $0.findings },
      machine.clock.findings(.clock) { $0.findings },
      machine.places.findings(.storage) { $0.map { $0.finding(user) } },
      machine.memory.findings(.memory) { memory in
        memory.findings(screen, isPlaying: screen.isPlaying(isServing: isServing), kernel)
      },
      machine.kernel.findings(.kernel) { $0.findings },
      machine.boardFindings,
      decoding.findings(.decoder) { $0.findings(user, machine) },
      machine.scheduling.findings(.scheduling) { $0.findings(user, unit) },
      service.findings(.service) { [$0.finding] },
      configuration.findings(.configuration) { $0.findings(user) },
      network.findings(.network) { $0.findings(unit) },
    ].flatMap(\.self)
  }
}

/// Facts about the machine itself: its time, storage, memory, kernel and CPU.
public struct MachineFacts: Sendable {
  public var clock: Reading<ClockFacts> = .notAsked
  public var places: Reading<[PlaceFacts]> = .notAsked
  public var memory: Reading<MemoryFacts> = .notAsked
  public var kernel: Reading<KernelFacts> = .notAsked
  /// Nil if no board file matches.
  public var board: Reading<BoardAdvice?> = .notAsked
  public var scheduling: Reading<SchedulingFacts> = .notAsked
}

extension Reading {
  static var notAsked: Reading { .unknown("not checked") }
}
