internal import VitrineEngine
internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScanout

/// Where a player shows its pictures, and how: one display, whatever is at its connector. A value.
public struct Screen: Sendable {
  enum Place: Sendable {
    /// Nil where it shares them with no other player.
    case display(Displays?)
    case memory(PixelSize, refresh: Double)
    /// What the environment asks for, and is no place.
    case unknown(String)
  }

  let place: Place
  /// The kernel's name, as `HDMI-A-1`; nil takes the first that has a display, and follows it.
  public var connector: String?
  /// `preferred` (the display's own), `highest` (the largest at about 60 Hz), `1920x1080` or `1920x1080@50`.
  public var mode = "preferred"
  /// How far all is turned.
  public var rotation = Rotation.none
  /// Connectors that show the same.
  public var mirrors: [String] = []
  /// Whether a machine is waited for that has no graphics card yet, as early at boot.
  public var waitsForDevice = false

  /// A connector by its name, or the first that has a display. Players of one program that run at the same
  /// time share `displays`.
  public init(_ connector: String? = nil, of displays: Displays? = nil) {
    (self.connector, place) = (connector, .display(displays))
  }

  init(_ place: Place) { self.place = place }

  /// The first that has a display, or what the environment's `VITRINE_SCREEN` says, so that a program runs unchanged
  /// elsewhere: a connector by its name, or a screen in memory as `headless`, `headless:640x360` or
  /// `headless:640x360@50`.
  public static var automatic: Screen {
    ProcessEnvironment.value("VITRINE_SCREEN").map { Screen(word: $0) } ?? Screen()
  }

  /// One in memory, for a machine without displays: everything plays as it would, unseen. `Player.screenshot` shows
  /// it. There is nothing to touch on it: input devices are left to others.
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

  /// As the engine is told.
  ///
  /// - Throws: of the category `configuration` where there is no such mode in words.
  func request(isCapturing: Bool) throws(PlayerError) -> PlayerConfiguration.Display {
    switch place {
    case .memory(let size, let refresh): return .headless(size, refresh: refresh)
    case .unknown(let word):
      throw PlayerError(
        .configuration,
        "VITRINE_SCREEN: \"\(word)\" is no screen; it is a connector, or headless:640x360@50")
    case .display(let displays):
      guard let policy = ModePolicy(word: mode) else {
        throw PlayerError(
          .configuration,
          "\"\(mode)\" is no mode; it is preferred, highest, or as 1920x1080 or 1920x1080@50")
      }
      var request = DisplayRequest(
        devicePath: displays?.devicePath, connector: connector, policy: policy,
        isCapturing: isCapturing)
      (request.mirrors, request.waitsForDevice) = (mirrors, waitsForDevice)
      return .screen(request)
    }
  }
}
