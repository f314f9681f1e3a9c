/// Everything that was read from the machine. The findings are derived without further access to
/// it.
public struct Facts: Sendable {
  public var user: Reading<UserFacts> = .notAsked
  public var nodes: Reading<[NodeFacts]> = .notAsked
  /// In the kernel's order.
  public var displays: Reading<[DisplayFacts]> = .notAsked
  /// The configured connector; nil for the first with a display.
  public var wantedConnector: String?
  public var sound: Reading<SoundFacts> = .notAsked
  public var input: Reading<InputFacts> = .notAsked
  public var clock: Reading<ClockFacts> = .notAsked
  public var places: Reading<[PlaceFacts]> = .notAsked
  public var memory: Reading<MemoryFacts> = .notAsked
  public var kernel: Reading<KernelFacts> = .notAsked
  /// Nil if no board file matches.
  public var board: Reading<BoardAdvice?> = .notAsked
  public var decoding: Reading<DecodingFacts> = .notAsked
  public var scheduling: Reading<SchedulingFacts> = .notAsked
  public var service: Reading<ServiceFacts> = .notAsked
  public var configuration: Reading<ConfigurationFacts> = .notAsked

  /// The results for items on servers.
  public var network: Reading<NetworkFacts> = .known(NetworkFacts([]))

  public init() {}

  /// All findings, in the order of the checks.
  public var findings: [Finding] {
    permissionFindings + groupFindings + deviceFindings + masterFindings + connectorFindings
      + modeFindings + planeFindings + soundFindings + inputFindings + clockFindings
      + storageFindings + memoryFindings + kernelFindings + boardFindings + decoderFindings
      + schedulingFindings
      + serviceFindings + configurationFindings + networkFindings
  }
}

extension Reading {
  static var notAsked: Reading { .unknown("not checked") }
}
