internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay

// What people see over the picture. Each call may come at any time, also before `run`.
extension Player {
  /// Leaves a part of the interface out, or has it again. Nothing where there is no interface.
  public func setHidden(_ part: Interface.Part, _ isHidden: Bool) {
    engine.setHidden(part.value, isHidden)
  }

  /// Shows bars and buttons over the video, as a tap does: they go by themselves after `Interface.controlsTimeout`. Of what
  /// was asked to play while the list is shown, once it is. Nothing where the list stays, or plays for passers-by.
  public func showControls() { engine.showControls(true) }

  /// Hides them again. What a pause, a finger or an open menu needs stays.
  public func hideControls() { engine.showControls(false) }

  /// Shows a few words to all who are before the display, on a card in its middle, over everything, in the place of
  /// those that were shown so before. They go by themselves after `time`; nil has them stay until `hideMessage`.
  /// Up to 400 letters, on eight lines. Also where `PlayerOptions.interface` is nil. A finger on it touches nothing
  /// below.
  public func showMessage(
    _ message: String, title: String? = nil, for time: Duration? = .seconds(8)
  ) {
    let time = min(max(time ?? Self.longest, .zero), Self.longest)
    engine.show(message, title: title ?? "", for: time)
  }

  /// Takes away what `show` shows.
  public func hideMessage() { engine.show(nil) }

  /// Ten years: for ever.
  private static let longest = Duration.seconds(10 * 366 * 86_400)

  /// Has people choose from these from now on, below this title; nil leaves the title as it is. Nothing where the
  /// interface began without a list. An item that says the same as one before keeps its poster and its place.
  public func setGallery(_ items: [Item], title: String? = nil) {
    for item in items { note(item.headers, of: item) }
    let title = galleryTitle.update { last in
      last = title ?? last
      return last
    }
    engine.list(items.map(\.value), title: title)
  }

  /// Says the same in other words from now on. Nothing where there is no interface.
  public func setWording(_ wording: Wording) { engine.setWording(wording.value) }

  /// After so long without a hand all goes back to how the program has it; nil never does. Nothing where there is no
  /// interface.
  public func setIdleTimeout(_ timeout: Duration?) {
    engine.setIdle(timeout.map { .init($0) } ?? .never)
  }
}
