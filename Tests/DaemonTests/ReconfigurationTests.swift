import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrineLists
import VitrineMachine
import VitrinePictures
import VitrinePlans
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon

struct ReconfigurationTests {
  private static func settings(_ text: String) throws -> Configuration {
    try Configuration(bytes: Array(text.utf8), file: "test")
  }

  private static func word(_ effect: ReconfigurationPolicy.Effect) -> String {
    switch effect {
    case .performOnAll(.setVolume(let volume)): "volume \(volume)"
    case .perform(let command): "first: \(command)"
    case .performOnAll(.setFit(let fit)): "fit \(fit.rawValue)"
    case .performOnAll(let command): "all: \(command)"
    case .schedule(let table): table == TimeTable() ? "no schedule" : "schedule"
    case .scheduleVolume(let audio): "volume by \(audio.schedule.isEmpty ? "none" : "its table")"
    case .scheduleBrightness(let settings):
      "brightness \(settings.display.brightness.standard.percent ?? -1)"
    case .setIdle(let idle): "idle \(idle)"
    case .setKeys(let keys):
      "keys \(keys.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
    case .replaceLists(let settings): "lists \(settings.playlist.joined(separator: "+"))"
    case .quit: "quit"
    case .log(let message): "\(message.kind.severity) \(message.text)"
    }
  }

  @Test(
    "A changed configuration is applied, or reported as waiting",
    arguments: [
      ("", "", ""), (nil, "", "quit"), ("audio: {volume: 0.5}", "", "volume 1.0"),
      ("", "display: {fit: cover}", "fit cover"), ("", "playlist: /a", "lists /a"),
      ("", "power: {schedule: [mon-fri 08:00-20:00]}", "schedule"),
      ("", "audio: {schedule: [mon 08:00-20:00 40%], volume: 0.5}", "volume by its table"),
      ("audio: {schedule: [mon 08:00-20:00 40%]}", "audio: {volume: 0.5}", "volume by none"),
      ("", "display: {brightness: 40, fit: cover}", "fit cover, brightness 40"),
      ("display: {brightness-schedule: [mon 08:00-20:00 40%]}", "", "brightness -1"),
      ("", "interface: {idle: 60}", "idle after(60.0 seconds)"),
      ("interface: {idle: 60}", "interface: {idle: never}", "idle never"),
      ("interface: {idle: 0}", "", "idle automatic"),
      ("", "keys: {KEY_RED: ok}", "keys [\"KEY_RED=ok\"]"),
      ("keys: {KEY_RED: ok, KEY_BLUE: none}", "keys: {KEY_BLUE: none}", "keys [\"KEY_BLUE=none\"]"),
      (
        "", "interface: {idle: 60, heading: A}",
        "idle after(60.0 seconds), "
          + "warning changed sections that need a restart: interface; run systemctl restart unit"
      ),
      (
        "", "display: {mode: highest}\npower: {off: black}",
        "warning changed sections that need a restart: display, power; run systemctl restart unit"
      ),
      (
        "power: {schedule: [mon-fri 08:00-20:00]}",
        "display: {fit: cover, mode: highest}\naudio: {volume: 0.5}\nplaylist: /a",
        "fit cover, volume 0.5, no schedule, lists /a, "
          + "warning changed sections that need a restart: display; run systemctl restart unit"
      ),
    ] as [(String?, String, String)])
  func table(old: String?, new: String, words: String) throws {
    var policy = ReconfigurationPolicy(try old.map(Self.settings), unit: "unit")
    let new = try Self.settings(new)
    let effects = policy.apply(.success(new))
    #expect(effects.map(Self.word).joined(separator: ", ") == words)
    #expect(policy.apply(.success(new)) == [])
  }

