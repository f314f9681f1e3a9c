import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

struct ListPolicyTests {
  @Test("The policy responds to each event and reading", arguments: listAnswers)
  func table(happening: Happening, situation: ListSituation, answer: String) {
    #expect(happening.answer(in: situation) == answer)
  }

  @Test("The table has every situation for each event")
  func complete() {
    let rows = Set(listAnswers.map { "\($0.0) \($0.1)" })
    #expect(rows.count == Happening.allCases.count * ListSituation.allCases.count)
    #expect(rows.count == listAnswers.count)
  }

  @Test("The list found before the player started is not applied again")
  func found() {
    var scene = ListScene(read: ListScene.list)
    scene.answer()
    #expect(scene.takeWords() == "watches; quiet")
    var empty = ListScene(.empty, read: LoadedList(items: [], origins: ["/list"]))
    empty.answer()
    #expect(empty.takeWords() == "logs empty; watches; again in 10000 ms")
  }

  @Test("Changes are debounced, but not indefinitely")
  func pause() {
    var scene = ListScene.settled()
    scene.send(.filesChanged)
    #expect(scene.takeWords() == "again in 300 ms")
    scene.pass(.milliseconds(299))
    scene.send(.filesChanged)
    #expect(scene.takeWords() == "again in 300 ms")
    for _ in 0..<23 {
      scene.pass(.milliseconds(200))
      scene.send(.filesChanged)
    }
    #expect(scene.takeWords() == "again in 101 ms")
    scene.pass(.milliseconds(100))
    #expect(scene.takeWords() == "again in 1 ms")
    scene.pass(.milliseconds(1))
    #expect(scene.takeWords() == "reads /list; watches; quiet")
  }

  @Test(
    "A lasting fault is reported once, and again after a recovery",
    arguments: [
      (.broken, .all, "logs broken; continues; watches", "watches"),
      (.missing, .some, "logs missing; continues; watches", "watches"),
      (.empty, .all, "logs empty; list: 0 items; then card(list: empty); watches", "watches"),
      (.same, .none(.noEntry), "logs unwatched; blind", "blind"),
    ] as [(ListSituation, ListPolicy.Coverage, String, String)])
  func once(
    situation: ListSituation, coverage: ListPolicy.Coverage, first: String, later: String
  ) {
    var scene = ListScene.settled()
    for _ in 0..<2 {
      (scene.situation, scene.coverage) = (situation, coverage)
      scene.send(.reload(restores: true))
      #expect(scene.takeWords() == "reads /list; \(first); again in 10000 ms")
      scene.pass(.seconds(20))
      let words = "reads /list; \(later); "
      #expect(scene.takeWords() == words + words + "again in 10000 ms")
      (scene.situation, scene.coverage) = (.same, .all)
      scene.pass(.seconds(10))
      let back = situation == .empty ? "list: 2 items; then /a /b; " : ""
      #expect(scene.takeWords() == "reads /list; \(back)watches; quiet")
    }
  }

  @Test(
    "An operator's reload replaces a cleared or loaded queue; other reloads leave it",
    arguments: [
      (.same, .idle, "list: 2 items; starts /a /b; loop queue; as listed; plays; watches; quiet"),
      (.same, .playing, "list: 2 items; then /a /b; loop queue; as listed; watches; quiet"),
      (
        .changed, .idle,
        "list: 2 items; starts /a /c; loop queue; as listed; plays; watches; quiet"
      ),
      (
        .broken, .idle,
        "logs broken; continues; starts /a /b; loop queue; as listed; plays; watches; "
          + "again in 10000 ms"
      ),
      (.same, .none, "watches; quiet"),
    ] as [(ListSituation, ListPolicy.QueueDeviation, String)])
  func restored(situation: ListSituation, deviation: ListPolicy.QueueDeviation, words: String) {
    var scene = ListScene.settled()
    (scene.situation, scene.deviation) = (situation, deviation)
    scene.send(.reload(restores: true))
    #expect(scene.takeWords() == "reads /list; \(words)")
    var other = ListScene.settled()
    other.deviation = deviation
    other.send(.reload(restores: false))
    #expect(other.takeWords() == "reads /list; watches; quiet")
  }

