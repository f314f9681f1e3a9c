package import VitrineMedia

/// A way to play items that are not local files.
///
/// The player itself plays only local files. The product `VitrineStreaming` adds web servers, HLS,
/// DASH, RTSP and the other network protocols:
///
/// ```swift
/// import VitrineKit
/// import VitrineStreaming
///
/// let player = Player([try Item("https://tv.example/live.m3u8")], sources: [.streaming()])
/// ```
///
/// With a source, the slider also shows thumbnails of items on servers, and ``Thumbnails`` makes
/// them.
public struct ItemSource: Sendable {
  /// Creates a player's access. `warn` receives problems that do not stop playback.
  package typealias Maker =
    @Sendable (_ warn: @escaping @Sendable (String) -> Void) -> any RemoteAccess

  package let makeAccess: Maker

  package init(_ makeAccess: @escaping Maker) { self.makeAccess = makeAccess }
}
