import FoundationEssentials
import VitrineDaemon
import VitrineEngine
import VitrineLinux
import VitrineOperations
import VitrinePlayback
import VitrineScanout
import VitrineTiming

/// The file that `--stats` writes. Times are in milliseconds.
struct StatisticsReport: Encodable {
  struct Frames: Encodable {
    let decoded, presented, late, dropped, repeated: Int
  }

  struct Display: Encodable {
    let name, mode, renderMode: String
    let planes: [UInt32]
    let format: String?
    let vblankPeriod: Double?
    let recoveries: Int
  }

  /// The A/V offset, positive if the picture is late.
  struct Offset: Encodable {
    let median, p95Magnitude, p99Magnitude: Double?
  }

  struct Edges: Encodable {
    let count: Int
    let median, largest: Double?
    let transitions, cutTransitions: Int
  }

  /// The lock waits of a real-time thread.
  struct LockWait: Encodable {
    let thread: String
    /// How often it took a lock, with and without waiting.
    let count: Int
    let p9999, most: Double?
  }

  struct SignLanguage: Encodable {
    let presented, dropped, hidden: Int
  }

  let frames: Frames
  /// Nil unless there was a sign-language video.
  let signLanguage: SignLanguage?
  let display: Display?
  let decodePath: String
  let decoder: String?
  /// The time from the start of the process to the end of each step of `StartTimeline`.
  let start: [String: Double]
  let offset: Offset
  /// The boundaries of items, in milliseconds between flips.
  let edges: Edges
  let underruns: Int
  let damagedPackets: Int
  /// Frames left out because the machine is too slow.
  let leftOutFrames: Int
  let peakMemoryKiB: Int
  /// Nil unless measured: see `LockWaits`.
  let lockWaits: [LockWait]?

  init(_ outcome: PlayerOutcome, start: StartTimeline) {
    func milliseconds(_ duration: Duration?) -> Double? {
      duration.map { Double($0.nanoseconds) / 1e6 }
    }
    let seen = outcome.statistics
    frames = Frames(
      decoded: seen.decoded, presented: seen.presented, late: seen.late, dropped: seen.dropped,
      repeated: seen.repeated)
    signLanguage =
      seen.inset == PlaybackStatistics().inset
      ? nil
      : SignLanguage(
        presented: seen.inset.presented, dropped: seen.inset.dropped, hidden: seen.inset.hidden)
    display = outcome.display.map {
      Display(
        name: $0.name, mode: $0.mode, renderMode: $0.renderMode, planes: $0.planes,
        format: $0.format, vblankPeriod: milliseconds(outcome.vblankPeriod),
        recoveries: $0.recoveries)
    }
    (decodePath, decoder) = (outcome.decodePath, outcome.decoder)
    self.start = Dictionary(
      uniqueKeysWithValues: start.durations.map {
        ($0.step.rawValue, Double($0.end.nanoseconds) / 1e6)
      })
    offset = Offset(
      median: milliseconds(seen.offsets.percentile(0.5)),
      p95Magnitude: milliseconds(seen.offsets.magnitudePercentile(0.95)),
      p99Magnitude: milliseconds(seen.offsets.magnitudePercentile(0.99)))
    edges = Edges(
      count: seen.edges.count, median: milliseconds(seen.edges.percentile(0.5)),
      largest: milliseconds(seen.edges.percentile(1)), transitions: seen.transitions,
      cutTransitions: seen.cutTransitions)
    underruns = seen.underruns
    damagedPackets = seen.damaged
    leftOutFrames = seen.leftOut
    peakMemoryKiB = ProcessUsage.peakMemory
    lockWaits =
      LockWaits.isMeasured
      ? LockWaits.figures.map {
        LockWait(
          thread: $0.thread, count: $0.count, p9999: milliseconds($0.p9999),
          most: milliseconds($0.most))
      } : nil
  }

  /// Logs and returns false if the file cannot be written.
  func write(to path: String, log: Log) -> Bool {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      let text = try encoder.encode(self)
      try FileDescriptor(making: path).write([UInt8](text))
      return true
    } catch {
      log.error("\(path): cannot write statistics: \(error)")
      return false
    }
  }
}