  @Test("A broken configuration is reported, and the previous one stays in effect")
  func broken() throws {
    var policy = ReconfigurationPolicy(try Self.settings(""), unit: "unit")
    let error = ConfigurationError(lines: ["test:3: a", "test:4: b"], exitStatus: .configuration)
    #expect(
      policy.apply(.failure(error)).map(Self.word) == [
        "error test:3: a", "error test:4: b",
        "warning continuing with the previous configuration: test:3: a",
      ])
    #expect(policy.apply(.success(try Self.settings("audio: {volume: 0.5}"))).count == 1)
  }

  @Test("After a reload, each output has its configured brightness")
  func brightness() throws {
    let folder = try TestFolder("brightness")
    let path = try folder.write("", to: "vitrine.yaml")
    let options = ServiceOptions.forTests(
      ConfigurationSources(files: [path], boards: "/vitrine-missing"))
    let now = HostTime(nanoseconds: 1_000_000_000_000)
    let players = [FakePlayer(), FakePlayer()]
    let lists = try zip(players, [nil, "HDMI-A-2"]).map { player, connector in
      var beginning = try ServedList.InitialState(
        connector, HeldSource("list", HeldSource.list("a")), PlaybackSettings(),
        ResumeStore(runtime: nil, state: nil, name: "main"), isChosenFrom: false, Log())
      beginning.signage.schedules.brightness = ScheduledAmount(
        AmountTable(), default: .asFound, part: Brightness.init(percent:))
      return try ServedList(player, beginning, at: now) { _ in }
    }
    defer { for list in lists { list.close() } }
    let reconfiguration = Reconfiguration(options, try options.read())
    func reload(_ text: String) throws -> [[Command]] {
      _ = try folder.write(text, to: "vitrine.yaml")
      let before = players.map(\.commands.count)
      #expect(reconfiguration.reload(lists, at: now, log: { _ in }) == nil)
      for list in lists { list.performDueWork(at: now) }
      return zip(players, before).map { player, count in
        player.commands.dropFirst(count).filter { command in
          if case .setBrightness = command { true } else { false }
        }
      }
    }
    let first = try reload("display: {brightness: 40}\noutputs: {HDMI-A-2: {brightness: 70}}")
    #expect(first == [[.setBrightness(.percent(40))], [.setBrightness(.percent(70))]])
    let always = "display: {brightness-schedule: [mon-sun 00:00-24:00 20%]}"
    #expect(
      try reload(always) == [[.setBrightness(.percent(20))], [.setBrightness(.percent(20))]])
    #expect(try reload("") == [[.setBrightness(.asFound)], [.setBrightness(.asFound)]])
    #expect(try reload("") == [[], []])
    // Only displays without their own brightness follow a sensor.
    let sensor = try reload(
      "display: {brightness: sensor 10-60}\noutputs: {HDMI-A-2: {brightness: 70}}")
    #expect(sensor == [[.setBrightness(.percent(60))], [.setBrightness(.percent(70))]])
    for list in lists {
      list.signage.schedules.followLight(.percent(20))
      list.performDueWork(at: now)
    }
    #expect(players[0].commands.last == .setBrightness(.percent(20)))
    #expect(players[1].commands.last == .setBrightness(.percent(70)))
  }

  @Test("Players and lists receive their changes")
  func carriedOut() throws {
    let folder = try TestFolder("reconfiguration")
    let path = try folder.write("", to: "vitrine.yaml")
    var options = ServiceOptions.forTests(
      ConfigurationSources(files: [path], boards: "/vitrine-missing"))
    let now = HostTime(nanoseconds: 1_000_000_000_000)
    let players = [FakePlayer(), FakePlayer()]
    let sunday = ClockReading(
      Moment(second: 1_798_372_800), WallClock { _ in 0 }, hasEvidence: true)
    let powers = players.map { _ in ScheduledPower(TimeTable(), wake: nil) { sunday } }
    let lists = try zip(players, powers).map { player, power in
      var beginning = try ServedList.InitialState(
        nil, HeldSource("list", HeldSource.list("a")), PlaybackSettings(),
        ResumeStore(runtime: nil, state: nil, name: "main"), isChosenFrom: false, Log())
      beginning.signage.schedules.power = power
      return try ServedList(player, beginning, at: now) { _ in }
    }
    defer { for list in lists { list.close() } }
    for power in powers { try power.start {} }
    defer { for power in powers { power.close() } }
    let lines = Lines()
    let reconfiguration = Reconfiguration(options, try options.read())
    #expect(reconfiguration.reload(lists, at: now, log: lines.add) == nil)
    #expect(players.allSatisfy { $0.asked == [] } && lines.all == [])
    _ = try folder.write(
      "display: {fit: cover}\naudio: {volume: 0.5}\npower: {schedule: [mon-fri 08:00-20:00]}",
      to: "vitrine.yaml")
    #expect(reconfiguration.reload(lists, at: now, log: lines.add) == nil)
    #expect(players[0].asked == [.command(.setFit(.cover)), .command(.setVolume(0.5))])
    #expect(players[1].asked == [.command(.setFit(.cover)), .command(.setVolume(0.5))])
    #expect(powers.map { $0.decide() } == [false, false])
    _ = try folder.write("colour: red", to: "vitrine.yaml")
    let error = try #require(reconfiguration.reload(lists, at: now, log: lines.add))
    #expect(error.hasPrefix("\(path):1: "))
    #expect(lines.all.first == LogMessage(.configurationInvalid, error))
    // In safe mode nothing is checked.
    options.isSafe = true
    let safe = Reconfiguration(options, nil)
    #expect(safe.reload(lists, at: now, log: lines.add) == nil)
    // If the service started without a valid configuration, a good one restarts it.
    _ = try folder.write("", to: "vitrine.yaml")
    options.isSafe = false
    #expect(Reconfiguration(options, nil).reload(lists, at: now, log: lines.add) == nil)
    #expect(players.allSatisfy { $0.asked.last == .quit })
  }
}
