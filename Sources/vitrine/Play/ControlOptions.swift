import ArgumentParser
import VitrineDaemon
import VitrineSettings

/// The ways in which other programs control playback.
struct ControlOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read commands from this file or FIFO (- for standard input) and reply on standard output; see docs/use/play.md.",
      valueName: "file"))
  var commands: String?

  @Option(
    name: .customLong("socket"),
    help: ArgumentHelp(
      "Accept `vitrine ctl` and other clients on this socket; see docs/operate/control.md.",
      valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Accept mpv's JSON IPC on this socket, for programs made for mpv; see docs/operate/mpv.md.",
      valueName: "path"))
  var mpvSocket: String?

  @Option(
    help: ArgumentHelp(
      "Serve the web remote and the HTTP API at this address, such as 127.0.0.1:8080; see docs/operate/web.md.",
      valueName: "address:port"))
  var http: String?

  /// Whether commands may arrive at any time.
  var isControlled: Bool { commands != nil || socket != nil || mpvSocket != nil || http != nil }

  func endpoints(_ settings: Configuration) -> ControlEndpoints {
    // The configured sockets belong to the service.
    var settings = settings
    (settings.control.mpvSocket, settings.control.http) = (nil, nil)
    return ControlEndpoints(settings, socket: socket, mpv: mpvSocket, http: http)
  }
}
