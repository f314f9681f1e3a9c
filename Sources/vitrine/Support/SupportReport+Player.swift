import VitrineControl
import VitrineLinux

extension SupportReport {
  /// Adds the answers of the running players: that of `socket`, and those of other outputs next to it.
  mutating func addPlayers(_ socket: String) {
    add(player: socket, "player")
    let (folder, name) = Folder.holding(socket)
    let beginning = name.hasSuffix(".sock") ? "\(name.dropLast(5))-" : "\(name)-"
    let others = folder.names.filter { $0.hasPrefix(beginning) && $0.hasSuffix(".sock") }
    for other in others.sorted().prefix(8) {
      let output = other.dropFirst(beginning.count).dropLast(5)
      add(player: folder.path(of: other), "player-\(output)")
    }
  }

  private mutating func add(player socket: String, _ name: String) {
    do throws(ControlClientError) {
      var client = try ControlClient(path: socket, waiting: 5)
      for request in ["status", "statistics", "health", "list"] {
        let file = "\(name)-\(request).json"
        do throws(ControlClientError) {
          let answer = try client.request([request]).data ?? .null
          add(file, "answer of \(socket)", String(decoding: answer.line, as: UTF8.self))
        } catch .refused(let refusal) {
          omit(file, "refused: \(refusal)")
        }
      }
    } catch {
      omit(
        "\(name)-status.json and others",
        ControlCall(socket: socket).message(error, path: socket))
    }
  }
}
