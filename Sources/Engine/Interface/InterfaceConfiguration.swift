public import VitrineInputDevices
public import VitrineOverlay

/// What people see beside the video, and what they do it with.
public struct InterfaceConfiguration: Sendable {
  public var options = InterfaceOptions()
  /// Nil reads no touchscreens and no keys.
  public var input: InputOptions? = InputOptions()
  /// Whether devices are left alone until the program that plays listens, where nothing else does.
  public var waitsForListener = false
  /// What people choose from, where `options.hasList`.
  public var listed = ListedItems()
  /// Where small pictures of the items are kept.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"
  /// How the machine is, for the service menu; on the interface's thread, every few seconds while that is
  /// shown. It may read small files of the kernel's and wait for nothing else.
  public var screenFacts: @Sendable () -> ScreenFacts = { ScreenFacts() }

  /// Plays the list of the service again, for the service menu; on the interface's thread, without waiting.
  public var returnToProgramme: @Sendable () -> Void = {}

  /// Whether the files that it is about are looked into, for titles, posters and small pictures along them.
  package var looksIntoFiles = true

  public init() {}
}

extension PlayerConfiguration {
  /// Whether people see an interface, and may do something with it.
  var isOperated: Bool { interface.map { !$0.options.isBare } ?? false }
}
