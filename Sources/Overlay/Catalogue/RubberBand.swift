/// Overscroll: how a list resists a finger that pulls it beyond an end.
struct RubberBand: Hashable, Sendable {
  /// What is seen of the list at once, in pixels: it never gives way as far as that.
  let extent: Double
  /// The share of its way that the finger gets at first.
  private static let softness = 0.55

  /// How far the list gives way to a finger that is `distance` beyond the end.
  func yielding(to distance: Double) -> Double {
    extent * (1 - 1 / (distance * Self.softness / extent + 1))
  }

  /// Where the finger has to be for the list to give way as far as `place`.
  func stretch(for place: Double) -> Double {
    let given = min(place, 0.9 * extent)
    return given * extent / (Self.softness * (extent - given))
  }
}
