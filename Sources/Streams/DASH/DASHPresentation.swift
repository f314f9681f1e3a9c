package import VitrineAddresses

/// A presentation described by an MPD: ISO/IEC 23009-1.
package struct DASHPresentation: Hashable, Sendable {
  /// In seconds.
  package typealias Seconds = Double

  /// The MPD's address after redirects.
  package let url: RemoteURL
  /// Whether the presentation is live. Segments are added unless `isOver`.
  package var isLive = false
  /// Whether a live presentation was already over when it was opened, so that it plays on demand.
  package internal(set) var isOver = false
  /// Time 0 of a live presentation, in seconds since 1970.
  package var availabilityStart: Seconds = 0
  package var duration: Seconds?
  /// How long segments stay available; unlimited if nil.
  package var window: Seconds?
  /// The suggested distance to the live edge.
  package var delay: Seconds?
  /// How long the MPD of a live presentation stays valid; unlimited if nil.
  package var updatePeriod: Seconds?
  /// When the MPD was written, in seconds since 1970.
  package var published: Seconds?
  package var periods: [DASHPeriod] = []
  /// The clocks of a live presentation; the first one that answers is used.
  package var clocks: [DASHClock] = []

  package init(_ url: RemoteURL) { self.url = url }

  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    package let cause: String
    /// Whether the MPD is valid but cannot be played.
    package let isUnsupported: Bool

    package init(_ cause: String, isUnsupported: Bool = false) {
      self.cause = cause
      self.isUnsupported = isUnsupported
    }

    package var description: String { isUnsupported ? cause : "invalid MPD: \(cause)" }
  }
}

/// A clock for players of a live presentation: ISO/IEC 23009-1, 5.8.4.11.
package enum DASHClock: Hashable, Sendable {
  /// The time when the MPD was written, in seconds since 1970.
  case direct(Double)
  /// A server: the date in the head of its response.
  case head(RemoteURL)
  /// A server: its response is a date in the format of MPDs.
  case text(RemoteURL)
}

/// A section of a presentation with its own encodings.
package struct DASHPeriod: Hashable, Sendable {
  package var start: Double
  package var duration: Double?
  package var sets: [DASHSet] = []

  package init(start: Double, duration: Double?) {
    self.start = start
    self.duration = duration
  }
}

/// Encodings of the same content, one of which plays.
package struct DASHSet: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable { case video, audio, text }

  package var kind: Kind
  package var language: String?
  package var title: String?
  /// Whether it plays by default.
  package var isMain: Bool
  /// Whether it is shown also to viewers who understand the audio.
  package var isForced = false
  /// Whether it is audio that describes the video, for the visually impaired.
  package var describesVideo = false
  /// Whether it is subtitles for the hard of hearing.
  package var describesSound = false
  package var representations: [DASHRepresentation] = []

  package init(kind: Kind, language: String?, title: String?, isMain: Bool) {
    self.kind = kind
    self.language = language
    self.title = title
    self.isMain = isMain
  }
}

/// One encoding.
package struct DASHRepresentation: Hashable, Sendable {
  package var name: String
  package var bandwidth: Int64
  package var width: Int?
  package var height: Int?
  package var codecs: String?
  /// The base of relative addresses.
  package var base: RemoteURL
  package var addressing: DASHAddressing
  /// Units per second, and the timestamp at which the period begins.
  package var timescale: Int64
  package var origin: Int64

  package init(
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
package enum DASHAddressing: Hashable, Sendable {
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
package struct DASHResource: Hashable, Sendable {
  package var address: String?
  package var range: HLSByteRange?

  package init(address: String?, range: HLSByteRange?) {
    self.address = address
    self.range = range
  }
}

/// The durations of segments, in units of the encoding.
package enum DASHPace: Hashable, Sendable {
  case fixed(Int64)
  case timeline(DASHTimeline)
}

/// Segments with different durations. Many encodings may share it.
package struct DASHTimeline: Hashable, Sendable {
  package let runs: [DASHRun]
  /// The end of the last listed segment, in timestamp units; nil if the segments are unlimited, or
  /// none is listed. Computed once, because there may be a hundred thousand runs.
  let end: Double?

  package init(_ runs: [DASHRun]) {
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
package struct DASHRun: Hashable, Sendable {
  /// Nil if the run continues the previous one.
  package var start: Int64?
  package var length: Int64
  /// The number of repetitions. If negative, the segments repeat until the next run or the end of
  /// the period.
  package var again: Int64

  package init(start: Int64?, length: Int64, again: Int64) {
    self.start = start
    self.length = length
    self.again = again
  }
}
