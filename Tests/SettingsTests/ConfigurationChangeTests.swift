import Pictures
import Playback
import Playlists
import Settings
import Testing

struct ConfigurationChangeTests {
  private func change(_ old: String, _ new: String) throws -> ConfigurationChange {
    ConfigurationChange(
      from: try Configuration(bytes: Array(old.utf8), file: "old"),
      to: try Configuration(bytes: Array(new.utf8), file: "new"))
  }

  @Test(
    "what can be done while it plays is done, what cannot waits for the next start",
    arguments: [
      ("", "", [], []),
      ("", "display: {rotation: 90}", [.setRotation(.clockwise)], []),
      ("display: {fit: cover}", "", [.setFit(.contain)], []),
      ("", "display: {mode: highest, fit: cover}", [.setFit(.cover)], ["display"]),
      ("", "audio: {volume: 0.5}", [.setVolume(0.5)], []),
      ("", "audio: {device: none}", [], ["audio"]),
      ("", "playback: {loop: none, rate: 2}", [.setRate(2), .edit(.loop(.none))], []),
      ("playback: {loop: none}", "", [.edit(.loop(.queue))], []),
      ("", "playback: {shuffle: true}", [], ["playback"]),
      ("", "subtitles: {scale: 2}", [.setSubtitleScale(2)], []),
      (
        "", "interface: {heading: A, interactive: true}\npower: {meanwhile: stop}", [],
        ["interface", "power"]
      ),
    ] as [(String, String, [Command], [String])])
  func table(old: String, new: String, commands: [Command], waiting: [String]) throws {
    let change = try change(old, new)
    #expect(change.commands == commands && change.waiting == waiting && !change.hasOtherPlaylist)
  }

  @Test("another list is played at once")
  func playlist() throws {
    let change = try change("playlist: /a", "playlist: /b")
    #expect(change.hasOtherPlaylist && change.commands == [] && change.waiting == [])
  }
}
