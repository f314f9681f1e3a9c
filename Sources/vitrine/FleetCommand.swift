import ArgumentParser
import Glibc
import VitrineAddresses
import VitrineDaemon
import VitrineFleet
import VitrineLinux
import VitrineMachine
import VitrinePlayback
import VitrineSettings
import VitrineTiming

/// `vitrine fleet`: the screens of a broker.
struct FleetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "List the screens of a fleet, and set their desired state.",
    discussion: """
      Examples:
        vitrine fleet
        vitrine fleet list --state behind,dark
        vitrine fleet list 'group=lobby and not ok'
        vitrine fleet set group:lobby volume=0.4 --dry-run
        vitrine fleet rollout group:all list=/srv/spring.m3u
      """,
    subcommands: [List.self, Set.self, RolloutCommand.self, Simulate.self],
    defaultSubcommand: List.self)

  /// The broker and its credentials.
  struct BrokerOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Use this broker. (default: fleet.broker of the configuration)", valueName: "url"))
    var broker: String?

    @OptionGroup(title: "Configuration")
    var layers: LayerOptions

    /// The address, and the credentials in its section of `access`.
    func found() throws -> (broker: BrokerAddress, credentials: BrokerCredentials) {
      var settings = Configuration()
      try reportingErrors { () throws(ConfigurationError) in
        settings = try layers.places.read().configuration.configuration
      }
      guard let text = broker ?? settings.fleet.broker else {
        throw ValidationError("no broker: set fleet.broker in the configuration, or use --broker")
      }
      guard let address = BrokerAddress(text) else {
        throw ValidationError(
          "invalid broker \"\(text)\": expected an address such as mqtts://broker.example")
      }
      return (address, FleetAccess.credentials(for: address, settings.access, Log()))
    }

    /// A connected client.
    func connect() throws -> FleetClient {
      let (broker, credentials) = try found()
      return try reportingErrors { () throws(FleetError) in
        try FleetClient(broker, credentials)
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List the screens, those that differ first.",
      discussion: """
        Exit status: 0 if all screens are well, 1 if any is not.

        Examples:
          vitrine fleet list
          vitrine fleet list --state behind,dark
          vitrine fleet list 'group=lobby and version!=0.1.0 or dark' --json
        """)

    @Argument(
      help: ArgumentHelp(
        "Only these: a name, group:NAME, or a query such as 'group=shops and not ok'.",
        valueName: "target"))
    var target: String?

    @Option(
      help: ArgumentHelp("Only screens in these states, separated by commas.", valueName: "states"))
    var state: String?

    @Flag(help: "Print JSON for other programs.")
    var json = false

    @OptionGroup var options: BrokerOptions

    func run() throws {
      let states = try state.map { try Self.states($0) } ?? FleetSurvey.State.allCases
      let wanted = try target.map { text in
        try checkingArguments { () throws(FleetError) in try FleetTarget(text) }
      }
      let client = try options.connect()
      try reportingErrors { () throws(FleetError) in try client.read(within: surveyTime) }
      client.close()
      let survey = client.survey
      let chosen = wanted.map { Swift.Set($0.screens(of: survey)) }
      let findings = survey.findings.filter {
        states.contains($0.state) && (chosen?.contains($0.id) ?? true)
      }
      print(json ? FleetText.json(findings, survey) : FleetText.table(findings))
      if findings.contains(where: { $0.state != .ok }) { throw ExitCode(1) }
    }

    private static func states(_ text: String) throws -> [FleetSurvey.State] {
      try text.split(separator: ",").map { word in
        guard let state = FleetSurvey.State(rawValue: String(word)) else {
          let known = FleetSurvey.State.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("unknown state \"\(word)\": expected one of \(known)")
        }
        return state
      }
    }
  }

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set desired values of a screen, a group or all screens that fit.",
      discussion: """
        The broker keeps the values, also for screens that are off. NAME= removes a value. The values are \
        explained in docs/operate/fleet.md.

        Exit status with --wait: 0 if all screens have applied the change, 1 otherwise.

        Examples:
          vitrine fleet set lobby-7 volume=0.4 message='Closed today'
          vitrine fleet set group:all list=/srv/films --dry-run
          vitrine fleet set 'state=behind' volume=0.4 --wait 30
        """)

    @Argument(help: "A screen, group:NAME, or a query such as 'version=0.1.0 and id=shop-*'.")
    var target: String

    @Argument(help: ArgumentHelp("Values, such as volume=0.4.", valueName: "name=value"))
    var changes: [String]

    @Flag(help: "Print the screens that would change, and change nothing.")
    var dryRun = false

    @Option(
      help: ArgumentHelp(
        "Wait up to this many seconds until the screens have applied it.", valueName: "seconds"))
    var wait = 0.0

    @OptionGroup var options: BrokerOptions

    func run() throws {
      let (target, edit) = try checkingArguments { () throws(FleetError) in
        (try FleetTarget(self.target), try FleetEdit(words: changes))
      }
      let client = try options.connect()
      defer { client.close() }
      try reportingErrors { () throws(FleetError) in try client.read(within: surveyTime) }
      let ids = target.screens(of: client.survey)
      let topics = FleetEdit.topics(target, client.survey)
      guard !topics.isEmpty else { throw ValidationError("no screen fits \(self.target)") }
      for id in ids { print(id) }
      if ids.isEmpty {
        Log().warning("no screen reports as \(self.target); the broker keeps the values for later")
      }
      guard !dryRun else { return }
      try reportingErrors { () throws(FleetError) in try client.read(topics) }
      let time = Int(WallTime.seconds)
      let documents = topics.map { FleetWrite($0, edit.applied(to: $0, client.survey, at: time)) }
      try reportingErrors { () throws(FleetError) in try client.write(documents) }
      guard wait > 0 else { return }
      let topic = { (id: String) -> FleetTopic in
        topics.count == 1 ? topics[0] : .desired(id: id)
      }
      let isDone = try reportingErrors { () throws(FleetError) in
        try client.wait(for: .seconds(wait)) { edit.waiting(ids, topic, $0).isEmpty }
      }
      guard !isDone else { return }
      let waiting = edit.waiting(ids, topic, client.survey)
      let names = waiting.joined(separator: " ")
      Log().warning("not applied by \(waiting.count) of \(ids.count): \(names)")
      throw ExitCode(1)
    }
  }

  struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Connect screens without a player, to test a broker.",
      discussion: """
        The screens are named virtual-1 and so on, and apply each state at once. The command ends with its input or \
        Ctrl+C. Do not use it with the broker of a fleet in service.

        Examples:
          vitrine fleet simulate 1000 --broker mqtt://localhost
        """)

    @Argument(help: "How many screens (1–100000).")
    var count: Int

    @Option(help: ArgumentHelp("Number of the first screen.", valueName: "number"))
    var first = 1

    @Option(help: ArgumentHelp("Show another item every N seconds.", valueName: "seconds"))
    var item: Double?

    @Option(
      help: ArgumentHelp("This share of the screens cannot open any list.", valueName: "percent"))
    var failing = 0.0

    @Option(help: ArgumentHelp("Draw these screens from this seed.", valueName: "number"))
    var seed = 1

    @OptionGroup var options: BrokerOptions

    func validate() throws {
      guard (0...100).contains(failing) else {
        throw ValidationError("invalid share \(failing): expected 0 to 100 per cent")
      }
      guard (1...100_000).contains(count), (1...1_000_000).contains(first) else {
        throw ValidationError("out of range: expected 1 to 100000 screens")
      }
    }

    func run() throws {
      let (broker, credentials) = try options.found()
      let simulation = try reportingErrors { () throws(FleetError) in
        try FleetSimulation(
          count, broker, credentials, first: first,
          itemInterval: item.map { .milliseconds(Int64(saturating: max($0, 0.1) * 1000)) },
          failing: SimulatedFailures(share: failing, seed: seed),
          // While the broker does not accept connections, each attempt blocks its thread for a second.
          threads: min(max(count / 50, 2), 100))
      }
      // Until the input ends.
      while let _ = readLine() { print("connections: \(simulation.connections)") }
      simulation.close()
    }
  }
}

