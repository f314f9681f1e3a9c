import Testing
import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineWeb

@testable import VitrineDaemon

@Suite("The messages of the log")
struct LogMessageTests {
  private static let item = Item(path: "/srv/a.mp4")

  @Test(
    "An event becomes a message with its kind, item and output",
    arguments: [
      (.playing(item), .itemPlaying, "a.mp4: playing"),
      (
        .stalled(item, "no data"), .playbackStalled,
        "a.mp4: no data; playback resumes automatically"
      ),
      (.soundUnavailable("busy"), .soundUnavailable, "no sound: busy; the video plays without it"),
      (.soundOff, .soundOff, "sound: none"),
      (.companionOpened(language: "en", "hw:1"), .companionOpened, "sound in en: hw:1"),
      (
        .companionUnavailable(language: "en", "busy"), .companionUnavailable,
        "no sound in en: busy; the rest plays without it"
      ),
      (
        .soundDecoded(.dts, .loudness), .soundDecoded,
        "sound: DTS is decoded: audio.loudness changes it; set audio.loudness or audio.passthrough to off"
      ),
      (
        .display(.dark(reason: "unplugged")), .displayLost,
        "no picture: unplugged; waiting for the display"
      ),
      (.display(.warning("no HDR")), .displayDegraded, "no HDR"),
      (.power(isOn: false), .displayPower, "display: turned off"),
    ] as [(PlayerEvent, MessageKind, String)])
  func events(event: PlayerEvent, kind: MessageKind, text: String) {
    let isAboutItem = text.hasPrefix("a.mp4")
    let item = isAboutItem ? Self.item.location : nil
    #expect(LogMessage(event, of: nil) == LogMessage(kind, text, item: item))
    #expect(
      LogMessage(event, of: "DP-1")
        == LogMessage(kind, "DP-1: \(text)", item: item, output: "DP-1"))
  }

  @Test("Events that do not matter to the operator are not logged")
  func ignored() { #expect(LogMessage(.visitorLeft, of: nil) == nil) }

  @Test("The events of the control interfaces have kinds of their severity")
  func control() {
    let peer = SocketPeer(process: 1, user: 2, group: 3)
    let control: [ControlEvent] = [
      .listening(path: "/s"), .listeningMPV(path: "/s"), .connected(peer),
      .rejected(peer, Refusal("no")), .suppressed(3), .failed("x"),
    ]
    for event in control { #expect(event.isWarning == (event.kind.severity == .warning)) }
    let web: [WebEvent] = [
      .listening(address: "a", isEncrypted: true), .changed(by: "a", what: "b", isDone: true),
      .refused(address: "a", why: "b"), .paired(name: "a", address: "b"), .failed("x"),
    ]
    for event in web { #expect(event.isWarning == (event.kind.severity == .warning)) }
  }
}
