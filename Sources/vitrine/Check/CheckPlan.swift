import VitrineDaemon
import VitrineDoctor
import VitrineMachine
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineSettings
import VitrineSound

/// The configuration and the target display of a check.
struct CheckPlan {
  let settings: Configuration
  let route: ExpectedRoute
  private let target: CheckTarget
  /// The decoders in the board's file.
  let known: [KnownDecoder]

  /// Whether the target is a board other than this machine.
  var isElsewhere: Bool { target.board != nil }

  /// The mode if neither a display nor the configuration gives one.
  private static let usual = ModeRequest(size: PixelSize(1920, 1080), refresh: 60)

  init(
    _ layers: LayerOptions, mode: ModeRequest?, rotation: Rotation?
  ) throws(ConfigurationError) {
    let found = try layers.places.read()
    var settings = found.configuration.configuration
    settings.display.rotation = rotation ?? settings.display.rotation
    let board = found.board?.board
    let named = layers.board.name == nil ? nil : board
    let request = DisplayRequest(settings, board?.quirks ?? DisplayQuirks())
    let route = Self.route(request, mode, isHere: named == nil)
    known = board?.knownDecoders ?? []
    var target = CheckTarget(size: route.size, refresh: route.refresh)
    target.rotation = settings.display.rotation + route.panelRotation
    target.choice = DecoderChoice(
      DecoderPreference(word: settings.playback.decoder) ?? .software, known: known)
    if let named {
      (target.board, target.devices) = (named.name, named.reachableDecoders)
    } else {
      target.hasSound = settings.audio.device != "none" && !SoundCard.all().isEmpty
    }
    self.settings = settings
    self.route = route
    self.target = target
  }

  /// The target for an item, with the rotation from its list.
  func target(for item: Item) -> CheckTarget {
    var target = target
    target.itemRotation = item.rotation ?? .none
    return target
  }

  private static func route(
    _ request: DisplayRequest, _ mode: ModeRequest?, isHere: Bool
  ) -> ExpectedRoute {
    var request = request
    if let mode { (request.modes.policy, request.modes.policies) = (.pin(mode), [:]) }
    if isHere, let route = ExpectedRoute(of: request) { return route }
    var wanted = usual
    if case .pin(let pinned) = request.modes.policy { wanted = pinned }
    return ExpectedRoute(imagining: wanted, request)
  }
}

extension Board {
  /// The decoders that a player on that board can use.
  fileprivate var reachableDecoders: [DecoderChoice.Device] {
    decoders.filter { $0.way == .kernel || $0.way == .library }.map {
      DecoderChoice.Device(path: $0.known.driver, driver: $0.known.driver, codecs: $0.known.codecs)
    }
  }
}
