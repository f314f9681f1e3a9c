import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine

@Suite("The status that a session publishes")
struct SessionSnapshotTests {
  private typealias OpenItem = SessionSnapshot.OpenItem

  /// An item of a minute, whose source starts at 100 s.
  private static func item(readTo seconds: Int64?) -> OpenItem {
    var item = OpenItem()
    item.summary = MediaSummary(title: "film", duration: MediaTime(60, 1))
    item.origin = MediaTime(100, 1)
    item.readTo = seconds.map { MediaTime($0, 1) }
    return item
  }

  private static func arrival(ahead seconds: Int64) -> Arrival {
    Arrival(
      lead: .init(time: MediaTime(seconds, 1), bytes: 0, isFull: false), isAwaited: false)
  }

  @Test(
    "The buffered range extends to the last data read or downloaded, within the item",
    arguments: [
      // Read to, downloaded ahead, position, and the end of the range.
      (nil, nil, 10, nil), (nil, 20, 10, nil), (130, nil, 10, 30), (130, 5, 10, 30),
      (130, 40, 10, 50), (105, nil, 10, 10), (190, nil, 10, 60), (130, 90, 10, 60),
      (130, nil, 70, 70),
    ] as [(Int64?, Int64?, Int64, Int64?)])
  func buffered(readTo: Int64?, ahead: Int64?, position: Int64, end: Int64?) {
    var item = Self.item(readTo: readTo)
    item.arrival = ahead.map(Self.arrival)
    let start = MediaTime(position, 1)
    #expect(item.buffered(from: start) == end.map { start...MediaTime($0, 1) })
  }

  @Test("An item of unknown duration may be endless, unless it is a still picture or a card")
  func endless() {
    let table: [(hasDuration: Bool, isStill: Bool, isCard: Bool, isEndless: Bool)] = [
      (false, false, false, true), (false, true, false, false), (false, false, true, false),
      (true, false, false, false), (true, false, true, false),
    ]
    for row in table {
      var item = OpenItem()
      #expect(!item.isEndless && item.duration == nil, "it is not opened")
      item.summary = MediaSummary(
        duration: row.hasDuration ? MediaTime(60, 1) : nil, isStill: row.isStill)
      item.isCard = row.isCard
      #expect(item.isEndless == row.isEndless, "\(row)")
      #expect((item.duration != nil) == (row.hasDuration && !row.isCard), "\(row)")
    }
  }

  @Test("The video size is the decoded one, before that the container's, and nil without video")
  func videoSize() {
    let (container, decoded) = (PixelSize(720, 576), PixelSize(1024, 576))
    let (video, audio) = (
      TrackInfo(kind: .video, index: 0, codec: "h264"),
      TrackInfo(kind: .audio, index: 1, codec: "aac")
    )
    let table: [(tracks: [TrackInfo], selected: [TrackInfo], decoded: PixelSize?, PixelSize?)] = [
      ([video, audio], [video, audio], nil, container),
      ([video, audio], [video], decoded, decoded), ([video, audio], [audio], decoded, nil),
      // A generated picture has no tracks.
      ([], [], nil, container),
    ]
    for row in table {
      var item = OpenItem()
      item.summary = MediaSummary()
      item.summary?.videoSize = container
      (item.tracks, item.selected, item.decodedSize) = (row.tracks, row.selected, row.decoded)
      #expect(item.videoSize == row.3, "\(row)")
    }
    #expect(OpenItem().videoSize == nil)
  }

  @Test("The status combines the session, its display and the open item")
  func status() {
    let state = PlaybackState(queue: Queue([Item(path: "/films/evening.mp4")]))
    var snapshot = SessionSnapshot(
      state: state, time: HostTime(nanoseconds: 5), position: MediaTime(10, 1))
    snapshot.isMoving = true
    snapshot.underruns = 3
    let closed = PlaybackStatus(snapshot)
    #expect(closed.title == nil && closed.buffered.isEmpty && closed.duration == nil)
    #expect(closed.position == MediaTime(10, 1) && closed.time == HostTime(nanoseconds: 5))
    #expect(closed.isMoving && closed.statistics.underruns == 3)
    var item = Self.item(readTo: 130)
    item.arrival = Self.arrival(ahead: 5)
    item.arrival?.networkError = "timeout"
    snapshot.item = item
    let open = PlaybackStatus(snapshot)
    #expect(open.title == "film" && open.duration == MediaTime(60, 1) && !open.isEndless)
    #expect(open.buffered == [MediaTime(10, 1)...MediaTime(30, 1)])
    #expect(open.networkError == "timeout")
  }
}
