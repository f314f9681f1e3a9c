import Testing
import VitrinePlayback
import VitrineTiming

@testable import VitrineEngine

@Suite("The reader of a run stops")
struct ReadProgressTests {
  /// A packet: its track, its time in milliseconds, and its bytes.
  typealias Read = (kind: TrackInfo.Kind, at: Int64, bytes: Int)

  private func progress(of wanted: [TrackInfo.Kind], _ packets: [Read]) -> ReadProgress {
    var progress = ReadProgress(to: MediaTime(10, 1), of: wanted)
    for packet in packets {
      progress.record(bytes: packet.bytes, of: packet.kind, at: MediaTime(packet.at, 1000))
    }
    return progress
  }

  @Test("a second after the end of the video, which may be stored out of order")
  func allowsReordering() {
    #expect(!progress(of: [.video], [(.video, 11_000, 1)]).isPast)
    #expect(progress(of: [.video], [(.video, 11_001, 1)]).isPast)
  }

  @Test("when every track is beyond the end")
  func awaitsEveryTrack() {
    let early: [Read] = [(.audio, 9_000, 1), (.video, 12_000, 1)]
    #expect(!progress(of: [.video, .audio], early).isPast)
    #expect(progress(of: [.video, .audio], early + [(.audio, 10_001, 1)]).isPast)
  }

  @Test("5 s after the end, for sound that ends early")
  func limitsEarlySound() {
    let sound: [Read] = [(.audio, 3_000, 1), (.video, 12_000, 1)]
    #expect(!progress(of: [.video, .audio], sound + [(.video, 16_999, 1)]).isPast)
    #expect(progress(of: [.video, .audio], sound + [(.video, 17_000, 1)]).isPast)
  }

  @Test("64 MB after the end, for a track without any packets")
  func limitsAbsentSound() {
    let video: Read = (.video, 20_000, 32 << 20)
    #expect(!progress(of: [.video, .audio], [video]).isPast)
    #expect(progress(of: [.video, .audio], [video, video]).isPast)
  }

  @Test("at the end of the source, if the run has no end")
  func neverWithoutEnd() {
    var progress = ReadProgress(to: nil, of: [.video])
    progress.record(bytes: 1, of: .video, at: MediaTime(100, 1))
    progress.record(bytes: 1, of: .audio, at: MediaTime(90, 1))
    #expect(!progress.isPast)
    #expect(progress.readTo == MediaTime(90, 1))
    #expect(progress.furthest == MediaTime(100, 1))
  }
}
