import Foundation
import Synchronization

/// The page flips that the kernel traced: each one's vblank number and time in seconds.
struct FlipTrace {
  let flips: [(sequence: Int, time: Double)]

  /// `crtc` is an index; nil takes the flips of all. Blocking commits have events of their own,
  /// which belong to no flip: they count with `withBlocking`.
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

  /// Whether flip n is at the vblank that arithmetic says for a frame of time `times[n]`, for
  /// all of them and one common start: the first vblank at or after its time less 0.45 periods.
  /// Answers nil when it is, else what is wrong.
  func mismatch(with times: [Double], period: Double) -> String? {
    guard flips.count == times.count else {
      return "\(flips.count) flips for \(times.count) frames"
    }
    var (low, high) = (-Double.infinity, Double.infinity)
    for (index, (flip, time)) in zip(flips, times).enumerated() {
      let start = Double(flip.sequence) * period - time
      low = max(low, start - 0.55 * period)
      // The very first picture may be up before its time: it is shown as soon as it is there.
      if index > 0 { high = min(high, start + 0.45 * period) }
      if low > high + 1e-5 { return "frame \(index) of \(time) s is at vblank \(flip.sequence)" }
    }
    return nil
  }

  /// The lengths, in flips, of the stretches in which every flip is at the vblank that arithmetic
  /// says for the frame after that of the flip before it; the very first picture, which comes early, is
  /// left out.
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

/// What ffprobe says of a file's frames; it decodes them all, and is asked once for each file.
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
