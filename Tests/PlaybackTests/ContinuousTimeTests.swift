import Testing
import VitrinePlayback
import VitrineTiming

/// Placement of packets with timestamp discontinuities. Times are in milliseconds.
@Suite("Continuous timestamps")
struct ContinuousTimeTests {
  /// A packet of track 0 (video), 1 (audio) or 2 (subtitles).
  private struct Packet {
    var track: Int
    var decoding: Int64
    var delay: Int64 = 0
    var length: Int64

    var stamp: PacketTimestamps {
      PacketTimestamps(
        stream: track, isSteady: track != 2, decoding: MediaTime(decoding, 1000),
        presentation: MediaTime(decoding + delay, 1000), duration: MediaTime(length, 1000))
    }
  }

  private func pictures(_ times: some Sequence<Int64>, delay: Int64 = 80) -> [Packet] {
    times.map { Packet(track: 0, decoding: $0, delay: delay, length: 40) }
  }

  private func sound(_ times: some Sequence<Int64>) -> [Packet] {
    times.map { Packet(track: 1, decoding: $0, length: 20) }
  }

  /// In file order: by decoding time, with video 200 ms early.
  private func interleaved(_ pictures: [Packet], _ sound: [Packet]) -> [Packet] {
    (pictures + sound).sorted {
      ($0.decoding - ($0.track == 0 ? 200 : 0), $0.track) < (
        $1.decoding - ($1.track == 0 ? 200 : 0), $1.track
      )
    }
  }

  /// One second of both tracks from `start`.
  private func second(from start: Int64) -> [Packet] {
    interleaved(
      pictures(stride(from: start, to: start + 1000, by: 40)),
      sound(stride(from: start + 80, to: start + 1080, by: 20)))
  }

  /// The new times of a track's packets, in milliseconds, in output order.
  private func places(
    _ packets: [Packet], track: Int, _ first: ContinuousTime<Packet>? = nil,
    period: MediaTime? = nil
  ) -> [Int64] {
    var time = first ?? ContinuousTime(period: period)
    var out: [(payload: Packet, offset: MediaTime)] = []
    for packet in packets { out += time.push(packet, packet.stamp) }
    out += time.flush()
    #expect(out.count == packets.count)
    return out.filter { $0.payload.track == track }.map {
      $0.payload.decoding + Int64(($0.offset.seconds * 1000).rounded())
    }
  }

  /// The presentation times of video packets, in output order.
  private func presented(_ packets: [Packet]) -> [Int64] {
    zip(places(packets, track: 0), packets.filter { $0.track == 0 }).map { $0 + $1.delay }
  }

  private func even(_ count: Int, by step: Int64, from start: Int64 = 0) -> [Int64] {
    (0..<count).map { start + Int64($0) * step }
  }

  @Test(
    "Packets after a discontinuity continue where the longest track ended",
    arguments: [1_000_000, 5000, 4000, 400, 0, -1, -90_000_000] as [Int64])
  func jumps(to place: Int64) {
    let packets = second(from: 0) + second(from: place)
    #expect(places(packets, track: 0) == even(50, by: 40))
    #expect(places(packets, track: 1) == even(100, by: 20, from: 80))
  }

  @Test("Discontinuities may follow each other, half a second apart")
  func often() {
    let starts: [Int64] = [7000, 90_000, 0, 0, 55_000, 54_000]
    let packets = starts.flatMap { second(from: $0) }
    #expect(places(packets, track: 0) == even(150, by: 40, from: 7000))
    #expect(places(packets, track: 1) == even(300, by: 20, from: 7080))
  }

  @Test("A gap of up to two seconds is part of the recording and stays")
  func gap() {
    let packets = second(from: 0) + second(from: 2500)
    #expect(places(packets, track: 0) == even(25, by: 40) + even(25, by: 40, from: 2500))
    #expect(places(packets, track: 1) == even(50, by: 20, from: 80) + even(50, by: 20, from: 2580))
  }

  @Test("Outside broadcasts, a gap of an hour stays and a longer one is closed")
  func longGaps() {
    for (gap, place) in [(Int64(3_500_000), Int64(3_501_000)), (-9000, -8000), (3_700_000, 1000)] {
      let packets = second(from: 0) + second(from: 1000 + gap)
      let time = ContinuousTime<Packet>(limits: .file)
      #expect(places(packets, track: 0, time)[25] == place, "\(gap)")
    }
  }

  @Test("Sparse video frames do not count as a discontinuity while the audio continues")
  func rare() {
    let packets = interleaved(
      pictures([0, 6000, 12_000], delay: 0), sound(stride(from: 0, to: 14_000, by: 20)))
    #expect(places(packets, track: 0) == [0, 6000, 12_000])
    #expect(places(packets, track: 1) == even(700, by: 20))
  }

  @Test("The track that ended later sets the offset, so nothing is cut")
  func longerSound() {
    let packets =
      interleaved(
        pictures(stride(from: 0, to: 1000, by: 40)), sound(stride(from: 0, to: 1800, by: 20)))
      + second(from: 500_000)
    #expect(places(packets, track: 0).suffix(25).first == 1720)
    #expect(places(packets, track: 1).suffix(50).first == 1800)
  }

