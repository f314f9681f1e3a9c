public import InputDevices
public import Overlay
public import Playlists

/// What people see beside the video, and what they do it with.
public struct InterfaceConfiguration: Sendable {
  public var options = InterfaceOptions()
  /// Nil reads no touchscreens and no keys.
  public var input: InputOptions? = InputOptions()
  /// What the list's entries play, in their order; empty where nothing is listed.
  public var listed: [Item] = []
  /// Where small pictures of the items are kept.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"

  public init() {}
}
