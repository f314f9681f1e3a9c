import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// The player's state for clients; docs/operate/control.md describes the fields.
extension JSONValue {
  /// Limits the tracks in an answer: a file may contain any number.
  private static let mostTracks = 64

  private init(_ preload: PreloadProgress?) {
    self =
      preload.map { preload in
        .object([
          "wanted": JSONValue(preload.wanted), "done": JSONValue(preload.done),
          "current": short(preload.current),
        ])
      } ?? .null
  }

  private init(_ dimming: Dimming?) {
    self =
      switch dimming {
      case .backlight(let light): fields(by: "backlight", light)
      case .monitor: fields(by: "monitor")
      case .gammaTable: fields(by: "gamma-table")
      case .impossible(let cause): fields(by: nil, error: cause)
      case nil: .null
      }

    func fields(by: String?, _ light: String? = nil, error: String? = nil) -> JSONValue {
      .object([
        "by": JSONValue(by), "backlight": short(light), "error": short(error),
      ])
    }
  }

  private init(_ failure: FailedItem?) {
    self =
      failure.map { failure in
        .object([
          "entry": JSONValue(failure.entry), "item": short(failure.item.name),
          "location": short(failure.item.location), "error": short(failure.error.message),
        ])
      } ?? .null
  }

  private init(_ live: LiveProgress?) {
    self =
      live.map { live in
        .object([
          "latency": seconds(live.latency), "target": seconds(live.target),
          "rate": JSONValue(live.rate), "shifted": .bool(live.isShifted),
          "window": live.window.map { window in
            .object(["from": seconds(window.lowerBound), "to": seconds(window.upperBound)])
          } ?? .null,
        ])
      } ?? .null
  }

  private init(_ renditions: AvailableRenditions?) {
    self =
      renditions.map { renditions in
        .object([
          "offered": .array(renditions.all.prefix(Self.mostTracks).map { encoding($0) }),
          "playing": renditions.playing.map { encoding($0) } ?? .null,
        ])
      } ?? .null

    func encoding(_ variant: VariantPolicy.Variant) -> JSONValue {
      .object([
        "bandwidth": JSONValue(Double(variant.bandwidth)),
        "width": variant.width.map { JSONValue($0) } ?? .null,
        "height": variant.height.map { JSONValue($0) } ?? .null,
      ])
    }
  }

  private init(_ range: DateRange) {
    self = .object([
      "id": short(range.id), "class": short(range.kind), "start": JSONValue(range.start),
      "duration": JSONValue(range.duration),
      "attributes": .object(range.attributes.mapValues { short($0) }),
    ])
  }

