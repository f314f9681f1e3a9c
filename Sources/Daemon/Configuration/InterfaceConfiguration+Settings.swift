public import VitrineEngine
import VitrineInputDevices
import VitrineOverlay
public import VitrinePlaylists
import VitrineScanout
public import VitrineSettings

extension InterfaceConfiguration {
  /// The configured interface for a display that visitors operate; with `items` it starts with a
  /// list of these below `title`.
  public init(_ settings: Configuration, listing items: [Item]?, title: String? = nil) {
    self.init()
    options = settings.interface
    input = Self.input(settings, grabs: settings.input.grabs)
    thumbnailFolder = settings.service.thumbnails
    guard let items else { return }
    (options.hasList, options.listTitle) = (true, title)
    listed = ListedItems(items)
  }

  private static func input(_ settings: Configuration, grabs: Bool) -> InputOptions {
    let touchscreens = settings.input.touchscreens
    return InputOptions(
      touchscreens: touchscreens.isEmpty ? .automatic : .named(touchscreens), grabs: grabs)
  }

  /// The interface for notices and the service menu only, over signage that visitors do not
  /// operate.
  static func bare(_ settings: Configuration) -> InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    configuration.options = settings.interface
    (configuration.options.isBare, configuration.options.idle) = (true, .never)
    (configuration.options.attractTimeout, configuration.options.hasList) = (nil, false)
    // Keys are left to the console, since no remote control opens the menu.
    configuration.input =
      settings.interface.servicePIN == nil ? nil : input(settings, grabs: false)
    configuration.thumbnailFolder = settings.service.thumbnails
    return configuration
  }
}
