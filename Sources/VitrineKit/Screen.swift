internal import VitrineEngine
internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScanout

/// The display that a player uses: a connector with its mode and rotation, or a display in memory.
///
/// ```swift
/// var screen = Screen("HDMI-A-1")
/// screen.mode = "1920x1080@50"
/// screen.rotation = .clockwise
/// let player = Player([Item(path: "film.mp4")], on: screen)
/// ```
public struct Screen: Sendable {
  enum Place: Sendable {
    /// Nil if no other player shares the displays.
    case display(Displays?)
    case memory(PixelSize, refresh: Double)
    /// An invalid value from the environment.
    case unknown(String)
  }

  let place: Place
  /// The kernel's name of the connector, such as `HDMI-A-1`; nil for the first one with a display,
  /// even if the cable is moved to another one.
  public var connector: String?
  /// The display mode (default: `preferred`): `preferred` is the display's own choice, `highest`
  /// the largest at about 60 Hz, otherwise a size or a size with a refresh rate, such as
  /// `1920x1080` or `1920x1080@50`.
  public var mode = "preferred"
  /// The rotation of everything on screen.
  public var rotation = Rotation.none
  /// The names of other connectors that show the same picture.
  public var mirrors: [String] = []
  /// Whether to wait for a graphics card that is not ready yet, as early during boot.
  public var waitsForDevice = false

  /// Creates a screen from the name of a connector; nil for the first one with a display. Players
  /// that run at the same time share `displays`.
  public init(_ connector: String? = nil, of displays: Displays? = nil) {
    (self.connector, place) = (connector, .display(displays))
  }

  init(_ place: Place) { self.place = place }

  /// The screen in the environment variable `VITRINE_SCREEN`, otherwise the first display.
  ///
  /// The value is the name of a connector, or `headless`, `headless:640x360` or
  /// `headless:640x360@50` for a display in memory. A program can then run without changes on a
  /// machine without displays.
  public static var automatic: Screen {
    ProcessEnvironment.value("VITRINE_SCREEN").map { Screen(word: $0) } ?? Screen()
  }

  /// Returns a display in memory, for machines without displays and for tests.
  ///
  /// Playback is the same as on a real display, and ``Player/screenshot()`` returns the picture.
  /// Input devices are not opened.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, at least 16.
  ///   - height: The height in pixels, at least 16.
  ///   - refresh: The refresh rate in hertz, at least 1.
  public static func headless(
    width: Int = 1280, height: Int = 720, refresh: Double = 60
  ) -> Screen {
    Screen(.memory(PixelSize(max(16, width), max(16, height)), refresh: max(1, refresh)))
  }
}

extension Screen {
  var displays: Displays? {
    if case .display(let displays) = place { displays } else { nil }
  }

  var isReal: Bool {
    if case .memory = place { false } else { true }
  }

  /// The request to the engine.
  ///
  /// - Throws: `PlayerError` of the category `configuration` if the mode is invalid.
  func request(isCapturing: Bool) throws(PlayerError) -> PlayerConfiguration.Display {
    switch place {
    case .memory(let size, let refresh): return .headless(size, refresh: refresh)
    case .unknown(let word):
      throw PlayerError(
        .configuration,
        "VITRINE_SCREEN: invalid screen \"\(word)\": expected a connector or headless:640x360@50")
    case .display(let displays):
      guard let policy = ModePolicy(word: mode) else {
        throw PlayerError(
          .configuration,
          "invalid mode \"\(mode)\": expected preferred, highest, 1920x1080 or 1920x1080@50")
      }
      var request = DisplayRequest(
        devicePath: displays?.devicePath, connector: connector, policy: policy,
        isCapturing: isCapturing)
      request.mirrors = mirrors
      request.device.isAwaited = waitsForDevice
      return .screen(request)
    }
  }
}

extension Screen {
  /// Parses `headless` with an optional mode, or the name of a connector. `Player.run` reports an
  /// error in the mode.
  package init(word: String) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.first == "headless" else {
      self = Screen(word.isEmpty ? nil : word)
      return
    }
    guard parts.count == 2 else {
      self = .headless()
      return
    }
    guard let request = ModeRequest(String(parts[1])) else {
      self = Screen(.unknown(word))
      return
    }
    self = .headless(
      width: request.size.width, height: request.size.height, refresh: request.refresh ?? 60)
  }
}
