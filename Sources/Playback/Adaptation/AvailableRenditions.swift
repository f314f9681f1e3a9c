/// The renditions of a stream that a visitor can choose from.
package struct AvailableRenditions: Hashable, Sendable {
  package typealias Variant = VariantPolicy.Variant

  /// The best first, with unique names.
  package let all: [Variant]
  /// The rendition on screen; nil before the first.
  package var playing: Variant?

  /// `variants` must suit the display and the machine.
  package init(_ variants: [Variant], playing: Variant? = nil) {
    let order = variants.sorted {
      ($0.height ?? 0, $0.bandwidth) > ($1.height ?? 0, $1.bandwidth)
    }
    var names: Set<[String?]> = []
    all = order.filter { names.insert([$0.height.map(String.init), $0.rateName]).inserted }
    self.playing = playing
  }

  /// Whether there is more than one.
  package var isChoice: Bool { all.count > 1 }

  /// The rendition that a preference selects; nil if the bandwidth decides.
  package func choice(of preference: VariantPolicy.Preference) -> Variant? {
    let cheapestFirst = all.sorted { $0.bandwidth < $1.bandwidth }
    return preference.choice(among: cheapestFirst).map { cheapestFirst[$0] }
  }

  /// The preference that selects this rendition; for other items it selects the most similar one.
  package func preference(for variant: Variant) -> VariantPolicy.Preference {
    guard let height = variant.height, isAlone(variant) else { return .atMost(variant.bandwidth) }
    return .upTo(height: height)
  }

  /// The name of a rendition, such as `1080p`, and the bandwidth if another one has the same
  /// height: `4.5 Mbit/s`.
  package func name(of variant: Variant) -> (name: String, detail: String?) {
    guard let height = variant.height else { return (variant.rateName, nil) }
    return ("\(height)p", isAlone(variant) ? nil : variant.rateName)
  }

  /// Whether no other variant has this height.
  private func isAlone(_ variant: Variant) -> Bool {
    all.count { $0.height == variant.height } == 1
  }
}

extension VariantPolicy.Variant {
  /// The bandwidth as text: `12 Mbit/s`, `4.5 Mbit/s`, `400 kbit/s`.
  var rateName: String {
    let kilobits = max(0, bandwidth) / 1000
    if kilobits < 1000 { return "\(kilobits) kbit/s" }
    let tenths = (kilobits + 50) / 100
    if tenths >= 100 { return "\((tenths + 5) / 10) Mbit/s" }
    return tenths % 10 == 0 ? "\(tenths / 10) Mbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
  }
}
