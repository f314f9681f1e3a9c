import VitrineControl
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

extension MetricsText {
  /// The metrics of all players and of the machine. File names are never labels, because their
  /// number is unbounded.
  init(isOpen: Bool, of site: Site) {
    self.init(isOpen: isOpen)
    let statuses = site.outputs.map { (output: $0, status: $0.controlled.status) }
    let version = site.outputs.first?.controlled.version ?? ""
    add("build_info", .gauge, "The running version of the program.", [([("version", version)], 1)])
    let players = statuses.map { (labels: [("output", $0.output.name)], status: $0.status) }
    for figure in Self.counters {
      add(
        figure.name, .counter, figure.help,
        players.map { ($0.labels, Double(figure.value($0.status.statistics))) })
    }
    addEdges(players)
    addState(players)
    add(
      "queue_entries", .gauge, "Entries in the queue.",
      statuses.map {
        ([("output", $0.output.name)], Double($0.output.controlled.queue.entries.count))
      })
    let health = site.health()
    addPictures(health.outputs)
    addContent(site.outputs.lazy.compactMap { $0.controlled.reports.content }.first)
    addMachine(health)
    end()
  }

  private typealias Player = (labels: Labels, status: PlaybackStatus)

  private struct Counter {
    let name: String
    let help: String
    let value: @Sendable (PlaybackStatistics) -> Int
  }

  private static let counters = [
    Counter(name: "frames_decoded", help: "Frames decoded.") { $0.decoded },
    Counter(name: "frames_presented", help: "Frames shown.") { $0.presented },
    Counter(name: "frames_late", help: "Frames shown after the vblank they were due at.") {
      $0.late
    },
    Counter(name: "frames_dropped", help: "Decoded frames that were never shown.") {
      $0.dropped
    },
    Counter(
      name: "frames_skipped", help: "Frames skipped because the machine is too slow for the video."
    ) {
      $0.leftOut
    },
    Counter(
      name: "vblanks_repeated", help: "Vblanks at which a frame stayed although the next was due."
    ) {
      $0.repeated
    },
    Counter(name: "transitions", help: "Transitions between items.") { $0.transitions },
    Counter(
      name: "transitions_cut", help: "Items shown without their transition."
    ) { $0.cutTransitions },
    Counter(
      name: "sign_language_hidden",
      help: "Sign-language videos hidden because composing them delayed the video."
    ) { $0.inset.hidden },
    Counter(name: "display_recoveries", help: "Display commits that had to be retried.") {
      $0.recoveries
    },
    Counter(name: "sound_underruns", help: "Audio underruns.") { $0.underruns },
    Counter(name: "packets_damaged", help: "Packets that a decoder rejected.") { $0.damaged },
  ]

  /// In seconds. Gaps above the last bound are counted at half a second.
  private static let bounds: [Double] = [0.017, 0.025, 0.034, 0.05, 0.1, 0.2, 0.4]

  private mutating func addEdges(_ players: [Player]) {
    begin(
      "edge_gap_seconds", .histogram, "Time from an item's last page flip to the first of the next."
    )
    for player in players {
      let edges = player.status.statistics.edges
      for bound in Self.bounds {
        let count = edges.count(upTo: .nanoseconds(Int64(saturating: bound * 1e9)))
        line("edge_gap_seconds_bucket", player.labels + [("le", "\(bound)")], Double(count))
      }
      line("edge_gap_seconds_bucket", player.labels + [("le", "+Inf")], Double(edges.count))
      line("edge_gap_seconds_sum", player.labels, Double(edges.sum.nanoseconds) / 1e9)
      line("edge_gap_seconds_count", player.labels, Double(edges.count))
    }
  }

  private mutating func addState(_ players: [Player]) {
    add(
      "phase", .gauge, "The playback phase: 1 for the current one, 0 for the others.",
      players.flatMap { player in
        ["idle", "opening", "buffering", "playing", "ended", "failed"].map { phase in
          (player.labels + [("phase", phase)], player.status.phase.word == phase ? 1 : 0)
        }
      })
    func gauge(_ name: String, _ help: String, _ value: (PlaybackStatus) -> Double?) {
      add(name, .gauge, help, players.map { ($0.labels, value($0.status)) })
    }
    gauge("paused", "Whether playback is paused.") { $0.isPaused ? 1 : 0 }
    gauge("display_on", "Whether the display should be on.") { $0.isDisplayOn ? 1 : 0 }
    gauge("display_brightness_ratio", "Requested brightness of the display, 0 to 1.") {
      $0.wantedBrightness
    }
    gauge("sound_offset_seconds", "Median A/V offset; positive if pictures are late.") {
      $0.statistics.offsets.percentile(0.5).map { Double($0.nanoseconds) / 1e9 }
    }
    gauge("buffered_seconds", "Media buffered ahead of the position.") { status in
      status.item == nil
        ? nil
        : status.buffered.first { $0.contains(status.position) }
          .map { ($0.upperBound - status.position).seconds } ?? 0
    }
    gauge("live_latency_seconds", "Latency of a live stream.") {
      $0.live.map { $0.latency.seconds }
    }
    gauge("throughput_bytes_per_second", "Recent network throughput.") {
      $0.throughput.map { $0 / 8 }
    }
    add(
      "decoder_info", .gauge, "How video is decoded, in the label path.",
      players.map { ($0.labels + [("path", $0.status.decodePath)], 1) })
  }

