import Testing
import VitrineFakes
import VitrinePlaylists

@testable import VitrineSettings

@Suite("Damaged layers")
struct LayerMutationTests {
  /// The damaged layer, and the start of its faults.
  fileprivate enum Victim: CaseIterable { case main, site, variable, board }

  private static let site = """
    display:
      fit: cover
      mirrors: [HDMI-A-2]
    audio: {device: none, volume: 0.25}
    console: {terminal: 7}
    outputs:
      DP-1: {mode: highest, playlist: /srv/a}

    """

  private static let variables = [
    "VITRINE_DISPLAY_MODE": "1920x1080@60", "VITRINE_AUDIO_LANGUAGES": "de,en",
    "VITRINE_KEYS": "KEY_RED=ok,KEY_BLUE=none", "VITRINE_PLAYBACK_RATE": "1.5",
    "VITRINE_OUTPUTS": "DP-1.rotation=90", "VITRINE_SERVICE_SOCKET": "/run/a",
    "VITRINE_POWER_SCHEDULE": "mon-fri 07:30-21:00; 2026-12-25 off",
  ]

  @Test("Each of 300 damaged sets of layers is refused with file, line and cause, or is valid")
  func mutations() throws {
    var dice = SeededRandom(seed: 20_27)
    var refused = 0
    for round in 0..<300 {
      let victim = Victim.allCases[round % Victim.allCases.count]
      var main = DamagedFile(Configuration.example)
      var site = DamagedFile(Self.site)
      var variables = Self.variables
      var damaged: [String] = []
      for _ in 0...(round / 4 % 3) {
        switch victim {
        case .main: main.damage(&dice)
        case .site: site.damage(&dice)
        case .variable: damaged += Self.damage(&variables, &dice)
        case .board: break
        }
      }
      do throws(ConfigurationFaults) {
        var layers: [ConfigurationLayer] = []
        if victim == .board { layers.append(.board(try Self.damagedBoard(round, &dice))) }
        layers += [
          .file("main.yaml", main.bytes), .file("site.yaml", site.bytes), .environment(variables),
        ]
        try expectGood(LayeredConfiguration(layers), round)
      } catch {
        refused += 1
        let starts = victim.starts + damaged
        let isTold =
          !error.lines.isEmpty
          && error.lines.allSatisfy { line in
            starts.contains(where: line.hasPrefix)
              && !line.unicodeScalars.contains(where: \.isControl)
              && line.split(separator: ":").count > 1
          }
        if !isTold { Issue.record("round \(round), \(starts): \(error)") }
      }
    }
    // Otherwise the damage does nothing, or everything.
    #expect((100...295).contains(refused))
  }

  /// An accepted configuration is complete: shown and read again, it is the same.
  private func expectGood(
    _ read: LayeredConfiguration, _ round: Int
  ) throws(ConfigurationFaults) {
    let shown = read.yaml(hasOrigins: true)
    let again = try LayeredConfiguration([.file("shown.yaml", Array(shown.utf8))])
    if again.values.filter({ read.values[$0.key] != nil }) != read.values {
      Issue.record("round \(round): \(shown)")
    }
    let isWithin =
      (0...1).contains(read.configuration.audio.volume)
      && (0.25...4).contains(read.configuration.playback.rate)
      && read.configuration.service.socket?.hasPrefix("/") != false
      && read.configuration.display.mirrors.count <= 8
      && read.configuration.outputs.count <= 16
    if !isWithin { Issue.record("round \(round): \(shown)") }
  }

  private static func damagedBoard(
    _ round: Int, _ dice: inout SeededRandom
  ) throws(ConfigurationFaults) -> Board {
    let name = ShippedBoards.names[round % ShippedBoards.names.count]
    var file = DamagedFile(String(decoding: (try? ShippedBoards.bytes(name)) ?? [], as: UTF8.self))
    for _ in 0...(round / 4 % 3) { file.damage(&dice) }
    return try Board(bytes: file.bytes, file: name)
  }

  /// Returns the start of the damaged variable's faults.
  private static func damage(
    _ variables: inout [String: String], _ dice: inout SeededRandom
  ) -> [String] {
    guard let name = variables.keys.sorted().randomElement(using: &dice),
      let text = variables.removeValue(forKey: name)
    else { return [] }
    var (newName, value) = (DamagedFile(name), DamagedFile(text))
    if Bool.random(using: &dice) { value.damage(&dice) } else { newName.damage(&dice) }
    variables[newName.text] = value.text
    // A message repeats a name without terminal escapes, and truncates a long one.
    return [String(printable(newName.text).prefix(30)), name]
  }
}

extension LayerMutationTests.Victim {
  fileprivate var starts: [String] {
    switch self {
    case .main: ["main.yaml:"]
    case .site: ["site.yaml:"]
    case .variable: []
    case .board: ShippedBoards.names.map { "\($0):" }
    }
  }
}
