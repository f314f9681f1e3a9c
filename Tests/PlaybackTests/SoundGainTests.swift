import Testing
import VitrinePlayback

struct SoundGainTests {
  private let loud = [Int16](repeating: 10_000, count: 2000)[...]

  @Test("The initial gain leaves the audio unchanged")
  func idle() {
    var gain = SoundGain(rate: 48_000, channels: 2)
    #expect(gain.isIdle)
    #expect(gain.apply(to: [1, -1, .max, .min][...]) == [1, -1, .max, .min])
  }

  @Test("A fade to silence takes 30 ms, equally on both channels, without jumps")
  func ramp() {
    var gain = SoundGain(rate: 10_000, channels: 2)
    gain.set(0)
    let result = gain.apply(to: loud)
    let left = stride(from: 0, to: 2000, by: 2).map { Int(result[$0]) }
    let right = stride(from: 1, to: 2000, by: 2).map { Int(result[$0]) }
    #expect(left == right)
    #expect(zip(left, left.dropFirst()).allSatisfy { 0...34 ~= $0 - $1 })
    #expect((298...302).contains(left.firstIndex(of: 0) ?? 0))
    #expect(!gain.isIdle)
  }

  @Test("A change during a fade continues from the current level to the new one")
  func reversing() {
    var gain = SoundGain(rate: 10_000, channels: 1)
    gain.set(0)
    let down = gain.apply(to: loud.prefix(100))
    gain.set(1)
    let up = gain.apply(to: loud.prefix(200))
    #expect(abs(Int(down[99]) - Int(up[0])) < 70)
    #expect(up[199] == 10_000 && gain.isIdle)
    gain.set(0.5)
    #expect(gain.apply(to: loud).last == 5000)
  }

  @Test("Partial frames and empty buffers do no harm")
  func odd() {
    var gain = SoundGain(rate: 10_000, channels: 2)
    gain.set(0)
    #expect(gain.apply(to: []) == [])
    #expect(gain.apply(to: [100, 100, 100][...]).count == 3)
  }

  @Test("Samples of 32 bits are scaled and clipped")
  func wide() {
    var gain = SoundGain(rate: 1000, channels: 2, isWide: true)
    gain.set(0.5)
    var samples = [Int16](repeating: 0, count: 4 * 100)
    for frame in 0..<100 {
      samples[wide: 4 * frame] = 0x1234_5600
      samples[wide: 4 * frame + 2] = -0x1234_5600
    }
    let half = gain.apply(to: samples[...])
    #expect(half[wide: 396] == 0x091A_2B00 && half[wide: 398] == -0x091A_2B00)
    gain.set(100)
    _ = gain.apply(to: [Int16](repeating: 0, count: 4 * 4000)[...])
    let loud = gain.apply(to: samples[...])
    #expect(loud[wide: 396] == .max && loud[wide: 398] == .min)
  }

  @Test("The gain of an item applies at once, and with the volume")
  func item() {
    var gain = SoundGain(rate: 1000, channels: 1)
    gain.set(item: 0.5)
    #expect(!gain.isIdle)
    #expect(gain.apply(to: [1000, 1000][...]) == [500, 500])
    gain.set(0.5)
    #expect(gain.apply(to: [Int16](repeating: 1000, count: 100)[...]).last == 250)
    gain.set(item: 4)
    #expect(gain.apply(to: [1000, 30_000][...]) == [2000, .max])
    gain.set(item: 1)
    gain.set(1)
    _ = gain.apply(to: [Int16](repeating: 1000, count: 100)[...])
    #expect(gain.isIdle)
  }

  @Test("The level stays if another device is opened")
  func device() {
    var gain = SoundGain(rate: 1000, channels: 2)
    gain.set(0.5)
    _ = gain.apply(to: [Int16](repeating: 1000, count: 200)[...])
    gain.change(channels: 6, isWide: false)
    #expect(
      gain.apply(to: [Int16](repeating: 1000, count: 6)[...]) == Array(repeating: 500, count: 6))
  }

  @Test("Samples that are too loud are clipped and do not crash")
  func tooLoud() {
    var gain = SoundGain(rate: 1000, channels: 1)
    gain.set(2)
    let result = gain.apply(to: [Int16](repeating: 20_000, count: 100)[...])
    #expect(result.last == .max)
    #expect(gain.apply(to: [-20_000][...]) == [.min])
  }
}
