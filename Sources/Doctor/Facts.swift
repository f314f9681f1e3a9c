/// Everything that was read from the machine, by subject. The findings are derived without further
/// access to it: each subject examines its own facts, and those of others that `findings` gives it.
package struct Facts: Sendable {
  package var access = AccessFacts()
  package var screen = ScreenFacts()
  package var sound: Reading<SoundFacts> = .notAsked
  package var input: Reading<InputFacts> = .notAsked
  package var machine = MachineFacts()
  package var decoding: Reading<DecodingFacts> = .notAsked
  package var service: Reading<ServiceFacts> = .notAsked
  package var configuration: Reading<ConfigurationFacts> = .notAsked
  package var playlists: Reading<PlaylistsFacts> = .notAsked
  /// The results for items on servers.
  package var network: Reading<NetworkFacts> = .known(NetworkFacts([]))

  package init() {}

  /// All findings, in the order of the checks.
  package var findings: [Finding] {
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
      machine.watchdog.findings(.watchdog) { [$0.finding] },
      service.findings(.service) { $0.findings },
      configuration.findings(.configuration) { [$0.finding(user)] },
      playlists.findings(.playlist) { $0.findings(user) },
      network.findings(.network) { $0.findings(unit) },
    ].flatMap(\.self)
  }
}

/// Facts about the machine itself: its time, storage, memory, kernel, CPU and watchdog.
package struct MachineFacts: Sendable {
  package var clock: Reading<ClockFacts> = .notAsked
  package var places: Reading<[PlaceFacts]> = .notAsked
  package var memory: Reading<MemoryFacts> = .notAsked
  package var kernel: Reading<KernelFacts> = .notAsked
  /// Nil if no board file matches.
  package var board: Reading<BoardAdvice?> = .notAsked
  package var scheduling: Reading<SchedulingFacts> = .notAsked
  package var watchdog: Reading<WatchdogFacts> = .notAsked
}

extension Reading {
  static var notAsked: Reading { .unknown("not checked") }
}
