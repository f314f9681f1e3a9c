import Testing
import VitrinePlayback

/// The renditions of a stream as viewers choose among them.
struct AvailableRenditionsTests {
  private static func variant(_ kilobits: Int64, _ height: Int? = nil) -> VariantPolicy.Variant {
    .init(bandwidth: kilobits * 1000, width: height.map { $0 * 16 / 9 }, height: height)
  }

  /// Their distinct names: a height, and a rate if that is not enough.
  private func names(_ renditions: AvailableRenditions) -> [String] {
    renditions.all.map { variant in
      let (name, detail) = renditions.name(of: variant)
      return detail.map { "\(name) \($0)" } ?? name
    }
  }

  @Test(
    "Renditions are listed best first, once each, by height and, if needed, by rate",
    arguments: [
      ([(800, 360), (6000, 1080), (3000, 720)], ["1080p", "720p", "360p"]),
      // Better codecs have more pixels in fewer bits.
      ([(4000, 720), (3000, 1080)], ["1080p", "720p"]),
      (
        [(3000, 720), (4520, 720), (800, 360)], ["720p 4.5 Mbit/s", "720p 3 Mbit/s", "360p"]
      ),
      // Duplicates from a second server, and renditions with the same name.
      ([(3000, 720), (3000, 720), (3010, 720)], ["720p"]),
      ([(128, nil), (64, nil), (15_400, nil)], ["15 Mbit/s", "128 kbit/s", "64 kbit/s"]),
      ([(999, nil), (9960, nil)], ["10 Mbit/s", "999 kbit/s"]),
      ([], []),
    ] as [([(Int64, Int?)], [String])])
  func names(ladder: [(Int64, Int?)], wanted: [String]) {
    let renditions = AvailableRenditions(ladder.map { Self.variant($0.0, $0.1) })
    #expect(names(renditions) == wanted)
    #expect(renditions.isChoice == (wanted.count > 1))
  }

  private static let ladder = AvailableRenditions([
    variant(800, 360), variant(3000, 720), variant(4500, 720), variant(6000, 1080),
  ])

  @Test(
    "A preference resolves to one of the renditions",
    arguments: [
      (.automatic, nil), (.lowest, 800), (.highest, 6000), (.atMost(3_500_000), 3000),
      (.atMost(1), 800), (.upTo(height: 720), 4500), (.upTo(height: 1000), 4500),
      (.upTo(height: 2160), 6000), (.upTo(height: 100), 800),
    ] as [(VariantPolicy.Preference, Int64?)])
  func wishes(preference: VariantPolicy.Preference, kilobits: Int64?) {
    #expect(Self.ladder.choice(of: preference)?.bandwidth == kilobits.map { $0 * 1000 })
  }

  @Test("Choosing a rendition selects that one")
  func chosen() {
    for variant in Self.ladder.all {
      #expect(Self.ladder.choice(of: Self.ladder.preference(for: variant)) == variant)
    }
    #expect(Self.ladder.preference(for: Self.ladder.all[0]) == .upTo(height: 1080))
    #expect(Self.ladder.preference(for: Self.ladder.all[2]) == .atMost(3_000_000))
  }
}