/// `vitrine fleet rollout`: a change in waves.
struct RolloutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollout",
    abstract: "Give a change to screens in waves, and stop if too many fail.",
    discussion: """
      The first wave has --first screens, the second one 1% of all, and each further one --growth times as \
      many. A wave begins once each screen of the previous one has applied the change, failed or timed out. Screens that \
      are not connected or have a problem get the change last. If too many fail, the changed screens get their earlier \
      values back. The state is on the broker: if the command ends early, --resume continues.

      Exit status: 0 if the change, or with --cancel its end, is complete; 1 if it was stopped.

      Examples:
        vitrine fleet rollout group:lobby list=/srv/spring.m3u --dry-run
        vitrine fleet rollout 'version=0.1.0' content=12 --settling 900 --timeout 3600
        vitrine fleet rollout --resume
      """)

  @Argument(help: "A screen, group:NAME, or a query such as 'version=0.1.0 and id=shop-*'.")
  var target: String?

  @Argument(help: ArgumentHelp("Values, such as volume=0.4.", valueName: "name=value"))
  var changes: [String] = []

  @Flag(help: "Continue the rollout on the broker.")
  var resume = false

  @Flag(help: "End the rollout on the broker, and restore the screens that it has changed.")
  var cancel = false

  @Flag(help: "Print the waves with their screens, and change nothing.")
  var dryRun = false

  @Flag(help: "If the rollout stops, do not restore the changed screens.")
  var keep = false

  @OptionGroup(title: "Waves and limits") var waves: WaveOptions

  @OptionGroup var options: FleetCommand.BrokerOptions

  func validate() throws {
    guard !(resume && cancel) else { throw ValidationError("use either --resume or --cancel") }
    let continues = resume || cancel
    guard continues == (target == nil) else {
      throw ValidationError(
        continues
          ? "the target and the values of a rollout cannot be changed"
          : "expected a target, --resume or --cancel")
    }
    guard !(continues && (dryRun || keep)) else {
      throw ValidationError("--dry-run and --keep are for a new rollout")
    }
    guard waves.plan(changing: RolloutPlan()).isValid else {
      throw ValidationError(
        "out of range: expected positive numbers, shares up to 100, a growth of at least 1, and a timeout above settling"
      )
    }
  }

  func run() throws {
    let tool = Self.number
    var client = try options.connect()
    var rollout = try reportingErrors { () throws(FleetError) in
      try client.read(within: surveyTime)
      return try begin(client.survey, tool)
    }
    guard !dryRun else { return print(FleetText.waves(rollout.preview(client.survey))) }
    var progress = Progress()
    var isContinued = false
    while true {
      do throws(FleetError) {
        try client.read(rollout.topics(client.survey))
        try client.run(&rollout, isContinued: isContinued) { progress.report($0) }
        break
      } catch {
        guard !error.isFinal else {
          Log().error("\(error)")
          throw ExitCode(1)
        }
        Log().warning("\(error); trying again (if this command ends, continue with --resume)")
        client = reconnected()
        isContinued = true
      }
    }
    client.close()
    guard rollout.job.state == .done || cancel else {
      let next =
        rollout.job.state == .stopped
        ? "continue with --resume and a higher limit, or restore the screens with --cancel"
        : "the changed screens have their earlier values back"
      Log().error("\(rollout.job.cause ?? "stopped"); \(next)")
      throw ExitCode(1)
    }
  }

  private func begin(_ survey: FleetSurvey, _ tool: String) throws(FleetError) -> Rollout {
    guard let target else {
      return try Rollout(on: survey, tool: tool, cancels: cancel, plan: waves.plan(changing:))
    }
    return try Rollout(
      of: try FleetEdit(words: changes), to: try FleetTarget(target),
      waves.plan(changing: RolloutPlan()), rollsBack: !keep, on: survey, id: Self.number, tool: tool
    )
  }

  // bound: a constant range
  private static var number: String { String(UInt64.random(in: 1 << 60...(.max)), radix: 16) }

  /// The broker may be away for hours; the rollout then continues with the screens' reports.
  private func reconnected() -> FleetClient {
    while true {
      sleep(10)
      do {
        let (broker, credentials) = try options.found()
        let client = try FleetClient(broker, credentials)
        try client.read(within: surveyTime)
        return client
      } catch {
        Log().warning("\(error)")
      }
    }
  }

  /// Prints a line after each change of the state or the wave, and of the results every few seconds.
  private struct Progress {
    private var last: String?
    private var stage: String?
    private var next = HostTime.now()

    mutating func report(_ rollout: Rollout) {
      let (stage, line) = ("\(rollout.job.state) \(rollout.wave)", FleetText.progress(rollout))
      let now = HostTime.now()
      guard line != last, stage != self.stage || next <= now else { return }
      (last, self.stage, next) = (line, stage, now + .seconds(5))
      print(line)
      // A pipe or a file would get it at the end only.
      fflush(nil)
    }
  }
}

