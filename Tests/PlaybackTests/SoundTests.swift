import Testing
import VitrinePlayback
import VitrineTiming

struct SoundTests {
  @Test("The received sound continues in the format of another device")
  func reformat() {
    var splicer = SoundSplicer(start: .zero, rate: 1000, frameSize: 1)
    splicer.append([1, 2, 3], pts: .zero)
    splicer.append([4], pts: MediaTime(1003, 1000))
    splicer.remove(1)
    splicer.reformat(frameSize: 2) { $0.flatMap { [$0, -$0] } }
    #expect(Array(splicer.ready.prefix(4)) == [2, -2, 3, -3])
    #expect(splicer.total == 1003 && splicer.endTime == MediaTime(1004, 1000))
    splicer.remove(1002)
    #expect(Array(splicer.ready) == [4, -4])
  }

  @Test("A gap becomes silence and an overlap is cut, to the sample")
  func splicing() {
    var splicer = SoundSplicer(start: .zero, rate: 1000, frameSize: 1)
    splicer.append([1, 1], pts: MediaTime(3, 1000))
    #expect(Array(splicer.ready) == [0, 0, 0, 1, 1])
    splicer.append([2], pts: MediaTime(25, 1000))
    #expect(splicer.count == 26 && splicer.ready.last == 2)
    splicer.append([3, 3, 4], pts: MediaTime(6, 1000))
    #expect(splicer.count == 26, "samples already played are not repeated")
  }

  @Test("Timestamps that only drift are not followed")
  func wandering() {
    var splicer = SoundSplicer(start: .zero, rate: 1000, frameSize: 2)
    splicer.append([1, 1], pts: .zero)
    splicer.append([2, 2], pts: MediaTime(9, 1000))
    #expect(Array(splicer.ready) == [1, 1, 2, 2])
    #expect(splicer.endTime == MediaTime(2, 1000))
  }

  @Test("Audio before the start is dropped")
  func early() {
    var splicer = SoundSplicer(start: MediaTime(2, 1000), rate: 1000, frameSize: 1)
    splicer.append([1, 2, 3], pts: .zero)
    #expect(Array(splicer.ready) == [3])
  }

  @Test("A claimed gap of hours is not filled")
  func absurd() {
    var splicer = SoundSplicer(start: .zero, rate: 48000, frameSize: 2)
    splicer.append([1, 1], pts: MediaTime(100_000, 1))
    #expect(splicer.count == 1)
  }

  @Test("Audio that starts a minute late follows a minute of silence, at any read size")
  func late() {
    for step in [1, 333, 1000, 7001] {
      var splicer = SoundSplicer(start: .zero, rate: 1000, frameSize: 1)
      splicer.append([7, 8], pts: MediaTime(60, 1))
      splicer.append([9], pts: MediaTime(60_002, 1000))
      #expect(splicer.total == 60_003 && splicer.count <= 1000)
      #expect(splicer.endTime == MediaTime(60_003, 1000))
      var heard: [Int16] = []
      while heard.count < 60_003, splicer.count > 0 {
        let next = splicer.ready.prefix(step)
        heard += next
        splicer.remove(next.count)
      }
      #expect(heard.count == 60_003 && heard.suffix(3) == [7, 8, 9])
      #expect(heard.dropLast(3).allSatisfy { $0 == 0 })
    }
  }

  @Test("Borrowed time is taken from leading silence, and audio keeps its time")
  func owed() {
    var splicer = SoundSplicer(start: .zero, rate: 1000, frameSize: 2)
    splicer.append([5, 5], pts: MediaTime(90, 1))
    splicer.remove(60_000)
    #expect(splicer.total == 30_001)
    splicer.remove(30_000)
    #expect(Array(splicer.ready) == [5, 5])
  }

  @Test("The timeline maps samples to times across a pause")
  func timeline() {
    var line = SoundTimeline(rate: 1000)
    line.begin(Run(1), at: .zero, from: 100)
    line.setSpeed(0, from: 600)
    line.setSpeed(1, from: 900)
    #expect(line.mediaTime(of: Run(1), at: 350) == MediaTime(250, 1000))
    #expect(line.mediaTime(of: Run(1), at: 700) == MediaTime(500, 1000))
    #expect(line.mediaTime(of: Run(1), at: 1000) == MediaTime(600, 1000))
    #expect(line.sample(of: MediaTime(600, 1000), in: Run(1)) == 1000)
    #expect(line.sample(of: .zero, in: Run(2)) == nil)
  }

  @Test("Later media times have no host time while paused")
  func paused() {
    var line = SoundTimeline(rate: 1000)
    line.begin(Run(1), at: .zero, from: 0)
    line.setSpeed(0, from: 500)
    #expect(line.sample(of: MediaTime(600, 1000), in: Run(1)) == nil)
    #expect(line.sample(of: MediaTime(400, 1000), in: Run(1)) == 400)
  }
}
