import Playback
import Testing
import Timing
import VitrineTesting

@testable import Web

/// Figures for Prometheus.
struct MetricsTests {
  private func text(isOpen: Bool) -> String {
    let player = FakeControlled()
    player.change { state in
      state.status.statistics.presented = 1500
      state.status.statistics.edges.add(.milliseconds(16))
      state.status.statistics.edges.add(.milliseconds(45))
      state.status.statistics.offsets.add(.milliseconds(2))
    }
    var site = Site("foyer", [Site.Output("a\"b\\c\nd", player)])
    site.health = {
      var health = Health()
      (health.temperature, health.freeBytes) = (51.5, 1 << 40)
      return health
    }
    return MetricsText(isOpen: isOpen, of: site).text
  }

  @Test("In the older format a counter is called as its samples are")
  func classic() {
    let text = text(isOpen: false)
    #expect(text.contains("# TYPE vitrine_frames_presented_total counter\n"))
    #expect(text.contains(#"vitrine_frames_presented_total{output="a\"b\\c\nd"} 1500"#))
    #expect(text.contains("vitrine_temperature_celsius 51.5\n"))
    #expect(text.contains("vitrine_storage_free_bytes 1099511627776\n"))
    #expect(!text.contains("# EOF"))
    #expect(!text.contains("throttled"))
  }

  @Test("In OpenMetrics it is not, and there is an end")
  func open() {
    let text = text(isOpen: true)
    #expect(text.contains("# TYPE vitrine_frames_presented counter\n"))
    #expect(text.contains("vitrine_frames_presented_total{output="))
    #expect(text.hasSuffix("# EOF\n"))
  }

  @Test("Gaps of edges are counted up to each bound")
  func edges() {
    let lines = text(isOpen: false).split(separator: "\n").filter { $0.contains("edge_gap") }
    let counts = lines.compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
    #expect(counts.prefix(8) == [1, 1, 1, 2, 2, 2, 2, 2])
    #expect(counts.suffix(2) == [0.061, 2])
  }

  @Test("Each figure has one head, and each line is one")
  func form() {
    for isOpen in [false, true] {
      let lines = text(isOpen: isOpen).split(separator: "\n", omittingEmptySubsequences: false)
      let types = lines.filter { $0.hasPrefix("# TYPE") }
      #expect(Set(types).count == types.count)
      #expect(types.count == lines.count { $0.hasPrefix("# HELP") })
    }
  }
}
