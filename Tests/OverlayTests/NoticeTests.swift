import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

/// Text shown on behalf of a remote client.
struct NoticeTests {
  private func at(_ milliseconds: Int64) -> HostTime {
    HostTime(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds)
  }

  private func interface(isBare: Bool, _ size: PixelSize = PixelSize(1920, 1080)) -> Interface {
    var options = InterfaceOptions()
    options.isBare = isBare
    return Interface(
      options, metrics: Metrics(size: size, pixelsPerMillimetre: nil, theme: Theme()), now: at(0))
  }

  private func notice(until time: HostTime) -> Notice {
    Notice(title: "Pair a remote", digits: "123456", detail: "Enter this PIN", until: time)
  }

  private func texts(_ interface: Interface, _ now: HostTime) -> [String] {
    interface.drawings(at: now).compactMap { drawing in
      if case .text(let text) = drawing.shape { text.string } else { nil }
    }
  }

  @Test("A message without a PIN shows its text alone, truncated to fit the card")
  func message() {
    var interface = interface(isBare: true)
    interface.show(Notice("We close at six", title: "", until: at(2000)), at: at(0))
    #expect(texts(interface, at(300)) == ["We close at six"])
    interface.show(Notice("We close at six", title: "Today", until: at(2000)), at: at(0))
    #expect(texts(interface, at(300)) == ["Today", "We close at six"])
    let long = String(repeating: "a\n", count: 10_000)
    interface.show(Notice(long, title: long, until: at(2000)), at: at(0))
    #expect(texts(interface, at(300)).map(\.count) == [100, 400])
  }

  @Test(
    "A severity has its colour and sign, at the start of the reading direction",
    arguments: [("Fire", true), ("المصعد معطّل", false)])
  func severity(words: String, isLeft: Bool) throws {
    for severity in Severity.allCases {
      var interface = interface(isBare: true)
      interface.show(Notice(words, title: "", as: severity, until: at(2000)), at: at(0))
      let drawings = interface.drawings(at: at(300))
      let style = CardStyle(severity.sign, Theme())
      let sign = try #require(
        drawings.first { $0.shape == .sign(severity.sign, style.text, mark: style.background) })
      let text = try #require(drawings.last)
      guard case .text(let drawn) = text.shape, case .box(let fill, _) = drawings[0].shape else {
        Issue.record("\(drawings)")
        continue
      }
      #expect(drawn.color == style.text && fill == style.background)
      #expect(isLeft ? sign.frame.right < text.frame.x : text.frame.right < sign.frame.x)
    }
  }

  @Test("A message that has expired is not shown")
  func late() {
    var interface = interface(isBare: true)
    interface.show(notice(until: at(0)), at: at(0))
    #expect(interface.drawings(at: at(0)).isEmpty && interface.deadline(at(0)) == nil)
  }

  @Test("A message shows until it expires, and then nothing does", arguments: [true, false])
  func comesAndGoes(isBare: Bool) {
    var interface = interface(isBare: isBare)
    interface.show(notice(until: at(2000)), at: at(0))
    #expect(interface.isMoving(at: at(10)))
    #expect(
      texts(interface, at(300)).suffix(3) == [
        "Pair a remote", "123\u{2009}456", "Enter this PIN",
      ])
    #expect(interface.deadline(at(300)) == at(2000))
    _ = interface.timePassed(at(2000))
    #expect(texts(interface, at(2300)).isEmpty)
    #expect(!interface.isMoving(at: at(2300)))
  }

  @Test("A message is removed once it has served its purpose")
  func taken() {
    var interface = interface(isBare: true)
    interface.show(notice(until: at(120_000)), at: at(0))
    interface.show(nil, at: at(1000))
    #expect(texts(interface, at(1300)).isEmpty && interface.deadline(at(1300)) == nil)
  }

  @Test("A display without input shows and requests nothing else")
  func bare() {
    var interface = interface(isBare: true)
    var status = PlaybackStatus()
    (status.phase, status.isPaused) = (.playing, true)
    #expect(interface.receive(status, at: at(0)).isEmpty)
    status.phase = .buffering
    #expect(interface.receive(status, at: at(10)).isEmpty)
    interface.receiveFailure(of: Item(path: "film"), at: at(20))
    for second in 1...200 {
      #expect(interface.timePassed(at(Int64(second) * 1000)).isEmpty)
      #expect(interface.drawings(at: at(Int64(second) * 1000)).isEmpty)
    }
  }

  @Test(
    "A message fits every display",
    arguments: [
      PixelSize(320, 240), PixelSize(800, 480), PixelSize(1080, 1920), PixelSize(3840, 2160),
    ])
  func fits(size: PixelSize) {
    let long = String(repeating: "Leave the building. ", count: 30)
    let notices =
      [notice(until: at(2000))]
      + Severity.allCases.flatMap { severity in
        ["Fire", long].map { Notice($0, title: "Hall 2", as: severity, until: at(2000)) }
      }
    let screen = Rect(size)
    for notice in notices {
      var interface = interface(isBare: true, size)
      interface.show(notice, at: at(0))
      for drawing in interface.drawings(at: at(300)) {
        #expect(drawing.frame.x >= 0 && drawing.frame.right <= screen.width)
        #expect(drawing.frame.y >= 0 && drawing.frame.width > 0)
        #expect(notice.severity == nil || drawing.frame.bottom <= screen.height)
      }
    }
  }
}
