import VitrineControl
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

extension MetricsText {
  /// Of all players and the machine. No file has its name in a label: there are as many as there are files.
  init(isOpen: Bool, of site: Site) {
    self.init(isOpen: isOpen)
    let statuses = site.outputs.map { (output: $0, status: $0.controlled.status) }
    let version = site.outputs.first?.controlled.version ?? ""
    add("build_info", .gauge, "The version that runs.", [([("version", version)], 1)])
    let players = statuses.map { (labels: [("output", $0.output.name)], status: $0.status) }
    for figure in Self.counters {
      add(
        figure.name, .counter, figure.help,
        players.map { ($0.labels, Double(figure.value($0.status.statistics))) })
    }
    addEdges(players)
    addState(players)
    add(
      "queue_entries", .gauge, "Entries of the queue.",
      statuses.map {
        ([("output", $0.output.name)], Double($0.output.controlled.queue.entries.count))
      })
    addContent(players.lazy.compactMap { $0.status.content }.first)
    addMachine(site.health())
    end()
  }

  private typealias Player = (labels: Labels, status: PlaybackStatus)

  private struct Counter {
    let name: String
    let help: String
    let value: @Sendable (PlaybackStatistics) -> Int
  }

  private static let counters = [
    Counter(name: "frames_decoded", help: "Frames that the decoder gave.") { $0.decoded },
    Counter(name: "frames_presented", help: "Frames that were on screen.") { $0.presented },
    Counter(name: "frames_late", help: "Frames that came after their vblank.") { $0.late },
    Counter(name: "frames_dropped", help: "Decoded frames that were never on screen.") {
      $0.dropped
    },
    Counter(name: "frames_left_out", help: "Frames that were too much for the machine.") {
      $0.leftOut
    },
    Counter(name: "vblanks_repeated", help: "Vblanks at which a frame stayed too long.") {
      $0.repeated
    },
    Counter(name: "display_recoveries", help: "Commits that had to be tried again.") {
      $0.recoveries
    },
    Counter(name: "sound_underruns", help: "Times that the sound device ran dry.") { $0.underruns },
    Counter(name: "packets_damaged", help: "Packets that the decoders refused.") { $0.damaged },
  ]

  /// In seconds; what is longer than the last counts half a second.
  private static let bounds: [Double] = [0.017, 0.025, 0.034, 0.05, 0.1, 0.2, 0.4]

  private mutating func addEdges(_ players: [Player]) {
    begin("edge_gap_seconds", .histogram, "From an item's last flip to the first of the next.")
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
      "phase", .gauge, "What the player can do: 1 for the one that it is.",
      players.flatMap { player in
        ["idle", "opening", "buffering", "playing", "ended", "failed"].map { phase in
          (player.labels + [("phase", phase)], player.status.phase.word == phase ? 1 : 0)
        }
      })
    func gauge(_ name: String, _ help: String, _ value: (PlaybackStatus) -> Double?) {
      add(name, .gauge, help, players.map { ($0.labels, value($0.status)) })
    }
    gauge("paused", "Whether people have paused it.") { $0.isPaused ? 1 : 0 }
    gauge("display_on", "Whether the display is to be on.") { $0.isDisplayOn ? 1 : 0 }
    gauge("display_brightness_ratio", "How bright the display is to be, 0 to 1.") {
      $0.wantedBrightness
    }
    gauge("sound_offset_seconds", "Picture against sound, the median; late pictures count up.") {
      $0.statistics.offsets.percentile(0.5).map { Double($0.nanoseconds) / 1e9 }
    }
    gauge("buffered_seconds", "What is read ahead of the position.") { status in
      status.item == nil
        ? nil
        : status.buffered.first { $0.contains(status.position) }
          .map { ($0.upperBound - status.position).seconds } ?? 0
    }
    gauge("live_latency_seconds", "How far behind what happens it is played.") {
      $0.live.map { $0.latency.seconds }
    }
    gauge("throughput_bytes_per_second", "How fast bytes came over the network lately.") {
      $0.throughput.map { $0 / 8 }
    }
    add(
      "decoder_info", .gauge, "By which way video is decoded.",
      players.map { ($0.labels + [("path", $0.status.decodePath)], 1) })
  }

  /// Of a service that is brought some: a machine has one store of it.
  private mutating func addContent(_ report: ContentReport?) {
    func gauge(_ name: String, _ help: String, _ value: Double?) {
      add("content_\(name)", .gauge, help, [([], value)])
    }
    func number(_ number: Int64?) -> Double? { number.map { Double($0) } }
    let (shown, fetch) = (report?.shown, report?.fetch)
    gauge("number", "Of the manifest whose set is shown.", number(shown?.number))
    gauge("files", "Of the set that is shown.", shown.map { Double($0.files) })
    gauge("size_bytes", "Of the set that is shown.", number(shown?.size))
    gauge(
      "on_trial", "Whether the set that is shown has not proved itself yet.",
      shown.map { $0.isOnTrial ? 1 : 0 })
    gauge("fetched_bytes", "Of a set that is on its way: what is there.", number(fetch?.done))
    gauge("fetch_size_bytes", "Of a set that is on its way: all of it.", number(fetch?.all))
    gauge(
      "trouble", "Whether what is new cannot come, or cannot be shown.",
      report.map { $0.trouble == nil ? 0 : 1 })
    gauge(
      "last_look_timestamp_seconds", "When the places it comes from were looked at last.",
      number(report?.looked?.second))
    add(
      "content_written_bytes", .counter, "Of files, over all starts.",
      [([], number(report?.written))])
  }

  private mutating func addMachine(_ health: Health) {
    func gauge(_ name: String, _ help: String, _ value: Double?) {
      add(name, .gauge, help, [([], value)])
    }
    func flag(_ flag: Bool?) -> Double? { flag.map { $0 ? 1 : 0 } }
    gauge("ready", "Whether pictures reach a display.", health.isReady ? 1 : 0)
    gauge(
      "temperature_celsius", "Of the hottest part that the kernel tells of.", health.temperature)
    gauge("throttled", "Whether the board slows itself down.", flag(health.isThrottled))
    gauge("uptime_seconds", "Since the program began.", health.uptime)
    gauge("memory_resident_bytes", "Of the program.", health.residentBytes.map { Double($0) })
    gauge("open_descriptors", "Of the program.", health.openDescriptors.map { Double($0) })
    gauge("storage_free_bytes", "Where files are kept.", health.freeBytes.map { Double($0) })
    gauge(
      "clock_synchronised", "Whether the clock counts as right.", flag(health.isClockSynchronised))
  }
}
