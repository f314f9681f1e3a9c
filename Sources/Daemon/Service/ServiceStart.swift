import VitrineEngine
import VitrineKMS
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrineNetwork
import VitrinePictures
import VitrinePlans
import VitrinePlayback
import VitrineSchedules
import VitrineSettings
import VitrineSignage

/// The configuration and lists with which a service starts, or the card shown instead.
struct ServiceStart {
  let options: ServiceOptions
  /// Nil if the configuration is unusable.
  let found: ConfigurationSources.Found?
  let plan: ProgramPlan
  let source: any ListSource
  /// Whether only a card is shown, for which nothing is stored.
  private let isCard: Bool
  let recovery: RecoveryStore
  /// Safe mode's step; nil for a normal start.
  let safeStep: RecoveryLadder.Step?
  /// The volume schedule.
  private let volume: ScheduledAmount<Double>
  /// The brightness schedule of a connector's display.
  private let brightness: @Sendable (_ connector: String?) -> ScheduledAmount<Brightness>
  /// Whether the brightness of a connector's display follows the light around it.
  private let followsLight: @Sendable (_ connector: String?) -> Bool
  private let log: Log

  /// Logs an invalid configuration and shows it on screen.
  init(_ given: ServiceOptions, _ log: Log) {
    var options = given
    self.log = log
    var (found, failure): (ConfigurationSources.Found?, ConfigurationError?)
    do throws(ConfigurationError) { found = try options.read() } catch { failure = error }
    for line in failure?.lines ?? [] { log.write(.configurationInvalid, line) }
    let first = failure?.lines.first.map { LogMessage(.configurationInvalid, $0) }
    log.lasting.set(first, of: .configuration)
    self.found = found
    isCard = options.isSafe || found == nil
    var settings = found?.configuration.configuration ?? Configuration()
    if found == nil { settings.service.socket = options.places.readableSocket }
    settings.apply(options)
    recovery = RecoveryStore(
      runtime: options.runtimeFolder, state: settings.service.state,
      reboot: settings.service.reboot
    ) { log.write(.stateNotSaved, $0) }
    safeStep =
      options.isSafe
      ? recovery.beginSafeMode(settings.service.safeList) { log.write(.listUnreadable, $0) } : nil
    if safeStep == .safeList {
      options.safeList = settings.service.safeList
      settings.playback.decoder = "software"
    }
    self.options = options
    if isCard { settings = settings.forCard }
    let time = ClockReading.now()
    var volume = ScheduledAmount(settings.audio.schedule, default: settings.audio.volume) {
      Double($0) / 100
    }
    settings.audio.volume = volume.update(time) ?? settings.audio.volume
    self.volume = volume
    brightness = { [settings] connector in
      ScheduledAmount(
        settings.display.brightness.schedule, default: settings.brightness(at: connector),
        part: Brightness.init(percent:))
    }
    followsLight = { [settings] in settings.followsLight(at: $0) }
    settings.dim(by: time)
    plan = Self.plan(settings, found, options)
    source = failure.map { CardSource.broken($0, options.unit) } ?? options.source(settings)
  }

  private static func plan(
    _ settings: Configuration, _ found: ConfigurationSources.Found?, _ options: ServiceOptions
  ) -> ProgramPlan {
    var plan = ProgramPlan(
      settings, found?.board?.board, display: options.display,
      otherConnectors: settings.connectorsWithLists)
    // A service takes screenshots on request and may start before its devices.
    plan.captures.isPossible = true
    plan.waitsForDevice = true
    plan.staysOpen = true
    return plan
  }

  /// Returns the writer of the proof-of-play log; nil if it is disabled or there is no state
  /// folder.
  func showings() throws(Errno) -> ShowingRecorder? {
    let days = Int(plan.settings.service.ledgerDays)
    guard !isCard, days > 0, let state = plan.settings.service.state else { return nil }
    return try ShowingRecorder(
      ShowingRecorder.Storage(
        state: Folder(state), runtime: options.runtimeFolder.map { Folder($0) }, days: days)
    ) { [log] in log.write(.showingsNotSaved, $0) }
  }

  /// Returns the black box; nil without a state folder.
  func faults() throws(Errno) -> FaultRecorder? {
    guard !isCard, let state = plan.settings.service.state else { return nil }
    return try FaultRecorder(state: Folder(state), log)
  }

  /// Returns the updater, or nil if no content updates are configured.
  func updater(
    _ remotes: RemoteSources, onChange: @escaping @Sendable () -> Void
  ) throws(Errno) -> ContentUpdater? {
    guard !isCard else { return nil }
    let settings = plan.settings
    return try ContentUpdates.begin(
      settings, in: options.contentFolder(settings), remotes, log, updateState: options.updateState,
      onChange: onChange)
  }

  /// Returns the light sensor that displays follow; nil if none is configured.
  func ambientLight() throws(Errno) -> AmbientLight? {
    guard !isCard, let range = plan.settings.display.brightness.light else { return nil }
    return try AmbientLight(range, log: log)
  }

  /// Returns the server that shares content with peers, or nil if sharing is not configured.
  func sharing() -> ContentSharing? {
    guard !isCard else { return nil }
    let settings = plan.settings
    return ContentSharing.begin(settings.content, in: options.contentFolder(settings), log)
  }

  /// Reads the list for a connector's player and finds where to resume; nil is the main player.
  func list(
    _ connector: String?, _ source: any ListSource, isChosenFrom: Bool
  ) throws(Errno) -> ServedList.InitialState {
    let (runtime, state) =
      isCard ? (nil, nil) : (options.runtimeFolder, plan.settings.service.state)
    let name = connector ?? "main"
    var initial = try ServedList.InitialState(
      connector, source, plan.settings.playback,
      ResumeStore(runtime: runtime, state: state, name: name),
      SignageState.Stores(runtime: runtime, state: state, name: name), isChosenFrom: isChosenFrom,
      log)
    initial.signage.schedules.volume = volume
    initial.signage.schedules.brightness = brightness(connector)
    initial.signage.schedules.followsLight = followsLight(connector)
    // Even without a table: a changed configuration may have one.
    let power = plan.settings.power
    let store = power.untrustedClock == .last ? state.map(Folder.init) : nil
    initial.signage.schedules.power = ScheduledPower(
      power,
      store: store.map { folder in
        LastPowerStore(state: folder, output: name) { [log] in log.write(.stateNotSaved, $0) }
      })
    return initial
  }
}

extension Configuration {
  /// The command line overrides the configuration.
  fileprivate mutating func apply(_ options: ServiceOptions) {
    if let audio = options.audio { self.audio.device = audio.word }
    service.state = options.stateFolder ?? service.state ?? options.givenStateFolder
  }

  /// All displays start with the brightness of the schedule.
  fileprivate mutating func dim(by time: ClockReading) {
    var schedule = ScheduledAmount(
      display.brightness.schedule, default: .asFound, part: Brightness.init(percent:))
    guard let now = schedule.update(time) else { return }
    display.brightness.standard = now
    for connector in outputs.keys { outputs[connector]?.brightness = nil }
  }

  /// The connectors that have their own players.
  var connectorsWithLists: [String] {
    outputs.filter { $0.value.playlist != nil }.keys.sorted()
  }
}
