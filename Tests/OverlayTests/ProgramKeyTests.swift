import Testing
import VitrinePlayback
import VitrineScenes

@testable import VitrineOverlay

@Suite("Keys that are the program's")
struct ProgramKeyTests {
  private func user(list: Int = 0) -> SimulatedUser {
    var user = SimulatedUser.watching(list: list, idle: .after(.seconds(90)))
    user.interface.options.programKeys = ["KEY_RED", "KEY_OK", "KEY_PROG1"]
    return user
  }

  @Test("They are told once for each press, and mean nothing else")
  func told() {
    var user = user()
    user.key("KEY_RED", "KEY_PROG1", "KEY_OK")
    #expect(user.asked() == ["key KEY_RED", "key KEY_PROG1", "key KEY_OK"])
    #expect(user.drawings.isEmpty)
    _ = user.interface.receiveKey("KEY_OK", isDown: true, at: user.now)
    user.wait(3000)
    #expect(user.asked() == [])
    // Others are what they were.
    user.key("KEY_MUTE")
    #expect(user.asked() == ["mute on"])
  }

  @Test("After one the display counts as left, until the idle time is over: once")
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
    #expect(user.interface.departures == 1 && user.asked() == ["key KEY_RED"])
  }

  @Test("Other words are there at once, in the list and over a film")
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
    user.interface.options.programKeys = ["KEY_RED"]
    user.key("KEY_RED")
    user.wait(85_000)
    #expect(user.texts.contains("Noch da?"))
  }
}
