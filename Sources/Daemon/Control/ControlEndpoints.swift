import VitrineLinux
import VitrineOverlay
package import VitrineSettings

/// The control interfaces of a program's players.
package struct ControlEndpoints: Sendable {
  /// The path of the control socket.
  var socket: String?
  /// The path of the socket for mpv's protocol.
  var mpv: String?
  /// The address and port of the HTTP server.
  var http: String?
  /// The state folder.
  var state: String?
  /// The path of the token file.
  var tokens: String?
  var settings = ControlSettings()
  /// The fleet of a service, and the credentials of servers.
  var fleet = FleetSettings()
  var access: [String: AccessSettings] = [:]
  /// The folder for thumbnails.
  var thumbnails: String
  /// The wording of the on-screen interface.
  var wording: Wording

  /// From a configuration; arguments override it.
  package init(
    _ configuration: Configuration, socket: String?, mpv: String? = nil, http: String? = nil
  ) {
    (self.socket, self.mpv) = (socket, mpv ?? configuration.control.mpvSocket)
    self.http = http ?? configuration.control.http
    state = configuration.service.state
    tokens = configuration.service.state.map { Self.tokens(in: $0) }
    settings = configuration.control
    thumbnails = configuration.service.thumbnails
    wording = configuration.interface.translatedWording
  }

  /// No control interface at all.
  static var none: ControlEndpoints {
    var endpoints = ControlEndpoints(Configuration(), socket: nil)
    (endpoints.mpv, endpoints.http, endpoints.settings.isOnBus) = (nil, nil, false)
    return endpoints
  }

  /// The token file of a player with this state folder.
  package static func tokens(in state: String) -> String { Folder(state).path(of: "tokens.json") }
}
