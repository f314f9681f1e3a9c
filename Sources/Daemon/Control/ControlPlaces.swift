import VitrineLinux
import VitrineOverlay
public import VitrineSettings

/// Where the players of a program are controlled.
public struct ControlPlaces: Sendable {
  /// The path of the control socket.
  var socket: String?
  /// That of the socket at which mpv's protocol is spoken.
  var mpv: String?
  /// Where HTTP is answered: an address and a port.
  var http: String?
  /// The folder of what is remembered.
  var state: String?
  /// The path of the file of tokens.
  var tokens: String?
  var settings = ControlSettings()
  /// The folder of small pictures.
  var thumbnails: String
  /// What is said on the screen.
  var wording: Wording

  /// As a configuration says, with what is said beside it.
  public init(
    _ configuration: Configuration, socket: String?, mpv: String? = nil, http: String? = nil
  ) {
    (self.socket, self.mpv) = (socket, mpv ?? configuration.control.mpvSocket)
    self.http = http ?? configuration.control.http
    state = configuration.service.state
    tokens = configuration.service.state.map { Self.tokens(in: $0) }
    settings = configuration.control
    thumbnails = configuration.service.thumbnails
    wording = configuration.interface.wording
  }

  /// Nowhere at all.
  static var none: ControlPlaces {
    var places = ControlPlaces(Configuration(), socket: nil)
    (places.mpv, places.http, places.settings.isOnBus) = (nil, nil, false)
    return places
  }

  /// The file of tokens of a player that remembers things in this folder.
  public static func tokens(in state: String) -> String { Folder(state).path(of: "tokens.json") }
}
