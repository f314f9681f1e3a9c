import Testing

@testable import VitrinePlayback

@Suite("Speech over the sound of the items")
struct SpokenSoundTests {
  /// Writes frames of this level in blocks of 10 ms.
  private func output(_ sound: inout SpokenSound, _ frames: Int, level: Int16) -> [Int16] {
    var all: [Int16] = []
    while all.count < 2 * frames {
      let block = Array(repeating: level, count: 2 * 480)
      all += sound.isIdle ? block : sound.mixed(into: block[...])
      sound.advance(480)
    }
    return all
  }

  @Test("Items are at a quarter of their volume during speech, and return in a ramp")
  func ducking() {
    var sound = SpokenSound(rate: 48000, channels: 2)
    #expect(output(&sound, 480, level: 8000) == Array(repeating: 8000, count: 960))
    sound.say(Array(repeating: 1000, count: 2 * 4800))
    let spoken = output(&sound, 4800, level: 8000)
    #expect(spoken[0] > 8900 && spoken[2 * 4799] == 3000)
    #expect(zip(spoken, spoken.dropFirst(2)).allSatisfy { abs(Int($0) - Int($1)) < 10 })
    let after = output(&sound, 4800, level: 8000)
    #expect(after[0] < 2100 && after[2 * 4799] == 8000 && sound.isIdle)
  }

  @Test("Speech comes from the front left and right", arguments: [false, true])
  func surround(isWide: Bool) {
    var sound = SpokenSound(rate: 48000, channels: 6, isWide: isWide)
    sound.say(Array(repeating: 1000, count: 2 * 4800))
    let size = isWide ? 12 : 6
    let mixed = sound.mixed(into: Array(repeating: 0, count: 480 * size)[...])
    let frame = Array(mixed.suffix(size))
    #expect(
      frame == (isWide ? [0, 1000, 0, 1000] : [1000, 1000])
        + Array(repeating: 0, count: size - (isWide ? 4 : 2)))
    sound.advance(4800)
    #expect(
      sound.mixed(into: Array(repeating: 0, count: size)[...]) == Array(repeating: 0, count: size))
  }

  @Test("Another text replaces the current one, and an empty one ends it")
  func replacing() {
    var sound = SpokenSound(rate: 48000, channels: 2)
    sound.say(Array(repeating: 1000, count: 2 * 48000))
    _ = output(&sound, 480, level: 0)
    sound.say(Array(repeating: 500, count: 2 * 48000))
    #expect(output(&sound, 480, level: 0).allSatisfy { $0 == 500 })
    sound.say([])
    #expect(output(&sound, 480, level: 0).allSatisfy { $0 == 0 })
    _ = output(&sound, 4800, level: 0)
    #expect(sound.isIdle)
  }

  @Test(
    "The volume changes the speech, which stays audible, and nothing overflows",
    arguments: [(1.0, 30_000), (0.5, 15_000), (0, 9000), (-1, 9000), (4, 30_000)])
  func volume(level: Double, expected: Int16) {
    var sound = SpokenSound(rate: 48000, channels: 2)
    sound.set(volume: level)
    sound.say(Array(repeating: 30_000, count: 2 * 4800))
    #expect(abs(Int(output(&sound, 480, level: 0)[0]) - Int(expected)) <= 1)
    #expect(output(&sound, 480, level: 32_767).allSatisfy { $0 > 0 })
  }
}
