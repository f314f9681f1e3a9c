import Testing
import VitrineControl
import VitrineFakes
import VitrinePlayback
import VitrineSchedules
import VitrineTiming

@testable import VitrineWeb

/// Metrics for Prometheus.
struct MetricsTests {
  private func text(isOpen: Bool) -> String {
    let player = FakeControlled()
    player.change { state in
      state.status.statistics.presented = 1500
      state.status.statistics.edges.add(.milliseconds(16))
      state.status.statistics.edges.add(.milliseconds(45))
      state.status.statistics.offsets.add(.milliseconds(2))
      // In bits.
      state.status.throughput = 8e6
    }
    var site = Site("foyer", [Site.Output("a\"b\\c\nd", player)])
    site.health = {
      var health = Health()
      (health.machine.temperature, health.machine.freeBytes) = (51.5, 1 << 40)
      var other = Health.Output("HDMI-A-2")
      other.picture = Health.Picture(missing: "unplugged")
      other.failedItems = [Health.FailedItem("a.mp4", "damaged")]
      health.main.picture = Health.Picture()
      health.others = [other]
      return health
    }
    return MetricsText(isOpen: isOpen, of: site).text
  }

  @Test("In the text format, a counter's TYPE line has the name of its samples")
  func classic() {
    let text = text(isOpen: false)
    #expect(text.contains("# TYPE vitrine_frames_presented_total counter\n"))
    #expect(text.contains(#"vitrine_frames_presented_total{output="a\"b\\c\nd"} 1500"#))
    for (output, picture, failed) in [("main", 1, 0), ("HDMI-A-2", 0, 1)] {
      #expect(text.contains("vitrine_picture_shown{output=\"\(output)\"} \(picture)\n"))
      #expect(text.contains("vitrine_failed_items{output=\"\(output)\"} \(failed)\n"))
    }
    #expect(text.contains("vitrine_ready 0\n"))
    #expect(text.contains("vitrine_temperature_celsius 51.5\n"))
    #expect(text.contains("vitrine_storage_free_bytes 1099511627776\n"))
    #expect(text.contains(#"vitrine_throughput_bytes_per_second{output="a\"b\\c\nd"} 1000000"#))
    #expect(!text.contains("# EOF"))
    #expect(!text.contains("throttled"))
  }

  @Test("In OpenMetrics, a counter's TYPE line has no _total, and the output ends with # EOF")
  func open() {
    let text = text(isOpen: true)
    #expect(text.contains("# TYPE vitrine_frames_presented counter\n"))
    #expect(text.contains("vitrine_frames_presented_total{output="))
    #expect(text.hasSuffix("# EOF\n"))
  }

  @Test("Transition gaps are counted up to each bound")
  func edges() {
    let lines = text(isOpen: false).split(separator: "\n").filter { $0.contains("edge_gap") }
    let counts = lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
    #expect(counts.prefix(8) == [1, 1, 1, 2, 2, 2, 2, 2])
    #expect(counts.suffix(2) == [0.061, 2])
  }

  @Test("Content has metrics if updates are configured, limited to known values")
  func content() {
    func text(_ report: ContentReport?, isOpen: Bool = false) -> String {
      let player = FakeControlled()
      player.change { $0.reports.content = report }
      let site = Site("foyer", [Site.Output("a", FakeControlled()), Site.Output("b", player)])
      return MetricsText(isOpen: isOpen, of: site).text
    }
    #expect(!text(nil).contains("content_"))
    var report = ContentReport()
    report.written = 5_000_000_000
    let first = text(report)
    #expect(first.contains("# TYPE vitrine_content_written_bytes_total counter\n"))
    #expect(first.contains("\nvitrine_content_written_bytes_total 5000000000\n"))
    #expect(first.contains("\nvitrine_content_error 0\n"))
    #expect(!first.contains("content_number") && !first.contains("content_fetch"))
    #expect(text(report, isOpen: true).contains("# TYPE vitrine_content_written_bytes counter\n"))
    report.shown = ContentReport.Shown(number: 1_795_691_194, set: "ab", files: 3, size: 1000)
    report.shown?.isOnTrial = true
    report.trouble = "no such server"
    report.fetch = ContentReport.Fetch(done: 41, all: 340)
    report.looked = Moment(second: 1_798_200_000)
    for line in [
      "number 1795691194", "files 3", "size_bytes 1000", "on_trial 1", "fetched_bytes 41",
      "fetch_size_bytes 340", "error 1", "last_check_timestamp_seconds 1798200000",
    ] {
      let text = text(report)
      #expect(text.contains("\nvitrine_content_\(line)\n"), "\(line)")
      let name = line.prefix { $0 != " " }
      #expect(text.contains("# HELP vitrine_content_\(name) "), "\(line)")
    }
    // An error may name files.
    #expect(!text(report).contains("no such server"))
  }

  @Test("Each metric has one header, and each line is one sample")
  func form() {
    for isOpen in [false, true] {
      let lines = text(isOpen: isOpen).split(separator: "\n", omittingEmptySubsequences: false)
      let types = lines.filter { $0.hasPrefix("# TYPE") }
      #expect(Set(types).count == types.count)
      #expect(types.count == lines.count { $0.hasPrefix("# HELP") })
    }
  }
}
