import Testing
import VitrineGestures
import VitrinePlayback
import VitrineScenes

@testable import VitrineOverlay

@Suite("Commands from the program count as visitors")
struct SpokenTests {
  private func user(list: Int = 0) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list, idle: .after(.seconds(90)))
    user.claim("KEY_RED", "KEY_OK", "KEY_PROG1")
    return user
  }

  @Test("The visitor counts as gone once, when the idle time after a command ends")
  func left() {
    var user = user()
    user.wait(200_000)
    #expect(user.interface.departures == 0)
    user.key("KEY_RED")
    user.wait(89_900)
    #expect(user.interface.departures == 0 && user.texts.contains("Still there?"))
    user.wait(200)
    #expect(user.interface.departures == 1)
    user.wait(200_000)
    #expect(user.interface.departures == 1)
  }

  @Test("A playing film continues to its end, and then the visitor counts as gone")
  func watched() {
    var user = SimulatedUser.watching(list: 3, idle: .after(.seconds(90)))
    user.claim("KEY_RED")
    user.key("KEY_RED")
    user.wait(600_000)
    #expect(user.interface.departures == 0 && user.requests.allSatisfy { $0 != .leave })
    #expect(user.interface.screen.list == nil && !user.texts.contains("Still there?"))
    user.hear { ($0.phase, $0.entry) = (.ended, nil) }
    user.wait(89_900)
    #expect(user.interface.departures == 0 && user.interface.screen.list != nil)
    user.wait(200)
    #expect(user.interface.departures == 1)
  }

  @Test("The attract loop resumes after the program's last command")
  func attracted() {
    var user = SimulatedUser(list: 3, attractTimeout: .seconds(30), idle: .after(.seconds(90)))
    user.claim("KEY_RED")
    user.wait(31_000)
    user.hear { $0.play(entry: 1) }
    user.key("KEY_RED")
    user.wait(91_000)
    #expect(user.interface.departures == 1)
    #expect(user.interface.screen.list == nil && user.requests.allSatisfy { $0 != .leave })
  }

  @Test("New texts apply at once, in the gallery and over a film")
  func words() {
    var words = Wording()
    (words.videos, words.allCategories, words.stillThere) = ("Filme", "Alle", "Noch da?")
    var user = SimulatedUser(list: 3, idle: .after(.seconds(90)))
    #expect(user.texts.contains("Videos"))
    user.interface.setWording(words)
    #expect(user.texts.contains("Filme") && !user.texts.contains("Videos"))
    user.interface.exchange(
      [CatalogueEntry(id: 0, title: "Das Meer", categories: ["Natur"])], title: nil)
    #expect(user.texts.contains("Alle"))
    user.claim("KEY_RED")
    user.key("KEY_RED")
    user.wait(85_000)
    #expect(user.texts.contains("Noch da?"))
  }
}

extension SimulatedUser {
  /// Claims these keys for the program.
  fileprivate mutating func claim(_ keys: String...) {
    var listener = InputListener()
    (listener.isActive, listener.keys) = (true, .only(Set(keys)))
    interface.setListener(listener)
  }
}
