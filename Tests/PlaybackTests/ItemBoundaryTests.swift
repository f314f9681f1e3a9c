import Testing
import VitrinePlayback
import VitrineTiming

/// At 48 kHz and 60 Hz, a vblank interval is 800 samples.
struct ItemBoundaryTests {
  private static let rate = 48_000.0
  private static let period = 800.0
  private static let grain = 80.0

  private func place(
    last: Double, end: Double, sound: Double?, vblank: Double? = 0, period: Double? = period
  ) -> Double {
    Double(
      ItemBoundary(lastPicture: last, pictureEnd: end, soundEnd: sound)
        .place(rate: Self.rate, vblank: vblank, period: period))
  }

  @Test(
    "The next item starts where the audio ends, within the last frame's duration",
    arguments: [
      // A 24 fps film whose last frame is shown at 8000.
      (8000, 10_000, 7000, 8800, "the sound ends before the last picture"),
      (8000, 10_000, 8100, 8800, "less than a vblank after the last picture"),
      (8000, 10_000, 9600, 9600, "while the last picture is on screen"),
      (8000, 10_400, 10_400, 10_400, "together with the picture"),
      (8000, 10_400, 12_000, 10_400, "a little later than the picture: the rest is cut"),
      (8000, 10_400, 15_200, 10_400, "later by no more than the longest tail"),
      // Halfway between two vblanks, where any noise decides.
      (8000, 10_000, 10_000, 9920, "a little before the half"),
      (8000, 10_080, 10_080, 9920, "a little after the half"),
      (8000, 10_000, 20_000, 20_000, "much later: the picture stays up for it"),
      (8000, 8800, 8000, 8800, "a picture a vblank, and shorter sound"),
      (8000, 8800, 9000, 8800, "a picture a vblank, and longer sound"),
      (8000, 8400, 8400, 8800, "a picture that is shorter than a vblank is seen all the same"),
    ] as [(Double, Double, Double, Double, String)])
  func sound(last: Double, end: Double, sound: Double, expected: Double, why: String) {
    #expect(place(last: last, end: end, sound: sound) == expected, "\(why)")
  }

  @Test("Without audio, the next item starts where the last frame's duration ends")
  func silent() {
    #expect(place(last: 8000, end: 10_400, sound: nil) == 10_400)
  }