  @Test("If one track jumps first, the rest of the other keeps its time")
  func oneFirst() {
    let (old, new) = (second(from: 0), second(from: 30_000))
    let (oldSound, newSound) = (old.filter { $0.track == 1 }, new.filter { $0.track == 1 })
    let (oldPictures, newPictures) = (old.filter { $0.track == 0 }, new.filter { $0.track == 0 })
    // The last ten audio packets are behind the first ten video packets that follow.
    var packets = interleaved(oldPictures, Array(oldSound.dropLast(10)))
    packets += newPictures.prefix(10)
    packets += oldSound.suffix(10)
    packets += newSound
    packets += newPictures.dropFirst(10)
    #expect(places(packets, track: 0) == even(50, by: 40))
    #expect(places(packets, track: 1) == even(100, by: 20, from: 80))
  }

  @Test("Timestamps that restart at 0 continue, track by track")
  func wrap() {
    let period = MediaTime(100, 1)
    let packets = second(from: 99_500).map { packet in
      var packet = packet
      packet.decoding %= 100_000
      return packet
    }
    #expect(places(packets, track: 0, period: period) == even(25, by: 40, from: 99_500))
    #expect(places(packets, track: 1, period: period) == even(50, by: 20, from: 99_580))
  }

  @Test("A single wrong timestamp moves no other packet")
  func stray() {
    var packets = second(from: 0)
    packets[30].decoding += 77_000_000
    let moved = packets[30].track
    #expect(places(packets, track: 1 - moved).count == (moved == 0 ? 50 : 25))
    let expected = moved == 0 ? even(25, by: 40) : even(50, by: 20, from: 80)
    #expect(places(packets, track: moved) == expected)
  }

  @Test(
    "A decoding time that does not match its frame moves nothing, at the start or later",
    arguments: [0, 12], [-90_000_000, 22_000])
  func wrongDecoding(index: Int, error: Int64) {
    var packets = second(from: 0)
    let place = packets.indices.filter { packets[$0].track == 0 }[index]
    packets[place].decoding += error
    packets[place].delay -= error
    #expect(presented(packets) == even(25, by: 40, from: 80))
    #expect(places(packets, track: 1) == even(50, by: 20, from: 80))
  }

  @Test("A presentation time that does not fit is moved next to the others")
  func wrongPresentation() {
    var packets = second(from: 0)
    let place = packets.indices.filter { packets[$0].track == 0 }[12]
    packets[place].delay = -80_000_000
    var shown = presented(packets)
    #expect(abs(shown[12] - (12 * 40 + 80)) <= 200, "\(shown)")
    shown[12] = 12 * 40 + 80
    #expect(shown == even(25, by: 40, from: 80))
  }

  @Test("An ended track causes no wait, and a late track is not missed")
  func alone() {
    let first = interleaved(pictures(stride(from: 0, to: 1000, by: 40)), [])
    let packets =
      first + second(from: 60_000) + interleaved(pictures(stride(from: 0, to: 9000, by: 40)), [])
      + pictures(stride(from: 70_000, to: 71_000, by: 40))
    #expect(places(packets, track: 0).count == 25 + 25 + 225 + 25)
    let steps = zip(places(packets, track: 0), places(packets, track: 0).dropFirst()).map {
      $1 - $0
    }
    #expect(steps.allSatisfy { $0 >= 40 && $0 <= 200 }, "\(steps.filter { $0 != 40 })")
  }

  @Test("After a byte seek, the first packets are placed at the seek target")
  func landing() {
    let first = ContinuousTime<Packet>(beginningAt: MediaTime(33, 1), tracks: [0, 1])
    let packets = second(from: 7_000_000)
    #expect(places(packets, track: 0, first) == even(25, by: 40, from: 32_920))
    #expect(places(packets, track: 1, first) == even(50, by: 20, from: 33_000))
  }

  @Test("Subtitles follow the packets read with them and cause no discontinuity")
  func subtitles() {
    let text = [Packet(track: 2, decoding: 500, length: 2000)]
    let other = [Packet(track: 2, decoding: 800_500, length: 2000)]
    let packets = second(from: 0) + text + second(from: 800_000) + other
    #expect(places(packets, track: 2) == [500, 1500])
    #expect(places(packets, track: 0) == even(50, by: 40))
  }

  @Test("Every packet is returned in its track's order, for any file")
  func anything() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let wild: [Int64] = [
        0, 5, .max / 1_000_000, .min / 1_000_000, -900, 1 << 40, 95_443_717, 1_000_000,
      ]
      let packets = (0..<300).map { number in
        Packet(
          track: Int.random(in: 0...2, using: &dice),
          decoding: wild.randomElement(using: &dice).map { $0 + Int64(number) } ?? 0,
          delay: Int64.random(in: -9_000_000...9_000_000, using: &dice), length: 40)
      }
      for track in 0...2 {
        let count = packets.count { $0.track == track }
        #expect(places(packets, track: track, period: MediaTime(95_443, 1)).count == count)
      }
    }
  }
}
