import Foundation
import Synchronization

/// The page flips in the kernel's trace: the vblank number of each and its time in seconds.
struct FlipTrace {
  let flips: [(sequence: Int, time: Double)]

  /// Reads the flips of the CRTC with the index `crtc`, or of all if it is nil. Blocking commits produce events without
  /// a flip; `withBlocking` includes them.
  init(_ file: URL, crtc: Int? = nil, withBlocking: Bool = false) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    flips = text.split(separator: "\n").compactMap { line in
      guard let event = line.firstRange(of: "drm_vblank_event_delivered: "),
        withBlocking || !line.contains("file=0000000000000000"),
        crtc.map({ line.contains("crtc=\($0),") }) ?? true,
        let number = line.firstRange(of: "seq="),
        let sequence = Int(line[number.upperBound...].prefix { $0.isNumber })
      else { return nil }
      let time = line[..<event.lowerBound].split(separator: " ").last?.dropLast()
      return time.flatMap { Double($0) }.map { (sequence, $0) }
    }
  }

  /// Compares each flip with the vblank computed for a frame of time `times[n]`, for one common start: the first vblank
  /// at or after that time minus 0.45 periods. Returns nil on a match, otherwise a description of the mismatch.
  func mismatch(with times: [Double], period: Double) -> String? {
    guard flips.count == times.count else {
      return "\(flips.count) flips for \(times.count) frames"
    }
    var (low, high) = (-Double.infinity, Double.infinity)
    for (index, (flip, time)) in zip(flips, times).enumerated() {
      let start = Double(flip.sequence) * period - time
      low = max(low, start - 0.55 * period)
      // The first picture is shown as soon as it is decoded, so it may be early.
      if index > 0 { high = min(high, start + 0.45 * period) }
      if low > high + 1e-5 { return "frame \(index) of \(time) s is at vblank \(flip.sequence)" }
    }
    return nil
  }

  /// The lengths, in flips, of the runs in which every flip is at the vblank computed from the previous one. The first
  /// picture, which is early, is ignored.
  func runs(interval: Double, period: Double) -> [Int] {
    var (lengths, low, high) = ([0], -Double.infinity, Double.infinity)
    for (index, flip) in flips.dropFirst().enumerated() {
      let start = Double(flip.sequence) * period - Double(index) * interval
      (low, high) = (max(low, start - 0.55 * period), min(high, start + 0.45 * period))
      if low > high + 1e-5 {
        lengths.append(0)
        (low, high) = (start - 0.55 * period, start + 0.45 * period)
      }
      lengths[lengths.count - 1] += 1
    }
    return lengths
  }
}

/// The times of a file's frames, from ffprobe. It decodes the whole file, so the result is cached.
func frameTimes(of path: String) throws -> [Double] {
  if let times = knownFrameTimes.withLock({ $0[path] }) { return times }
  let times = try probedFrameTimes(of: path)
  knownFrameTimes.withLock { $0[path] = times }
  return times
}

private let knownFrameTimes = Mutex<[String: [Double]]>([:])

private func probedFrameTimes(of path: String) throws -> [Double] {
  let result = try Lab.run(
    "ffprobe",
    [
      "-v", "error", "-select_streams", "v:0", "-show_entries",
      "frame=best_effort_timestamp_time", "-of", "csv=p=0", path,
    ])
  return result.output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
}