/// The waves of a rollout, and its limits.
struct WaveOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Screens in the first wave. (default: 10)", valueName: "screens"))
  var first: Int?

  @Option(
    help: ArgumentHelp(
      "Each wave from the third on has this many times the screens of the previous one. (default: 3)",
      valueName: "factor"))
  var growth: Double?

  @Option(
    help: ArgumentHelp(
      "Screens per minute in the first wave; grows with the waves. (default: 60)",
      valueName: "screens"))
  var rate: Double?

  @Option(
    help: ArgumentHelp(
      "How long a screen must keep the change before it counts as applied. (default: 60)",
      valueName: "seconds"))
  var settling: Int?

  @Option(
    help: ArgumentHelp("How long a screen may take. (default: 600)", valueName: "seconds"))
  var timeout: Int?

  @Option(
    help: ArgumentHelp(
      "Stop if this share of the screens with a result has failed. (default: 0.5)",
      valueName: "percent"))
  var failed: Double?

  @Option(
    help: ArgumentHelp(
      "Stop if this share of the screens with a result has not reported in time. (default: 5)",
      valueName: "percent"))
  var timedOut: Double?

  @Option(
    help: ArgumentHelp(
      "The shares count once this many screens have a result. (default: 10)", valueName: "screens"))
  var minimum: Int?

  func plan(changing plan: RolloutPlan) -> RolloutPlan {
    var plan = plan
    (plan.first, plan.growth) = (first ?? plan.first, growth ?? plan.growth)
    (plan.rate, plan.settling) = (rate ?? plan.rate, settling ?? plan.settling)
    (plan.timeout, plan.minimum) = (timeout ?? plan.timeout, minimum ?? plan.minimum)
    (plan.mostFailed, plan.mostTimedOut) = (
      failed ?? plan.mostFailed, timedOut ?? plan.mostTimedOut
    )
    return plan
  }
}

/// Screens answer a call within two seconds.
let surveyTime = Duration.seconds(4)

func reportingErrors<Result>(_ work: () throws(FleetError) -> Result) throws -> Result {
  do throws(FleetError) { return try work() } catch {
    Log().error(error.description)
    throw ExitCode(ExitStatus.unavailable.rawValue)
  }
}

private func checkingArguments<Result>(_ work: () throws(FleetError) -> Result) throws -> Result {
  do throws(FleetError) { return try work() } catch { throw ValidationError(error.description) }
}
