/// A client in the guest that holds a scrub position for some seconds.
struct RestingClient: Sendable {
  struct Rest {
    /// In seconds.
    let place, length: Int
    /// Whether the item is paused before and after the rest.
    let isPaused: Bool
  }

  let name: String
  var lengths = [4, 8, 60]
  /// Whether the item keeps playing during the rest.
  var playsOn = false
  /// For tools/lab.d/converse: from the client's first command to its last.
  let orders: @Sendable (Rest) -> [String]

  static let all = [http, webRemote, ctl, socket, mpvTime, mpvPause, mpvSeek]

  /// The options of `vitrine play` for these clients.
  static let options =
    "--http 127.0.0.1:8080 --socket /run/vitrine.sock --mpv-socket /run/mpv.sock"

  private static let http = RestingClient(name: "HTTP") { rest in
    [post("scrub-begin"), post("scrub-move", rest.place), "@sleep \(rest.length)"]
      + [post("scrub-end")]
  }

  /// The requests of Sources/Web/Remote/slider.js: the page follows the events, fetches a thumbnail of each position,
  /// and repeats the last position every 25 s. It may rest longer than `ScrubLease.limit`.
  private static let webRemote = RestingClient(
    name: "web remote", lengths: [4, 8, 200]
  ) { rest in
    var orders = ["@run curl -sN \(api)/events > /dev/null & echo $! > /run/events"]
    orders.append(post("scrub-begin"))
    for place in [rest.place - 4, rest.place] {
      orders += [post("scrub-move", place), "@sleep 0.11"]
      orders.append("@run curl -s '\(api)/thumbnail?at=\(Double(place) / 300)' > /dev/null")
    }
    for _ in 0..<rest.length / 25 { orders += ["@sleep 25", post("scrub-move", rest.place)] }
    return orders
      + ["@sleep \(rest.length % 25)", post("scrub-end"), "@run kill $(cat /run/events)"]
  }

  /// Opens a connection for each command.
  private static let ctl = RestingClient(name: "vitrine ctl") { rest in
    let ctl = "@run '\(Lab.player)-ctl' ctl --socket /run/vitrine.sock"
    return ["\(ctl) scrub-begin", "\(ctl) scrub-move \(rest.place)", "@sleep \(rest.length)"]
      + ["\(ctl) scrub-end"]
  }

  /// Keeps one connection open.
  private static let socket = RestingClient(name: "control socket") { rest in
    let commands = ["echo scrub-begin", "echo scrub-move \(rest.place)", "sleep \(rest.length)"]
    return [send(commands + ["echo scrub-end"], to: "/run/vitrine.sock")]
  }

  private static let mpvTime = RestingClient(name: "mpv: time-pos", playsOn: true) { rest in
    let places = [rest.place - 10, rest.place].map { set("time-pos", "\($0)") }
    return [send([places[0], "sleep 1", places[1], "sleep \(rest.length)"], to: mpv)]
  }

  /// Pauses the item while it rests.
  private static let mpvPause = RestingClient(name: "mpv: pause and seek") { rest in
    let pauses = [true, rest.isPaused].map { set("pause", "\($0)") }
    return [send([pauses[0], seek(rest.place), "sleep \(rest.length)", pauses[1]], to: mpv)]
  }

  /// Opens a connection for each command.
  private static let mpvSeek = RestingClient(name: "mpv: seek", playsOn: true) { rest in
    [send([seek(rest.place - 10)], to: mpv), "@sleep 1", send([seek(rest.place)], to: mpv)]
      + ["@sleep \(rest.length)"]
  }

  private static let api = "http://127.0.0.1:8080/api/v1"
  private static let mpv = "/run/mpv.sock"

  private static func post(_ command: String, _ place: Int? = nil) -> String {
    let words = "\"\(command)\"" + (place.map { ", \($0)" } ?? "")
    return "@run curl -sf -H 'Content-Type: application/json' -d '{\"command\": [\(words)]}' "
      + "\(api)/commands > /dev/null"
  }

  /// Sends the output of the commands through one connection.
  private static func send(_ commands: [String], to socket: String) -> String {
    "@run { \(commands.joined(separator: "; ")); } | socat - UNIX-CONNECT:\(socket) > /dev/null"
  }

  private static func set(_ property: String, _ value: String) -> String {
    "echo '{\"command\": [\"set_property\", \"\(property)\", \(value)]}'"
  }

  private static func seek(_ place: Int) -> String {
    "echo '{\"command\": [\"seek\", \(place), \"absolute\", \"exact\"]}'"
  }
}
