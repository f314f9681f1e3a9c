import Foundation

/// The A/V offset as measured from the kernel: flips from its trace, clicks from the loopback's samples. It uses none
/// of the player's own figures.
struct SyncTrace {
  /// In seconds, one per flash with a click near it; positive if the picture is late.
  let offsets: [Double]
  let flashes: Int
  /// Frames per second at which the sound device really played.
  let rate: Double

  /// Reads a folder of `tools/lab run --record --save` in which a clip of `SyncTrace.clip` was played.
  init(_ folder: URL) throws {
    let flips = try FlipTrace(folder.appending(path: "flips.trace")).flips.map(\.time)
    // A flash is a frame followed by a black one a thirtieth of a second later.
    let flashes = zip(flips, flips.dropFirst()).filter { $1 - $0 < 0.2 }.map(\.0)
    var clicks: [Double] = []
    var (number, rate) = (1, 0.0)
    while let samples = try? Data(contentsOf: folder.appending(path: "sound-\(number)")) {
      let log = folder.appending(path: "clock-\(number)")
      let line = Line(try String(contentsOf: log, encoding: .utf8))
      rate = line.slope
      clicks += Self.clicks(in: samples, line)
      number += 1
    }
    self.flashes = flashes.count
    self.rate = rate
    offsets = flashes.compactMap { flash in
      clicks.map { flash - $0 }.min { abs($0) < abs($1) }
    }.filter { abs($0) < 0.4 }
  }

  /// The magnitude that `fraction` of the offsets do not exceed.
  func percentile(_ fraction: Double) -> Double {
    let sizes = offsets.map(abs).sorted()
    guard !sizes.isEmpty else { return .infinity }
    return sizes[min(sizes.count - 1, Int((fraction * Double(sizes.count)).rounded(.up)) - 1)]
  }

  /// The start of each click.
  private static func clicks(in samples: Data, _ line: Line) -> [Double] {
    var (clicks, last) = ([Double](), -48000)
    samples.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      for frame in 0..<values.count / 2 where abs(Int(values[2 * frame])) > 8000 {
        if frame - last > 4800 { clicks.append(line.time(of: frame)) }
        last = frame
      }
    }
    return clicks
  }

  /// The time of each captured frame. The kernel's count lags by up to a tick of 10 ms, so the line is the upper edge
  /// of the pairs. Its slope is the real rate of the clock.
  private struct Line {
    private var pairs: [(time: Double, frames: Double)] = []
    private(set) var slope = 48000.0
    private var offset = 0.0

    init(_ log: String) {
      pairs = log.split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").compactMap { Double($0) }
        return words.count == 2 ? (words[0], words[1]) : nil
      }
      guard pairs.count > 10 else { return }
      let count = Double(pairs.count)
      let meanTime = pairs.map(\.time).reduce(0, +) / count
      let meanFrames = pairs.map(\.frames).reduce(0, +) / count
      let variance = pairs.map { ($0.time - meanTime) * ($0.time - meanTime) }.reduce(0, +)
      let covariance = pairs.map { ($0.time - meanTime) * ($0.frames - meanFrames) }.reduce(0, +)
      slope = covariance / variance
      offset = pairs.map { $0.frames - slope * $0.time }.max() ?? 0
    }

    func time(of frame: Int) -> Double { (Double(frame) - offset) / slope }
  }

  /// A clip with a click at each second and a subtitle for a tenth of a second from then on. The few frames of its video
  /// are far from both.
  static func subtitled(seconds: Int) throws -> String {
    let texts = (1..<seconds).map { second in
      func stamp(_ milliseconds: Int) -> String {
        let rest = milliseconds % 1000
        return "00:00:\(second < 10 ? "0" : "")\(second),\(rest < 100 ? "00" : "")\(rest)"
      }
      return "\(second)\n\(stamp(0)) --> \(stamp(100))\nSubtitle \(second)\n\n"
    }
    let clicks = "if(gt(t,0.5)*lt(mod(t,1),0.002),0.9,0)"
    return try Clips.make(
      "subtitle-clicks-\(seconds).mkv",
      [
        "-f", "lavfi", "-i",
        "color=black:s=640x480:r=10:d=\(seconds),select='eq(mod(n,50),0)+eq(mod(n,50),25)'",
        "-f", "lavfi", "-i", "aevalsrc='\(clicks)|\(clicks)':s=48000:d=\(seconds)", "-f", "srt",
        "-i",
        "INPUT", "-map", "0", "-map", "1", "-map", "2", "-vsync", "vfr", "-c:v", "libx264",
        "-pix_fmt", "yuv420p", "-c:a", "pcm_s16le", "-c:s", "srt", "-disposition:s:0",
        "default+forced",
      ], input: Data(texts.joined().utf8))
  }

  /// A clip with a white flash and a click at each second and no other frames except a black one after each flash, so
  /// that the kernel's trace alone identifies each flip. It starts without a flash, because the first picture is shown
  /// early.
  static func clip(seconds: Int) throws -> String {
    try Clips.make(
      "flashes-\(seconds).mkv",
      [
        "-f", "lavfi", "-i",
        "color=black:s=64x48:r=30:d=\(seconds),geq=lum='if(mod(N,30),16,if(N,235,16))':cb=128:cr=128,select='lt(mod(n,30),2)'",
        "-f", "lavfi", "-i",
        "aevalsrc='if(gt(t,0.5)*lt(mod(t,1),0.002),0.9,0)|if(gt(t,0.5)*lt(mod(t,1),0.002),0.9,0)':s=48000:d=\(seconds)",
        "-vsync", "vfr", "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-c:a",
        "pcm_s16le",
      ])
  }
}
