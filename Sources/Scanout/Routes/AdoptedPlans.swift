/// The plans for another output's pictures, by their original plans. Pure.
struct AdoptedPlans {
  private var known: [ScanoutPlan: ScanoutPlan] = [:]

  var count: Int { known.count }

  /// The same pictures of another epoch use the same plan.
  subscript(_ foreign: ScanoutPlan) -> ScanoutPlan? {
    get { known[Self.key(foreign)] }
    set {
      // Each video may have another size, and playback may run for months.
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
