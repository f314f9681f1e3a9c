public import VitrineAddresses

/// A presentation described by an MPD: ISO/IEC 23009-1.
public struct DASHPresentation: Hashable, Sendable {
  /// In seconds.
  public typealias Seconds = Double

  /// The MPD's address after redirects.
  public let url: RemoteURL
  /// Whether the presentation is live. Segments are added unless `isOver`.
  public var isLive = false
  /// Whether a live presentation was already over when it was opened, so that it plays on demand.
  public internal(set) var isOver = false
  /// Time 0 of a live presentation, in seconds since 1970.
  public var availabilityStart: Seconds = 0
  public var duration: Seconds?
  /// How long segments stay available; unlimited if nil.
  public var window: Seconds?
  /// The suggested distance to the live edge.
  public var delay: Seconds?
  /// How long the MPD of a live presentation stays valid; unlimited if nil.
  public var updatePeriod: Seconds?
  /// When the MPD was written, in seconds since 1970.
  public var published: Seconds?
  public var periods: [DASHPeriod] = []
  /// The clocks of a live presentation; the first one that answers is used.
  public var clocks: [DASHClock] = []

  public init(_ url: RemoteURL) { self.url = url }

  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    public let cause: String
    /// Whether the MPD is valid but cannot be played.
    public let isUnsupported: Bool

    public init(_ cause: String, isUnsupported: Bool = false) {
      self.cause = cause
      self.isUnsupported = isUnsupported
    }

    public var description: String { isUnsupported ? cause : "invalid MPD: \(cause)" }
  }
}

/// A clock for players of a live presentation: ISO/IEC 23009-1, 5.8.4.11.
public enum DASHClock: Hashable, Sendable {
  /// The time when the MPD was written, in seconds since 1970.
  case direct(Double)
  /// A server: the date in the head of its response.
  case head(RemoteURL)
  /// A server: its response is a date in the format of MPDs.
  case text(RemoteURL)
}

/// A section of a presentation with its own encodings.
public struct DASHPeriod: Hashable, Sendable {
  public var start: Double
  public var duration: Double?
  public var sets: [DASHSet] = []

  public init(start: Double, duration: Double?) {
    self.start = start
    self.duration = duration
  }
}

/// Encodings of the same content, one of which plays.
public struct DASHSet: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case video, audio, text }

  public var kind: Kind
  public var language: String?
  public var title: String?
  /// Whether it plays by default.
  public var isMain: Bool
  /// Whether it is shown also to viewers who understand the audio.
  public var isForced = false
  public var representations: [DASHRepresentation] = []

  public init(kind: Kind, language: String?, title: String?, isMain: Bool) {
    self.kind = kind
    self.language = language
    self.title = title
    self.isMain = isMain
  }
}

/// One encoding.
public struct DASHRepresentation: Hashable, Sendable {
  public var name: String
  public var bandwidth: Int64
  public var width: Int?
  public var height: Int?
  public var codecs: String?
  /// The base of relative addresses.
  public var base: RemoteURL
  public var addressing: DASHAddressing
  /// Units per second, and the timestamp at which the period begins.
  public var timescale: Int64
  public var origin: Int64

  public init(
    name: String, bandwidth: Int64, width: Int?, height: Int?, codecs: String?, base: RemoteURL,
    addressing: DASHAddressing, timescale: Int64, origin: Int64
  ) {
    self.name = name
    self.bandwidth = bandwidth
    self.width = width
    self.height = height
    self.codecs = codecs
    self.base = base
    self.addressing = addressing
    self.timescale = timescale
    self.origin = origin
  }
}

/// How to find the segments of an encoding.
public enum DASHAddressing: Hashable, Sendable {
  /// By a template.
  case template(media: String, initialization: String?, first: Int64, DASHPace)
  /// As a list.
  case list(initialization: DASHResource?, [DASHResource], DASHPace)
  /// In one file with an index. A nil index is at the beginning of the file, if it exists.
  case file(initialization: HLSByteRange?, index: HLSByteRange?)
  /// As one file: subtitles.
  case whole
}

/// An address with an optional byte range.
public struct DASHResource: Hashable, Sendable {
  public var address: String?
  public var range: HLSByteRange?

  public init(address: String?, range: HLSByteRange?) {
    self.address = address
    self.range = range
  }
}

/// The durations of segments, in units of the encoding.
public enum DASHPace: Hashable, Sendable {
  case fixed(Int64)
  case timeline(DASHTimeline)
}

/// Segments with different durations. Many encodings may share it.
public struct DASHTimeline: Hashable, Sendable {
  public let runs: [DASHRun]
  /// The end of the last listed segment, in timestamp units; nil if the segments are unlimited, or
  /// none is listed. Computed once, because there may be a hundred thousand runs.
  let end: Double?

  public init(_ runs: [DASHRun]) {
    self.runs = runs
    guard let last = runs.last, last.again >= 0 else {
      end = nil
      return
    }
    var time = 0.0
    for run in runs {
      time = run.start.map(Double.init) ?? time
      // A run that repeats up to the next one ends there.
      time += Double(run.length) * (Double(max(run.again, 0)) + 1)
    }
    end = time
  }
}

/// Consecutive segments with the same duration.
public struct DASHRun: Hashable, Sendable {
  /// Nil if the run continues the previous one.
  public var start: Int64?
  public var length: Int64
  /// The number of repetitions. If negative, the segments repeat until the next run or the end of
  /// the period.
  public var again: Int64

  public init(start: Int64?, length: Int64, again: Int64) {
    self.start = start
    self.length = length
    self.again = again
  }
}
