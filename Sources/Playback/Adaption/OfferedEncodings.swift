/// The encodings in which a stream has its picture, as people choose among them. A value.
public struct OfferedEncodings: Hashable, Sendable {
  public typealias Variant = VariantPolicy.Variant

  /// The best first, and no two that are called alike.
  public let all: [Variant]
  /// The one that is on screen; nil before there is one.
  public var playing: Variant?

  /// Of variants that are of use here.
  public init(_ variants: [Variant], playing: Variant? = nil) {
    let order = variants.sorted {
      ($0.height ?? 0, $0.bandwidth) > ($1.height ?? 0, $1.bandwidth)
    }
    var names: Set<[String?]> = []
    all = order.filter { names.insert([$0.height.map(String.init), $0.rateName]).inserted }
    self.playing = playing
  }

  /// Whether there is something to choose.
  public var isChoice: Bool { all.count > 1 }

  /// The one that a wish comes to; nil where the line decides.
  public func choice(of wish: VariantPolicy.Wish) -> Variant? {
    let cheapestFirst = all.sorted { $0.bandwidth < $1.bandwidth }
    return wish.choice(among: cheapestFirst).map { cheapestFirst[$0] }
  }

  /// What is wished for by who chooses one of them. In other items it comes to what is most like it.
  public func wish(for variant: Variant) -> VariantPolicy.Wish {
    guard let height = variant.height, isAlone(variant) else { return .atMost(variant.bandwidth) }
    return .upTo(height: height)
  }

  /// What one of them is called, `1080p`, and what tells it from others of its height, `4.5 Mbit/s`.
  public func name(of variant: Variant) -> (name: String, detail: String?) {
    guard let height = variant.height else { return (variant.rateName, nil) }
    return ("\(height)p", isAlone(variant) ? nil : variant.rateName)
  }

  /// Whether it is the only one of its height.
  private func isAlone(_ variant: Variant) -> Bool {
    all.count { $0.height == variant.height } == 1
  }
}

extension VariantPolicy.Variant {
  /// Its bandwidth as people read it: `12 Mbit/s`, `4.5 Mbit/s`, `400 kbit/s`.
  var rateName: String {
    let kilobits = max(0, bandwidth) / 1000
    if kilobits < 1000 { return "\(kilobits) kbit/s" }
    let tenths = (kilobits + 50) / 100
    if tenths >= 100 { return "\((tenths + 5) / 10) Mbit/s" }
    return tenths % 10 == 0 ? "\(tenths / 10) Mbit/s" : "\(tenths / 10).\(tenths % 10) Mbit/s"
  }
}