  package init(_ status: PlaybackStatus, _ reports: ServiceReports = ServiceReports()) {
    let (seen, zones) = (status.statistics, JSONValue.array(status.zones.map(\.fields)))
    self = .object([
      "phase": .text(status.phase.word), "paused": .bool(status.isPaused),
      "error": JSONValue(status.phase.error), "waiting": JSONValue(status.waiting?.rawValue),
      "throughput": JSONValue(status.throughput.map { $0.rounded() }),
      "warning": short(status.networkError), "preload": JSONValue(status.preload),
      "live": JSONValue(status.live),
      "schedule": reports.schedule.map { JSONValue($0) } ?? .null,
      "override": JSONValue(overrideIn: reports), "content": JSONValue(reports.content),
      "date_ranges": .array(status.dateRanges.map { JSONValue($0) }),
      "failure": JSONValue(status.failure),
      "item": short(status.item?.name), "location": short(status.item?.location),
      "title": short(status.item?.title ?? status.title),
      "description": short(status.item?.description),
      "entry": status.entry.map { JSONValue($0) } ?? .null,
      "position": status.item == nil ? .null : seconds(status.position),
      "duration": status.duration.map { seconds($0) } ?? .null,
      "rate": JSONValue(status.rate), "volume": JSONValue(status.volume),
      "muted": .bool(status.isMuted), "sound": status.sound.fields,
      "zones": zones, "rotation": JSONValue(status.rotation.rawValue),
      "gravity": .text(status.fit.rawValue), "power": .text(status.isDisplayOn ? "on" : "off"),
      "brightness": status.brightness.percent.map { JSONValue($0) } ?? .null,
      "dimming": JSONValue(status.dimming), "display": status.display?.fields ?? .null,
      "playlist": reports.playlist?.fields ?? .null,
      "quality": .text(status.quality.word), "encodings": JSONValue(status.renditions),
      "tracks": tracks(status.tracks), "selected": tracks(status.selected),
      "subtitle_delay": seconds(status.choices.subtitleDelay),
      "subtitle_scale": JSONValue(status.choices.subtitleStyle.scale),
      "sign_language": .bool(status.choices.showsSignLanguage),
      "subtitle_style": JSONValue(status.choices.subtitleStyle),
      "presented": JSONValue(seen.presented), "late": JSONValue(seen.late),
      "dropped": JSONValue(seen.dropped), "repeated": JSONValue(seen.repeated),
      "skipped": JSONValue(seen.leftOut), "underruns": JSONValue(seen.underruns),
      "decode_path": .text(status.decodePath), "decoder": short(status.decoder),
      "decode_effort": .text(status.effort.rawValue),
    ])

    func tracks(_ tracks: [TrackInfo]) -> JSONValue {
      .array(tracks.prefix(Self.mostTracks).map { track($0) })
    }

    func track(_ track: TrackInfo) -> JSONValue {
      .object([
        "kind": .text(track.kind.rawValue), "index": JSONValue(track.index),
        "codec": .text(track.codec), "language": short(track.language),
        "title": short(track.title), "default": .bool(track.isDefault),
        "audience": .text(track.audience.rawValue), "forced": .bool(track.isForced),
      ])
    }
  }

  package init(_ statistics: PlaybackStatistics) {
    self = .object([
      "decoded": JSONValue(statistics.decoded), "presented": JSONValue(statistics.presented),
      "late": JSONValue(statistics.late), "dropped": JSONValue(statistics.dropped),
      "repeated": JSONValue(statistics.repeated), "recoveries": JSONValue(statistics.recoveries),
      "skipped": JSONValue(statistics.leftOut),
      "underruns": JSONValue(statistics.underruns), "damaged": JSONValue(statistics.damaged),
      "offset": .object([
        "median": milliseconds(statistics.offsets.percentile(0.5)),
        "p95_magnitude": milliseconds(statistics.offsets.magnitudePercentile(0.95)),
      ]),
      "edges": .object([
        "count": JSONValue(statistics.edges.count),
        "median": milliseconds(statistics.edges.percentile(0.5)),
        "largest": milliseconds(statistics.edges.percentile(1)),
      ]),
      "transitions": JSONValue(statistics.transitions),
      "transitions_cut": JSONValue(statistics.cutTransitions),
    ])

    func milliseconds(_ duration: Duration?) -> JSONValue {
      JSONValue(duration.map { Double($0.nanoseconds) / 1e6 })
    }
  }

  /// The entries from `first` on, up to about `bytes`, but at least one.
  package init(_ queue: Queue, from first: Int, playing: Queue.Entry.ID?, bytes: Int) {
    var (entries, size): ([JSONValue], Int) = ([], 0)
    for entry in queue.entries.dropFirst(first) {
      let item = entry.item
      size +=
        128 + item.location.utf8.count + item.name.utf8.count
        + (item.title?.utf8.count ?? 0) + (item.description?.utf8.count ?? 0)
      guard size <= bytes || entries.isEmpty else { break }
      entries.append(
        .object([
          "id": JSONValue(entry.id), "item": short(item.name), "location": .text(item.location),
          "title": short(item.title), "description": short(item.description),
          "playing": .bool(entry.id == playing),
        ]))
    }
    self = .object([
      "total": JSONValue(queue.entries.count), "from": JSONValue(first),
      "loop": .text(queue.loop.rawValue), "shuffled": .bool(queue.shuffleSeed != nil),
      "entries": .array(entries),
    ])
  }
}

