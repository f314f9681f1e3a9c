import Testing
import VitrinePlayback

/// Sound that plays later than it was mixed.
@Suite struct DelayLineTests {
  /// Plays frames by number, in portions of at most `portion` frames.
  private static func play(_ numbers: ClosedRange<Int>, _ line: inout DelayLine, by portion: Int)
    -> [Int]
  {
    var (played, rest) = ([Int](), numbers.flatMap { [Int16($0), Int16(-$0)] }[...])
    while !rest.isEmpty {
      let output = line.output(min(portion, rest.count / 2))
      played += stride(from: output.startIndex, to: output.endIndex, by: 2).map { Int(output[$0]) }
      line.exchange(rest.prefix(output.count))
      rest = rest.dropFirst(output.count)
    }
    return played
  }

  @Test("Every frame plays once, later by the delay", arguments: [1, 2, 3, 7, 100])
  func order(portion: Int) {
    var line = DelayLine(frames: 5, channels: 2)
    #expect(Self.play(1...13, &line, by: portion) == [0, 0, 0, 0, 0] + Array(1...8))
    #expect(line.frames == 5)
  }

  @Test(
    "After a gap, skipped frames are silent and the rest stays in place",
    arguments: [
      // The device missed frames.
      (10, [6, 7, 8, 9, 10]), (12, [8, 9, 10, 0, 0]), (15, [0, 0, 0, 0, 0]), (99, [0, 0, 0, 0, 0]),
      // The device lost frames that it had not played.
      (8, [0, 0, 6, 7, 8]), (5, [0, 0, 0, 0, 0]), (0, [0, 0, 0, 0, 0]),
    ])
  func gap(position: Int, expected: [Int]) {
    var line = DelayLine(frames: 5, channels: 2)
    _ = Self.play(1...10, &line, by: 4)
    line.move(to: Int64(position))
    #expect(Self.play(50...54, &line, by: 2) == expected)
    #expect(Self.play(60...64, &line, by: 5) == Array(50...54))
  }

  @Test("Without a delay there is nothing to keep")
  func none() {
    var line = DelayLine(frames: -3, channels: 2)
    line.move(to: 10)
    #expect(line.frames == 0)
  }
}
