/// All that was read of a machine. A value: what it means is found without asking the machine
/// again.
public struct Facts: Sendable {
  public var user: Reading<UserFacts> = .notAsked
  public var nodes: Reading<[NodeFacts]> = .notAsked
  /// In the kernel's order.
  public var displays: Reading<[DisplayFacts]> = .notAsked
  /// The connector that the configuration names; nil takes the first with a display.
  public var wantedConnector: String?
  public var sound: Reading<SoundFacts> = .notAsked
  public var input: Reading<InputFacts> = .notAsked
  public var clock: Reading<ClockFacts> = .notAsked
  public var places: Reading<[PlaceFacts]> = .notAsked
  public var memory: Reading<MemoryFacts> = .notAsked
  public var kernel: Reading<KernelFacts> = .notAsked
  /// Nil where no file describes this kind of board.
  public var board: Reading<BoardAdvice?> = .notAsked
  public var decoding: Reading<DecodingFacts> = .notAsked
  public var scheduling: Reading<SchedulingFacts> = .notAsked
  public var service: Reading<ServiceFacts> = .notAsked
  public var configuration: Reading<ConfigurationFacts> = .notAsked

  /// Of items that lie on servers.
  public var network: Reading<NetworkFacts> = .known(NetworkFacts([]))

  public init() {}

  /// What there is to say, in the order of the checks.
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