  @Test("Without vblanks, no transition is moved", arguments: [9600.0, 9601.5, 9677])
  func noGrid(sound: Double) {
    #expect(
      place(last: 8000, end: 10_000, sound: sound, vblank: nil, period: nil) == sound.rounded(.up))
  }

  @Test(
    "First frames fall on tenths of a period, between the last flip and its end",
    arguments: [0.0, 13, 79.5, 400.25, -123])
  func grid(vblank: Double) {
    for last in stride(from: 8000.0, to: 8800, by: 61) {
      for length in [800.0, 801.6, 960, 1600, 1920, 2000] {
        for sound in stride(from: last - 2000, to: last + length + 4800, by: 93) {
          let place = place(last: last, end: last + length, sound: sound, vblank: vblank)
          #expect(place >= last + Self.period - 0.5)
          #expect(place <= last + length + 2, "off the grid by rounding only")
          let tenth = (place - vblank) / Self.grain
          let isOnGrid = abs(tenth - tenth.rounded()) * Self.grain <= 0.5
          #expect(isOnGrid || abs(place - last - Self.period) <= 0.5)
        }
      }
    }
  }

  @Test("Long audio is cut by less than three tenths of a period and delays no transition")
  func tail() {
    for sound in stride(from: 14_801.0, to: 16_000, by: 7) {
      let place = place(last: 8000, end: 10_000, sound: sound)
      #expect(place <= sound + 2 && place > sound - 3 * Self.grain - 0.5)
    }
  }

  /// Seconds, samples per vblank interval, and the error of the reported vblank positions.
  @Test(
    "A thousand transitions last as long as their items, each within one vblank",
    arguments: [
      (5.0, 800.0, 0.0), (7, 800.3, 0), (8, 799.87, 0), (7.0123, 960, 0), (10, 401, 0),
      // Nearly an integer number of vblanks, exactly or with noise: no room before the next one.
      (8, 800, 1), (8, 800.01, 0), (8, 800.0167, 3), (10, 799.9999, 2), (11, 800.005, 1),
    ])
  func drift(seconds: Double, period: Double, noise: Double) {
    let length = seconds * Self.rate
    var (place, owed) = (1234.0, 0.0)
    for number in 1...1000 {
      let edge = ItemBoundary(
        lastPicture: place, pictureEnd: place + length, soundEnd: nil, owed: owed)
      let vblank = 17 + noise * (Double(number * 7919 % 201) / 100 - 1)
      let next = edge.place(rate: Self.rate, vblank: vblank, period: period)
      owed = edge.owed(at: next, rate: Self.rate, period: period)
      // Positions are whole samples.
      #expect(abs(Double(next) - place - length) <= period + 1 + noise)
      place = Double(next)
      #expect(abs(place - 1234 - Double(number) * length) < period * 1.5)
    }
  }

  @Test("Films pass their missing time to the next still, which stays whole vblanks longer")
  func afterFilms() {
    var (place, owed) = (8000.0, 0.0)
    for _ in 1...12 {
      let film = ItemBoundary(
        lastPicture: place + 78_080, pictureEnd: place + 80_070, soundEnd: nil, owed: owed)
      let next = film.place(rate: Self.rate, vblank: 0, period: Self.period)
      owed = film.owed(at: next, rate: Self.rate, period: Self.period)
      place = Double(next)
    }
    #expect(owed == 840 && place == 8000 + 12 * 80_000)
    let still = ItemBoundary(
      lastPicture: place, pictureEnd: place + 80_000, soundEnd: nil, owed: owed)
    let next = still.place(rate: Self.rate, vblank: 0, period: Self.period)
    #expect(Double(next) == place + 80_800)
    #expect(still.owed(at: next, rate: Self.rate, period: Self.period) == 40)
  }

  @Test("The next still repays the debt of an item with audio; moving pictures never do")
  func repaid() {
    let first = ItemBoundary(lastPicture: 8000, pictureEnd: 10_000, soundEnd: 10_000, owed: 30)
    let place = first.place(rate: Self.rate, vblank: 0, period: Self.period)
    #expect(place == 9920)
    let owed = first.owed(at: place, rate: Self.rate, period: Self.period)
    #expect(owed == 110)
    func next(_ length: Double, sound: Double? = nil) -> Int64 {
      ItemBoundary(lastPicture: 9920, pictureEnd: 9920 + length, soundEnd: sound, owed: owed)
        .place(rate: Self.rate, vblank: 0, period: Self.period)
    }
    #expect(next(50_000) == 60_000, "59,920 on the grid, and 110 more")
    #expect(next(2000) == 11_920 && next(50_000, sound: 59_920) == 59_920)
  }

  @Test(
    "No frame stays a vblank too long while the debt is less than one vblank",
    arguments: [800.0, 1600, 1920, 2000, 24_000, 24_160, 48_000, 48_240])
  func whole(length: Double) {
    for owed in stride(from: 0.0, through: 760, by: 40) {
      let edge = ItemBoundary(
        lastPicture: 8000, pictureEnd: 8000 + length, soundEnd: nil, owed: owed)
      let place = Double(edge.place(rate: Self.rate, vblank: 0, period: Self.period))
      #expect(place - 8000 <= (length / Self.period).rounded(.up) * Self.period)
      let left = edge.owed(at: Int64(place), rate: Self.rate, period: Self.period)
      let missing = 8000 + length + owed - place
      #expect(abs(left - missing) < 1, "no time is lost")
    }
  }

  @Test("The next transition does not make up for one that was missed for long")
  func bounded() {
    let edge = ItemBoundary(lastPicture: 8000, pictureEnd: 100_000, soundEnd: nil)
    #expect(edge.owed(at: 90_000, rate: Self.rate, period: Self.period) == 4800)
    #expect(edge.owed(at: 110_000, rate: Self.rate, period: Self.period) == 0)
  }
}
