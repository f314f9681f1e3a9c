public import VitrineKit

extension Stage {
  /// A picture that came on screen.
  public struct Frame: Sendable {
    /// What it is a picture of; nil of what belongs to no item: black, or a card that says what is wrong.
    public let item: Item?
    /// Its place in the item.
    public let position: Duration
    /// When its vblank was, counted from the stage's beginning.
    public let time: Duration
  }

  /// An event of a player.
  public struct Event: Sendable {
    /// What has become of it.
    public let event: PlayerEvent
    /// When it was told, counted from the stage's beginning.
    public let time: Duration
  }
}