func short(_ text: String?) -> JSONValue {
  // Counted in scalars, since a character may contain any number of them.
  JSONValue(text.map { String($0.unicodeScalars.prefix(1024)) })
}

/// Rounded to microseconds.
private func seconds(_ time: MediaTime) -> JSONValue {
  JSONValue((time.seconds * 1e6).rounded() / 1e6)
}

extension PlaybackState.Phase {
  /// The name in the protocol.
  package var word: String {
    switch self {
    case .idle: "idle"
    case .opening: "opening"
    case .buffering: "buffering"
    case .playing: "playing"
    case .ended: "ended"
    case .failed: "failed"
    }
  }

  var error: String? {
    guard case .failed(let error) = self else { return nil }
    return error.message
  }
}

/// The content report; docs/operate/control.md describes the fields.
extension JSONValue {
  /// Every property by name.
  fileprivate init(_ style: SubtitleStyle) {
    self = .object(
      Dictionary(
        uniqueKeysWithValues: SubtitleStyle.Property.allCases.map {
          ($0.rawValue.replacing("-", with: "_"), .text(style[$0]))
        }))
  }
}

extension JSONValue {
  init(_ report: ContentReport?) {
    self =
      report.map { report in
        .object([
          "shown": report.shown.map { JSONValue($0) } ?? .null,
          "stick": JSONValue(report.stick.map(bounded)),
          "fetching": report.fetch.map { JSONValue($0) } ?? .null,
          "waiting": .bool(report.isWaiting), "error": JSONValue(report.trouble.map(bounded)),
          "from_peers": JSONValue(Double(report.fromPeers)),
          "written": JSONValue(Double(report.written)), "checked": moment(report.looked),
        ])
      } ?? .null
  }

  private init(_ shown: ContentReport.Shown) {
    self = .object([
      "number": JSONValue(Double(shown.number)), "set": .text(shown.set),
      "files": JSONValue(shown.files), "size": JSONValue(Double(shown.size)),
      "trial": .bool(shown.isOnTrial),
    ])
  }

  private init(_ fetch: ContentReport.Fetch) {
    self = .object(["done": JSONValue(Double(fetch.done)), "of": JSONValue(Double(fetch.all))])
  }
}

/// The schedule and override reports; docs/operate/control.md describes the fields.
extension JSONValue {
  init(_ report: ScheduleReport) {
    self = .object([
      "level": JSONValue(report.level?.text), "reason": .text(report.reason.rawValue),
      "list": .text(bounded(report.list)), "next": JSONValue(report.next.map(bounded)),
      "change": moment(report.change), "scheduled": .bool(report.isScheduled),
      "clock": .bool(report.isClockTrusted), "programme": .bool(report.isProgramme),
    ])
  }

  /// The current override, or null.
  package init(overrideIn reports: ServiceReports) {
    self = reports.override.map { JSONValue($0) } ?? .null
  }

  private init(_ override: ScheduleReport.Override) {
    self = .object([
      "id": .text(override.id), "content": .text(bounded(override.content)),
      "severity": JSONValue(override.severity?.rawValue),
      "end": moment(override.end), "remaining": .number((override.remaining * 10).rounded() / 10),
      "shown": .bool(override.isShown), "persistent": .bool(override.isStored),
      "error": JSONValue(override.trouble.map(bounded)),
    ])
  }
}

/// In UTC.
func moment(_ moment: Moment?) -> JSONValue {
  JSONValue(moment.map { WallClock { _ in 0 }.text($0) })
}

func bounded(_ text: String) -> String { String(text.unicodeScalars.prefix(1024)) }
