/// Which tracks a person wants, of whatever an item offers.
public struct TrackChoices: Hashable, Sendable {
  public var video = TrackSelection.automatic
  public var audio = TrackSelection.automatic
  public var subtitle = TrackSelection.automatic
  public var preferences = TrackPreferences()

  public init() {}
}
