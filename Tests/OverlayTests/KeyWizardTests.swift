import Testing
import VitrineGestures
import VitrinePictures
import VitrineTiming

@testable import VitrineOverlay

@Suite("The key wizard")
struct KeyWizardTests {
  private static func time(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000) + .milliseconds(milliseconds)
  }

  /// An event: a key, "skip", or nothing; and the time in milliseconds.
  private static let stories: [(name: String, events: [(String, Int)], state: String)] = [
    ("nothing", [], "0 ask"), ("a key", [("KEY_A", 100)], "0 KEY_A accepted"),
    ("shown for 0.7 s", [("KEY_A", 100), ("", 799)], "0 KEY_A accepted"),
    ("then the next question", [("KEY_A", 100), ("", 800)], "1 ask KEY_A=ok"),
    ("a bounce", [("KEY_A", 100), ("KEY_A", 300), ("KEY_B", 500), ("", 800)], "1 ask KEY_A=ok"),
    (
      "a key twice", [("KEY_A", 0), ("", 700), ("KEY_A", 1000)],
      "1 KEY_A used ok KEY_A=ok"
    ),
    (
      "another one after it",
      [("KEY_A", 0), ("", 700), ("KEY_A", 1000), ("KEY_B", 2000), ("", 2700)],
      "2 ask KEY_A=ok KEY_B=up"
    ),
    ("a trigger", [("KEY_F1", 0)], "0 KEY_F1 used none"),
    ("skipped", [("skip", 0)], "1 ask"), ("skipped twice", [("skip", 0), ("skip", 0)], "2 ask"),
    ("not skipped while shown", [("KEY_A", 0), ("skip", 500), ("", 700)], "1 ask KEY_A=ok"),
    ("patient", [("", 14_999)], "0 ask"), ("out of patience", [("", 15_000)], "1 ask"),
    (
      "patient again after a refused key", [("KEY_F1", 10_000), ("", 24_999)],
      "0 KEY_F1 used none"
    ),
    ("out of patience again", [("KEY_F1", 10_000), ("", 25_000)], "1 ask"),
  ]

  @Test("It asks for one key after another", arguments: stories.indices)
  func story(index: Int) {
    let story = Self.stories[index]
    var wizard = KeyWizard(at: Self.time(0))
    for (word, milliseconds) in story.events {
      let now = Self.time(milliseconds)
      wizard.timePassed(now)
      switch word {
      case "": break
      case "skip": wizard.skip(at: now)
      default: wizard.press(word, isTrigger: word == "KEY_F1", at: now)
      }
    }
    let reply =
      switch wizard.reply {
      case nil: "ask"
      case .accepted: "\(wizard.key ?? "") accepted"
      case .used(let action): "\(wizard.key ?? "") used \(action?.rawValue ?? "none")"
      }
    let learned = wizard.learned.map { " \($0.key)=\($0.value.rawValue)" }.sorted().joined()
    let shown = "\(wizard.index) \(reply)\(wizard.reply == .accepted ? "" : learned)"
    #expect(shown == story.state, "\(story.name)")
  }

  @Test("It ends after the last question, and then ignores everything")
  func ends() {
    var wizard = KeyWizard(at: Self.time(0))
    for index in KeyWizard.actions.indices {
      #expect(wizard.action == KeyWizard.actions[index] && wizard.deadline != nil)
      wizard.skip(at: Self.time(0))
    }
    #expect(wizard.action == nil && wizard.deadline == nil)
    wizard.press("KEY_A", isTrigger: false, at: Self.time(1))
    wizard.skip(at: Self.time(1))
    wizard.timePassed(Self.time(1_000_000))
    #expect(wizard.learned.isEmpty && wizard.index == KeyWizard.actions.count)
  }

  @Test("Only keys with another action than before are changes")
  func changes() {
    var wizard = KeyWizard(at: Self.time(0))
    for (index, key) in ["KEY_OK", "KEY_PROG1", "KEY_RED", "KEY_BLUE"].enumerated() {
      wizard.press(key, isTrigger: false, at: Self.time(index * 1000))
      wizard.timePassed(Self.time(index * 1000 + 700))
    }
    #expect(
      wizard.changes(from: ["KEY_RED": .left, "KEY_BLUE": .left])
        == ["KEY_PROG1": .up, "KEY_RED": .down])
    #expect(wizard.changes(from: ["KEY_OK": .back])["KEY_OK"] == .ok)
  }

  @Test("Each action has a different name in each language", arguments: InterfaceLanguage.allCases)
  func named(language: InterfaceLanguage) {
    var wording = Wording()
    wording = wording.translated(to: language)
    let names = KeyWizard.actions.map { $0.name(wording) }
    #expect(Set(names).count == names.count, "\(names)")
    #expect(Set(KeyWizard.actions).count == KeyWizard.actions.count)
  }
}
