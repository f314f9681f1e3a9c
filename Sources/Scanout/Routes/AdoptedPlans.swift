/// How another output's pictures are shown here, by their plans there. Pure.
struct AdoptedPlans {
  private var known: [ScanoutPlan: ScanoutPlan] = [:]

  var count: Int { known.count }

  /// The same pictures of another epoch take the same way.
  subscript(_ foreign: ScanoutPlan) -> ScanoutPlan? {
    get { known[Self.key(foreign)] }
    set {
      // Each clip may have a size of its own, and there may be clips for months.
      if known.count >= Self.limit { known = [:] }
      known[Self.key(foreign)] = newValue
    }
  }

  private static let limit = 64

  private static func key(_ plan: ScanoutPlan) -> ScanoutPlan {
    var key = plan
    key.epoch = nil
    return key
  }
}