  /// The content updates of a service; a machine has one content store.
  private mutating func addContent(_ report: ContentReport?) {
    func gauge(_ name: String, _ help: String, _ value: Double?) {
      add("content_\(name)", .gauge, help, [([], value)])
    }
    func number(_ number: Int64?) -> Double? { number.map { Double($0) } }
    let (shown, fetch) = (report?.shown, report?.fetch)
    gauge("number", "Number of the release on screen.", number(shown?.number))
    gauge("files", "Files in the release on screen.", shown.map { Double($0.files) })
    gauge("size_bytes", "Size of the release on screen.", number(shown?.size))
    gauge(
      "on_trial", "Whether the release on screen is on trial.",
      shown.map { $0.isOnTrial ? 1 : 0 })
    gauge("fetched_bytes", "Downloaded bytes of the release being downloaded.", number(fetch?.done))
    gauge("fetch_size_bytes", "Total bytes of the release being downloaded.", number(fetch?.all))
    gauge(
      "error", "Whether an update cannot be downloaded or shown.",
      report.map { $0.trouble == nil ? 0 : 1 })
    gauge(
      "last_check_timestamp_seconds", "Time of the last check for updates.",
      number(report?.looked?.second))
    add(
      "content_written_bytes", .counter, "Bytes of content files written, across restarts.",
      [([], number(report?.written))])
  }

  private mutating func addPictures(_ outputs: [Health.Output]) {
    add(
      "picture_shown", .gauge, "Whether a picture is on the display.",
      outputs.map { output in
        ([("output", output.name)], output.picture.map { $0.missing == nil ? 1 : 0 })
      })
    add(
      "failed_items", .gauge, "Items that could not be played when they were last due.",
      outputs.map { ([("output", $0.name)], Double($0.failedItems.count)) })
  }

  private mutating func addMachine(_ health: Health) {
    func gauge(_ name: String, _ help: String, _ value: Double?) {
      add(name, .gauge, help, [([], value)])
    }
    func flag(_ flag: Bool?) -> Double? { flag.map { $0 ? 1 : 0 } }
    gauge(
      "ready", "Whether all players are ready: pictures reach their displays.",
      health.isReady ? 1 : 0)
    gauge(
      "temperature_celsius", "Highest temperature that the kernel reports.",
      health.machine.temperature)
    gauge(
      "under_voltage", "Whether the supply voltage is too low.", flag(health.machine.isUnderVoltage)
    )
    gauge(
      "easing", "Measures that spare a hot machine: 1 for decoding, 2 also for brightness.",
      Double(health.machine.easing.rawValue))
    gauge("throttled", "Whether the machine is throttled.", flag(health.machine.isThrottled))
    add(
      "recoveries", .counter, "Steps of recovery after faults.",
      RecoveryLadder.Step.allCases.map {
        ([("step", $0.rawValue)], Double(health.recoveries[$0] ?? 0))
      })
    gauge("uptime_seconds", "Time since the program started.", health.process.uptime)
    gauge(
      "memory_resident_bytes", "Resident memory of the program.",
      health.process.residentBytes.map { Double($0) })
    gauge(
      "open_descriptors", "Open file descriptors of the program.",
      health.process.openDescriptors.map { Double($0) })
    gauge("storage_free_bytes", "Free disk space.", health.machine.freeBytes.map { Double($0) })
    gauge(
      "clock_trusted", "Whether schedules rely on the clock.",
      flag(health.machine.isClockTrusted))
    gauge(
      "restarts", "Restarts of the service since it was last stopped or the machine booted.",
      health.process.restarts.map { Double($0) })
    gauge(
      "clock_synchronised", "Whether the clock is synchronised.",
      flag(health.machine.isClockSynchronised))
  }
}
