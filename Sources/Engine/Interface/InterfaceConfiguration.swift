package import VitrineGestures
package import VitrineInputDevices
package import VitrineOverlay

/// The overlay and its input devices.
package struct InterfaceConfiguration: Sendable {
  package var options = InterfaceOptions()
  /// Whether it opens for a notice and closes after it, over signage without an interface.
  package var isForNotices = false
  /// Nil disables touchscreens and keys.
  package var input: InputOptions? = InputOptions()
  /// Whether input devices stay closed until the embedding program listens, if nothing else uses
  /// them.
  package var waitsForListener = false
  /// The gallery's items, if `options.hasList`.
  package var listed = ListedItems()
  /// The cache of thumbnails and posters.
  package var thumbnailFolder = "/var/cache/vitrine/thumbnails"
  /// The machine's status for the service menu, called on the interface's thread every few seconds
  /// while the menu is shown. It may read small files in `/proc` and `/sys`, and must not block.
  package var serviceInfo: @Sendable () -> ServiceInfo = { ServiceInfo() }

  /// Resumes the service's programme, from the service menu. Called on the interface's thread; must
  /// not block.
  package var returnToProgramme: @Sendable () -> Void = {}

  /// Stores the actions of keys, from the service menu, which then arrive by `Player.setKeys`. Called
  /// on the interface's thread; must not block.
  package var storeKeys: @Sendable ([String: KeyAction]) -> Void = { _ in }

  /// Starts or ends the content of a trigger. Called on the interface's thread; must not block.
  package var trigger: @Sendable (_ name: String, _ isDown: Bool) -> Void = { _, _ in }

  /// Whether files are opened for titles, posters and thumbnails.
  package var looksIntoFiles = true

  package init() {}
}

extension PlayerConfiguration {
  /// Whether there is an interface that visitors can operate.
  var isOperated: Bool { interface.map { !$0.options.isBare } ?? false }
}
