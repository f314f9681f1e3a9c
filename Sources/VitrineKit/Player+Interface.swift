internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay

// The interface. All of it may be called at any time, even before `run`.
extension Player {
  /// Hides or shows a part of the interface. Does nothing without an interface.
  public func setHidden(_ part: Interface.Part, _ isHidden: Bool) {
    engine.setHidden(part.value, isHidden)
  }

  /// Shows the controls over the video, like a tap; they disappear after
  /// ``Interface/controlsTimeout``.
  ///
  /// While the gallery is visible, they appear with the video that your program has started. Does
  /// nothing if the gallery remains visible, and in the attract loop.
  public func showControls() { engine.showControls(true) }

  /// Hides the controls, unless a pause, a finger or an open menu needs them.
  public func hideControls() { engine.showControls(false) }

  /// Shows a message on a card in the middle of the screen, above everything else.
  ///
  /// It replaces an earlier message, and works even if ``PlayerOptions/interface`` is nil. Touches
  /// on the card have no effect on what is below it.
  ///
  /// - Parameters:
  ///   - message: The text, up to 400 characters.
  ///   - title: A line above the text, up to 100 characters.
  ///   - time: How long it stays; nil until ``hideMessage()``.
  public func showMessage(
    _ message: String, title: String? = nil, for time: Duration? = .seconds(8)
  ) {
    let time = min(max(time ?? Self.longest, .zero), Self.longest)
    engine.show(message, title: title ?? "", for: time)
  }

  /// Removes the message that ``showMessage(_:title:for:)`` shows.
  public func hideMessage() { engine.show(nil) }

  /// Ten years, which stands for no limit.
  private static let longest = Duration.seconds(10 * 366 * 86_400)

  /// Replaces the items and the title of the gallery. Does nothing if the interface was created
  /// without a gallery.
  ///
  /// An item that is equal to an earlier one keeps its poster and its position. If `title` is nil,
  /// the title does not change.
  ///
  /// ```swift
  /// player.setWording(german)
  /// player.setGallery(films, title: "Hafenmuseum")
  /// ```
  public func setGallery(_ items: [Item], title: String? = nil) {
    for item in items { registerHeaders(of: item) }
    let title = galleryTitle.update { last in
      last = title ?? last
      return last
    }
    engine.list(items.map(\.value), title: title)
  }

  /// Replaces the texts of the interface. Does nothing without an interface.
  public func setWording(_ wording: Wording) { engine.setWording(wording.value) }

  /// Sets the idle timeout (see ``Interface/idleTimeout``); nil disables it. Does nothing without
  /// an interface.
  public func setIdleTimeout(_ timeout: Duration?) {
    engine.setIdle(timeout.map { .init($0) } ?? .never)
  }
}
