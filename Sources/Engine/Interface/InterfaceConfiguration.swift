public import VitrineInputDevices
public import VitrineOverlay

/// The overlay and its input devices.
public struct InterfaceConfiguration: Sendable {
  public var options = InterfaceOptions()
  /// Nil disables touchscreens and keys.
  public var input: InputOptions? = InputOptions()
  /// Whether input devices stay closed until the embedding program listens, if nothing else uses
  /// them.
  public var waitsForListener = false
  /// The gallery's items, if `options.hasList`.
  public var listed = ListedItems()
  /// The cache of thumbnails and posters.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"
  /// The machine's status for the service menu, called on the interface's thread every few seconds
  /// while the menu is shown. It may read small files in `/proc` and `/sys`, and must not block.
  public var serviceInfo: @Sendable () -> ServiceInfo = { ServiceInfo() }

  /// Resumes the service's programme, from the service menu. Called on the interface's thread; must
  /// not block.
  public var returnToProgramme: @Sendable () -> Void = {}

  /// Whether files are opened for titles, posters and thumbnails.
  package var looksIntoFiles = true

  public init() {}
}

extension PlayerConfiguration {
  /// Whether there is an interface that visitors can operate.
  var isOperated: Bool { interface.map { !$0.options.isBare } ?? false }
}
