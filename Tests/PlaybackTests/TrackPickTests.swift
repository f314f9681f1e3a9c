import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

/// A track chosen by number belongs to the current item.
@Suite("Tracks chosen by number")
struct TrackPickTests {
  private static let tracks = [
    TrackInfo(kind: .audio, index: 1, codec: "aac", language: "eng"),
    TrackInfo(kind: .audio, index: 2, codec: "aac", language: "ger"),
    TrackInfo(kind: .audio, index: 3, codec: "aac"),
    TrackInfo(kind: .subtitle, index: 4, codec: "ass", language: "de-AT"),
    TrackInfo(kind: .subtitle, index: 5, codec: "ass", language: "und"),
  ]

  private func playing(_ names: String, loop: Queue.Loop = .none) -> Machine {
    var machine = Machine(names, loop: loop)
    machine.playFirst()
    return machine
  }

  /// The current item's tracks.
  private func choices(_ machine: Machine) -> TrackChoices {
    machine.state.intention.choices(in: machine.state.currentEntry)
  }

  @Test(
    "The number does not apply to later items; the track's language does",
    arguments: [
      (.audio, 2, .language("de")), (.audio, 1, .language("en")), (.audio, 3, .automatic),
      (.subtitle, 4, .language("de")), (.subtitle, 5, .automatic), (.audio, 77, .automatic),
    ] as [(TrackInfo.Kind, Int, TrackSelection)])
  func later(kind: TrackInfo.Kind, number: Int, later: TrackSelection) throws {
    var machine = playing("ab")
    machine.perform(.select(kind, .index(number)), tracks: Self.tracks)
    func selection(_ choices: TrackChoices) -> TrackSelection {
      kind == .audio ? choices.audio : choices.subtitle
    }
    #expect(selection(choices(machine)) == .index(number))
    machine.load()
    machine.prepare()
    // The item prepared ahead is chosen as a later item while the current one plays on.
    let next = try #require(machine.next)
    #expect(selection(machine.state.choices(of: next)) == later)
    let current = try #require(machine.current)
    #expect(selection(machine.state.choices(of: current)) == .index(number))
    machine.receive(.followed, from: next)
    #expect(selection(choices(machine)) == later)
    machine.perform(.previous, position: .zero)
    #expect(selection(choices(machine)) == later, "back in the item in which it was selected")
  }

  @Test("The number applies to the same item across seeks and its end")
  func same() throws {
    var machine = playing("a", loop: .item)
    machine.perform(.select(.audio, .index(2)), tracks: Self.tracks)
    machine.load()
    machine.perform(.seek(.init(to: MediaTime(5, 1))))
    machine.load()
    machine.passEdge()
    #expect(choices(machine).audio == .index(2))
  }

  @Test("Other choices persist: none, a language, or the best track")
  func otherwise() {
    for selection in [TrackSelection.off, .language("fr"), .automatic] {
      var machine = playing("ab")
      machine.perform(.select(.subtitle, .index(4)), tracks: Self.tracks)
      machine.perform(.select(.subtitle, selection), tracks: Self.tracks)
      machine.load()
      machine.perform(.next)
      #expect(choices(machine).subtitle == selection)
    }
  }

  @Test("A number given before anything plays applies to all items")
  func configured() {
    var machine = Machine("ab")
    machine.perform(.select(.audio, .index(2)))
    machine.playFirst()
    machine.perform(.next)
    #expect(choices(machine).audio == .index(2))
  }

  @Test("A change to all choices at once clears the number")
  func restored() {
    var (machine, configured) = (playing("a"), TrackChoices())
    configured.audio = .language("fr")
    machine.perform(.select(.audio, .index(2)), tracks: Self.tracks)
    machine.load()
    #expect(words(machine.perform(.choose(configured))).hasPrefix("choose, seek"))
    #expect(choices(machine) == configured)
  }

  @Test(
    "A language selects its best track, or falls back as if nothing was chosen",
    arguments: [("de", 2), ("deu", 2), ("en-US", 1), ("fr", nil)] as [(String, Int?)])
  func language(code: String, index: Int?) {
    let chosen = TrackChoice.choose(
      Self.tracks, kind: .audio, selection: .language(code), preferences: TrackPreferences())
    #expect(chosen?.index == index)
  }
}
