import VitrineControl
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrinePlayback

extension FaultReport {
  /// Reads the records in `state`, and asks the player at `socket` and systemd. Each may be missing.
  init(state: String, socket: String) {
    self.init()
    do throws(Errno) {
      records = try FaultStore(state: Folder(state)).records()
    } catch {
      failure = "\(state): \(error)" + (error == .accessDenied ? "; use sudo" : "")
    }
    do throws(ControlClientError) {
      var client = try ControlClient(path: socket, waiting: 5)
      let health = try client.request(["health"]).data ?? .null
      problems = (health["findings"]?.array ?? []).map { finding in
        Problem(finding["problem"]?.text ?? "", cure: finding["cure"]?.text ?? "")
      }
    } catch {
      silence = ControlCall(socket: socket).message(error, path: socket)
    }
    restarts = Self.currentRestarts
  }

  private static var currentRestarts: Restarts? {
    var command = TimedCommand([
      "systemctl", "show", "vitrine.service", "--property", "NRestarts,Result",
    ])
    command.hasMessages = false
    command.timeout = .seconds(5)
    guard fileExists("/run/systemd/system"), command.isInstalled,
      let output = try? command.run(), output.status == 0
    else { return nil }
    var values: [Substring: Substring] = [:]
    for line in String(decoding: output.bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    guard let count = values["NRestarts"].flatMap({ Int($0) }) else { return nil }
    return Restarts(count: count, result: String(values["Result"] ?? ""))
  }

  /// For programs.
  var json: JSONValue {
    .object([
      "faults": .array(records.map(\.json)),
      "unknown": failure.map { .text($0) } ?? .null,
      "problems": problems.map { problems in
        .array(problems.map { .object(["problem": .text($0.text), "cure": .text($0.cure)]) })
      } ?? .null,
      "no_answer": silence.map { .text($0) } ?? .null,
      "restarts": restarts.map { .number(Double($0.count)) } ?? .null,
      "last_result": restarts.map { .text($0.result) } ?? .null,
    ])
  }
}

extension FaultRecord {
  fileprivate var json: JSONValue {
    .object([
      "time": .number(Double(time)), "clock_trusted": .bool(isClockTrusted),
      "fault": .text(fault.name), "cause": .text(cause), "reaction": .text(fault.reaction),
      "cure": .text(fault.cure), "version": .text(program),
      "backtrace": .array(backtrace.map { .text($0) }),
      "events": .array(eventLines.map { .text($0) }),
    ])
  }
}