  @Test("Returning to the programme restarts the list, or the card that gives the reason for none")
  func returned() {
    var scene = ListScene.settled()
    scene.send(.restore)
    #expect(
      scene.takeWords()
        == "list: returned to the programme; starts /a /b; loop queue; as listed; plays; quiet")
    var broken = ListScene(.broken)
    broken.answer()
    _ = broken.takeWords()
    broken.send(.restore)
    #expect(
      broken.takeWords()
        == "list: returned to the programme; starts card(/list:3: broken); plays; again in 10000 ms"
    )
    var chosen = ListScene(.same, isChosenFrom: true)
    chosen.answer()
    _ = chosen.takeWords()
    chosen.send(.restore)
    #expect(chosen.takeWords() == "list: returned to the programme; leaves; quiet")
  }

  @Test(
    "In kiosk mode, the programme is the gallery without quarantined items")
  func chosenProgramme() {
    var scene = ListScene(.same, isChosenFrom: true, quarantined: ["/b"])
    scene.answer()
    #expect(scene.played.map(\.location) == ["/a"] && scene.policy.programme == scene.played)
  }

  @Test("A second cause is also reported")
  func causes() {
    var scene = ListScene.settled()
    for (situation, words) in [(ListSituation.broken, "logs broken"), (.missing, "logs missing")] {
      scene.situation = situation
      scene.send(.reload(restores: true))
      #expect(scene.takeWords() == "reads /list; \(words); continues; watches; again in 10000 ms")
      #expect(scene.policy.error == (situation == .broken ? "/list:3: broken" : "/list: missing"))
    }
    scene.situation = .same
    scene.send(.reload(restores: true))
    #expect(scene.policy.error == nil)
  }

  @Test("A hung reading is reported once, with the name of its source")
  func slow() {
    var scene = ListScene.settled()
    scene.situation = .hanging
    scene.send(.reload(restores: true))
    scene.send(.replaceSource(name: "other", PlaybackSettings()))
    scene.pass(.milliseconds(9_999))
    #expect(scene.takeWords() == "reads /list; reading")
    scene.pass(.milliseconds(1))
    #expect(scene.takeWords() == "logs slow; reading")
    scene.pass(.seconds(100))
    #expect(scene.takeWords() == "reading" && scene.policy.isReading)
  }

  @Test("A change during a reading causes one more reading")
  func again() {
    var scene = ListScene.settled()
    scene.situation = .hanging
    scene.send(.reload(restores: true))
    scene.send(.reload(restores: true))
    scene.send(.filesChanged)
    scene.pass(.seconds(1))
    scene.situation = .changed
    scene.answer()
    #expect(
      scene.takeWords()
        == "reads /list; list: 2 items; then /a /c; watches; reads /list /c; watches; quiet")
  }

  @Test("A new list replaces an error card at once")
  func card() {
    var scene = ListScene.settled()
    (scene.situation, scene.showsCard) = (.changed, true)
    scene.send(.reload(restores: true))
    #expect(scene.takeWords() == "reads /list; list: 2 items; now /a /c; watches; quiet")
  }

  @Test("A new order applies with the list, and not before")
  func order() {
    var scene = ListScene.settled()
    var playback = PlaybackSettings()
    (playback.loop, playback.isShuffled) = (Queue.Loop.none, true)
    scene.send(.replaceSource(name: "list", playback))
    scene.send(.reload(restores: true))
    #expect(
      scene.takeWords()
        == "reads; list: 2 items; then /a /b; loop none; shuffled; watches; quiet")
    scene.send(.replaceSource(name: "list", PlaybackSettings()))
    scene.send(.reload(restores: true))
    #expect(
      scene.takeWords()
        == "reads; list: 2 items; then /a /b; loop queue; as listed; watches; quiet")
  }

  @Test("New files at the same paths are the same list, in which every item is played again")
  func editions() {
    var other = ListScene.list
    other.edition = "next"
    func find(_ list: LoadedList, in scene: ListScene) -> ([ListPolicy.Effect], [String]) {
      var policy = scene.policy
      _ = policy.handle(.reload(restores: true), at: scene.now)
      let outcome = ListPolicy.Outcome(result: .success(list), watch: .all, mayBeOutdated: false)
      let effects = policy.handle(.loaded(outcome, showsCard: false), at: scene.now)
      let note = policy.resumeRecord(for: ResumePoint(index: 0, location: "/a", position: .zero))
      return (effects, [note.edition] + note.quarantined)
    }
    func edits(_ effects: [ListPolicy.Effect]) -> Int {
      effects.count { if case .edit = $0 { true } else { false } }
    }
    let plain = find(other, in: .settled())
    #expect(edits(plain.0) == 0 && plain.1 == ["next"])
    let same = find(ListScene.list, in: .settled(quarantined: ["/b"]))
    #expect(edits(same.0) == 0 && same.1 == ["", "/b"])
    let next = find(other, in: .settled(quarantined: ["/b"]))
    #expect(edits(next.0) == 1 && next.1 == ["next"])
    func isRenewal(_ effect: ListPolicy.Effect) -> Bool {
      if case .reopenFiles = effect { true } else { false }
    }
    #expect([plain, same, next].map { $0.0.count(where: isRenewal) } == [1, 0, 1])
  }

  @Test("An item stays quarantined across reloads; a fully quarantined list is unusable")
  func quarantine() {
    let list = ListScene.list
    let items = ListPolicy.items(of: list, "list", quarantined: ["/b"])
    #expect(items.map(ListScene.word) == ["/a"])
    #expect(ListPolicy.items(of: list, "list", quarantined: ["/a", "/b"]) == list.items)
    let scene = ListScene.settled(quarantined: ["/b"])
    let point = ResumePoint(index: 0, location: "/a", position: .zero)
    #expect(scene.policy.resumeRecord(for: point).quarantined == ["/b"])
    var cleared = scene
    cleared.send(.clearQuarantine)
    #expect(cleared.policy.resumeRecord(for: point).quarantined == [])
  }

  @Test("With any crash-loop guard, the player plays the list on disk", arguments: 0..<200)
  func random(seed: Int) {
    var (random, scene) = (SeededRandom(seed: UInt64(seed)), ListScene.settled())
    var said = ""
    for _ in 0..<60 {
      switch random.below(7) {
      case 0: scene.send(.reload(restores: true))
      case 1: scene.send(.filesChanged)
      case 2:
        scene.send(.replaceSource(name: "other", PlaybackSettings()))
        scene.send(.reload(restores: true))
      case 3: scene.send(.clearQuarantine)
      case 4: scene.coverage = random.below(2) == 0 ? .all : .none(.noEntry)
      case 5: scene.pass(.milliseconds(Int64(random.below(12_000))))
      default:
        scene.situation = ListSituation.allCases[random.below(ListSituation.allCases.count)]
        // The disk's new state causes a notification if it is watched.
        scene.send(.filesChanged)
        scene.answer()
      }
      said += scene.takeWords()
    }
    scene.situation = seed.isMultiple(of: 2) ? .same : .changed
    scene.answer()
    scene.send(.filesChanged)
    scene.pass(.seconds(11))
    #expect(!said.contains("READS TWICE") && !scene.policy.isReading)
    let items = seed.isMultiple(of: 2) ? ListScene.items : ListScene.otherItems
    #expect(scene.played == items || (scene.played == [] && items == ListScene.items))
  }
}
