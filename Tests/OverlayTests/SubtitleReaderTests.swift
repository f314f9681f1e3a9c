import Testing
import VitrinePictures
import VitrinePlayback

@testable import VitrineOverlay

@Suite("Subtitles that are read aloud")
struct SubtitleReaderTests {
  private static func viewer(
    speech: SubtitleStyle.Speech = .on, program: String? = "/usr/bin/espeak-ng"
  ) -> SimulatedUser {
    var user = SimulatedUser { $0.speechProgram = program }
    user.hear { status in
      status.play(entry: 1)
      status.tracks = [
        TrackInfo(kind: .subtitle, index: 2, codec: "subrip", language: "swe")
      ]
      status.selected = status.tracks
      status.choices.subtitleStyle.speech = speech
    }
    return user
  }

  @Test("Each line is read once, in the language of its track")
  func lines() {
    var user = Self.viewer()
    for lines in [["Hej", "då"], ["Hej", "då"], ["då", "igen"], [], ["igen"]] { user.see(lines) }
    #expect(user.spoken.allSatisfy { $0.language == "sv" && $0.isSubtitle })
    #expect(user.heard() == ["Hej då", "igen", "igen"])
  }

  @Test("Nothing is read unless it was chosen and a program is configured")
  func silence() {
    for (speech, program) in [
      (SubtitleStyle.Speech.off, "/usr/bin/espeak-ng"), (.on, nil),
    ] as [(SubtitleStyle.Speech, String?)] {
      var user = Self.viewer(speech: speech, program: program)
      user.see(["Hej"])
      #expect(user.heard() == [])
    }
  }

  @Test("A pause, scrubbing, a dark display and the choice stop it; the same line does not follow")
  func stops() {
    let changes: [(inout PlaybackStatus) -> Void] = [
      { $0.isPaused = true }, { $0.isScrubbing = true }, { $0.isDisplayOn = false },
      { $0.choices.subtitleStyle.speech = .off }, { $0.phase = .idle },
    ]
    for change in changes {
      var user = Self.viewer()
      user.see(["Hej"])
      let playing = user.status
      user.hear(change)
      user.see(["Hej", "då"])
      user.hear { $0 = playing }
      user.see(["Hej", "då"])
      #expect(user.heard() == ["Hej", ""])
    }
  }

  @Test("After a seek, the line at the new position is read, even the same one")
  func seek() {
    var user = Self.viewer()
    user.see(["Hej"])
    user.see(nil)
    user.see(["Hej"])
    #expect(user.heard() == ["Hej", "", "Hej"])
  }

  @Test("A line that grows is read when it has settled, is gone, or another one follows")
  func growing() {
    var user = Self.viewer()
    for lines in [["HE"], ["HEJ"], ["HEJ DU"]] {
      user.see(lines, isGrowing: true)
      user.wait(100)
    }
    #expect(user.heard() == [])
    user.wait(600)
    #expect(user.heard() == ["HEJ DU"])
    user.see(["HEJ DU", "HUR"], isGrowing: true)
    user.see(["HUR MÅR DU", "BR"], isGrowing: true)
    #expect(user.heard() == ["HUR MÅR DU"])
    user.see(["HUR MÅR DU", "BRA"], isGrowing: true)
    user.see([], isGrowing: true)
    #expect(user.heard() == ["BRA"])
    user.wait(5000)
    #expect(user.heard() == [])
  }

  @Test("A long text is cut off")
  func long() {
    var user = Self.viewer()
    user.see((0..<1000).map { "line \($0)" })
    #expect(user.heard().map(\.count) == [600])
  }

  @Test("The menu offers it for texts only, and with a program only")
  func menu() throws {
    for (codec, program, isOffered) in [
      ("subrip", "/bin/a", true), ("ass", "/bin/a", true), ("eia_608", "/bin/a", true),
      ("hdmv_pgs_subtitle", "/bin/a", false), ("sup", "/bin/a", false), ("subrip", nil, false),
    ] as [(String, String?, Bool)] {
      var user = Self.viewer(speech: .off, program: program)
      user.hear { status in
        status.tracks[0].codec = codec
        status.selected = status.tracks
      }
      user.key("KEY_MENU")
      let row = user.interface.menu?.rows.firstIndex(of: .readAloud(isChosen: false))
      #expect((row != nil) == isOffered, "\(codec)")
      guard let row else { continue }
      user.tap(user.layout.menuRow(row, offset: 0).center)
      #expect(user.takeRequests() == [.perform(.setSubtitleProperty(.speech, "on"))])
    }
    var user = Self.viewer()
    user.key("KEY_MENU")
    let row = try #require(
      user.interface.menu?.rows.firstIndex(of: .readAloud(isChosen: true)))
    user.tap(user.layout.menuRow(row, offset: 0).center)
    #expect(user.takeRequests() == [.perform(.setSubtitleProperty(.speech, "off"))])
  }
}
