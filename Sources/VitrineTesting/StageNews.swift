public import VitrineKit

extension Stage {
  /// A frame that appeared on screen.
  public struct Frame: Sendable {
    /// Its item; nil for black or an error card.
    public let item: Item?
    /// Its position in the item.
    public let position: Duration
    /// The time of its vblank, measured from the stage's creation.
    public let time: Duration
  }

  /// An event of a player.
  public struct Event: Sendable {
    /// The event.
    public let event: PlayerEvent
    /// The time of the event, measured from the stage's creation.
    public let time: Duration
  }
}
