import Foundation

/// The sound that the loopback captured while the edge clips played.
struct HeardSound {
  /// The start of each click, in seconds of the capture.
  let clicks: [Double]
  /// Stretches of more than 5 ms without any sound, between the first and the last sound.
  let silences: [Range<Double>]

  /// Reads a folder of `tools/lab run --record --save`.
  init(_ folder: URL) throws {
    let samples = try Data(contentsOf: folder.appending(path: "sound-1"))
    (clicks, silences) = samples.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      var (clicks, silences, lastClick) = ([Double](), [Range<Double>](), -48000)
      var lastSound: Int?
      for frame in 0..<values.count / 2 {
        let level = abs(Int(values[2 * frame]))
        if level > 16000 {
          if frame - lastClick > 4800 { clicks.append(Double(frame) / 48000) }
          lastClick = frame
        }
        guard level > 100 else { continue }
        if let last = lastSound, frame - last > 240 {
          silences.append(Double(last) / 48000..<Double(frame) / 48000)
        }
        lastSound = frame
      }
      return (clicks, silences)
    }
  }

  /// The silences that no item without sound explains.
  func unexpectedSilences(_ clips: [EdgeClip]) -> [Range<Double>] {
    // Adjacent items without sound form one silence.
    var (expected, silent) = ([Double](), 0.0)
    for clip in clips.drop(while: { !$0.hasSound }) {
      if clip.hasSound {
        if silent > 0 { expected.append(silent) }
        silent = 0
      } else {
        silent += clip.length
      }
    }
    var left = expected[...]
    return silences.filter { silence in
      guard let next = left.first,
        abs(silence.upperBound - silence.lowerBound - next) < 0.06
      else { return true }
      left = left.dropFirst()
      return false
    }
  }
}
