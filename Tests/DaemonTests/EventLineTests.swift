import Testing
import VitrineControl
import VitrineEngine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineTiming

@testable import VitrineDaemon

/// The output of `--commands` for each event, as documented in docs/use/play.md.
@Suite struct EventLineTests {
  private static let item = Item(path: "/films/a \"b\"\n.mp4")
  private static let now = HostTime(nanoseconds: 2_500_000_000)
  private static let flip = HostTime(nanoseconds: 1_250_000_000)
  private static let display = DisplayDescription(
    name: "HDMI-A-1", mode: "1920x1080@60", size: PixelSize(1920, 1080), refresh: 60,
    renderMode: "direct", planes: [], format: nil)
  private static let error = PlaybackError(.source, "no such file", exitStatus: .noInput)

  private static let table: [(PlayerEvent, String)] = [
    (
      .shown(item, MediaTime(3, 2), at: flip),
      #"{"event":"shown","item":"a \"b\"\n.mp4","position":1.5,"time":1.25}"#
    ),
    (.playing(item), #"{"event":"playing","item":"a \"b\"\n.mp4","time":2.5}"#),
    (
      .failed(item, error),
      #"{"error":"no such file","event":"failed","item":"a \"b\"\n.mp4","time":2.5}"#
    ),
    (.ended, #"{"event":"ended","time":2.5}"#),
    (
      .interfaceShown(isVisible: true, at: flip),
      #"{"event":"interface","time":1.25,"visible":true}"#
    ),
    (
      .display(.lit(display, reason: "it is there")),
      #"{"event":"display","mode":"1920x1080@60","name":"HDMI-A-1","time":2.5}"#
    ),
    (.display(.dark(reason: "unplugged")), #"{"dark":"unplugged","event":"display","time":2.5}"#),
    (
      .display(.off(display)),
      #"{"event":"display","mode":"1920x1080@60","name":"HDMI-A-1","power":"off","time":2.5}"#
    ),
    (
      .display(.reasserted(isOn: true)),
      #"{"event":"display","power":"on","reasserted":true,"time":2.5}"#
    ),
    (.power(isOn: false), #"{"event":"display","power":"off","time":2.5}"#),
    (.inputAdded("Remote"), #"{"device":"Remote","event":"input-added","time":2.5}"#),
    (.inputRemoved("Remote"), #"{"device":"Remote","event":"input-removed","time":2.5}"#),
  ]

  @Test("Each event is a line with its fields and its time", arguments: table.indices)
  func lines(_ index: Int) throws {
    let (event, expected) = Self.table[index]
    let line = try #require(JSONValue(event, at: Self.now))
    #expect(String(decoding: line.line, as: UTF8.self) == expected + "\n")
  }

  @Test("Events missing from docs/use/play.md are not written")
  func untold() {
    let events: [PlayerEvent] = [
      .display(.warning("HDR refused")), .soundOpened("hw:0"), .firstPicture(Self.now),
    ]
    for event in events { #expect(JSONValue(event, at: Self.now) == nil) }
  }

  @Test("The status is the socket's, with its time")
  func status() {
    let status = JSONValue(PlaybackStatus())
    let line = status.asEvent("status", Self.now)
    #expect(line["event"]?.text == "status" && line["time"]?.number == 2.5)
    for key in ["phase", "paused", "item", "entry", "position", "duration", "rate", "volume"] {
      #expect(line[key] != nil && line[key] == status[key])
    }
    #expect(line["muted"]?.bool == false && line["power"]?.text == "on")
  }
}
