/// A presentation as an MPD describes it: ISO/IEC 23009-1. A value.
public struct DASHPresentation: Hashable, Sendable {
  /// In seconds.
  public typealias Seconds = Double

  /// What it is read from after redirects.
  public let url: RemoteURL
  /// Whether it is a live one. Segments are still added unless `isOver`.
  public var isLive = false
  /// Whether a live one was over when it was opened, so that what it lists is a film.
  public internal(set) var isOver = false
  /// When its time 0 was, in seconds since 1970, of a live one.
  public var availabilityStart: Seconds = 0
  public var duration: Seconds?
  /// How long segments stay; nil is for ever.
  public var window: Seconds?
  /// How far from its end one stays, where it says.
  public var delay: Seconds?
  /// How long the MPD of a live one stays as it is; nil is for ever.
  public var updatePeriod: Seconds?
  /// When the MPD was written, in seconds since 1970, where it says.
  public var published: Seconds?
  public var periods: [DASHPeriod] = []
  /// Who tells what time it is, of a live one; the first that answers counts.
  public var clocks: [DASHClock] = []

  public init(_ url: RemoteURL) { self.url = url }

  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    public let cause: String
    /// Whether the MPD is valid, and cannot be played all the same.
    public let isUnsupported: Bool

    public init(_ cause: String, isUnsupported: Bool = false) {
      (self.cause, self.isUnsupported) = (cause, isUnsupported)
    }

    public var description: String { isUnsupported ? cause : "invalid MPD: \(cause)" }
  }
}

/// Who tells what time it is for those who play a live presentation: ISO/IEC 23009-1, 5.8.4.11.
public enum DASHClock: Hashable, Sendable {
  /// What it was when the MPD was written, in seconds since 1970.
  case told(Double)
  /// A server, by the head of its answer.
  case head(RemoteURL)
  /// A server, by its answer: a moment as MPDs write them.
  case text(RemoteURL)
}

/// A stretch of a presentation with encodings of its own.
public struct DASHPeriod: Hashable, Sendable {
  public var start: Double
  public var duration: Double?
  public var sets: [DASHSet] = []

  public init(start: Double, duration: Double?) { (self.start, self.duration) = (start, duration) }
}

/// Encodings of the same, one of which is played.
public struct DASHSet: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case video, audio, text }

  public var kind: Kind
  public var language: String?
  public var title: String?
  /// Whether it plays by default.
  public var isMain: Bool
  /// Whether it is for those who understand the sound, too.
  public var isForced = false
  public var representations: [DASHRepresentation] = []

  public init(kind: Kind, language: String?, title: String?, isMain: Bool) {
    (self.kind, self.language, self.title, self.isMain) = (kind, language, title, isMain)
  }
}

/// One encoding.
public struct DASHRepresentation: Hashable, Sendable {
  public var name: String
  public var bandwidth: Int64
  public var width: Int?
  public var height: Int?
  public var codecs: String?
  /// What relative addresses are relative to.
  public var base: RemoteURL
  public var addressing: DASHAddressing
  /// Units each second, and the unit at which the period begins.
  public var timescale: Int64
  public var origin: Int64

  public init(
    name: String, bandwidth: Int64, width: Int?, height: Int?, codecs: String?, base: RemoteURL,
    addressing: DASHAddressing, timescale: Int64, origin: Int64
  ) {
    (self.name, self.bandwidth, self.width) = (name, bandwidth, width)
    (self.height, self.codecs, self.base) = (height, codecs, base)
    (self.addressing, self.timescale, self.origin) = (addressing, timescale, origin)
  }
}

/// How the segments of an encoding are found.
public enum DASHAddressing: Hashable, Sendable {
  /// By a pattern.
  case template(media: String, initialization: String?, first: Int64, DASHPace)
  /// One by one.
  case list(initialization: DASHResource?, [DASHResource], DASHPace)
  /// All in one file, which has an index; nil is at its beginning, if it has one at all.
  case file(initialization: HLSByteRange?, index: HLSByteRange?)
  /// All as one: subtitles.
  case whole
}

/// An address, and which bytes of what lies there.
public struct DASHResource: Hashable, Sendable {
  public var address: String?
  public var range: HLSByteRange?

  public init(address: String?, range: HLSByteRange?) {
    (self.address, self.range) = (address, range)
  }
}

/// How long segments are, in the units of their encoding.
public enum DASHPace: Hashable, Sendable {
  case fixed(Int64)
  case timeline(DASHTimeline)
}

/// Segments of different lengths. A value, which many encodings may share.
public struct DASHTimeline: Hashable, Sendable {
  public let runs: [DASHRun]
  /// When the last segment ends that it lists, in units of the stamps. Nil where there is no end to
  /// them, or none is listed. Counted once: there may be a hundred thousand runs.
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
      // One that goes on to the next has its end there.
      time += Double(run.length) * (Double(max(run.again, 0)) + 1)
    }
    end = time
  }
}

/// Segments of the same length, one after the other.
public struct DASHRun: Hashable, Sendable {
  /// Nil where it goes on.
  public var start: Int64?
  public var length: Int64
  /// How many more of them; negative: up to the next run, or the end of the period.
  public var again: Int64

  public init(start: Int64?, length: Int64, again: Int64) {
    (self.start, self.length, self.again) = (start, length, again)
  }
}
