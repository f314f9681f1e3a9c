import NIOHTTP1
import VitrineControl
import VitrineTiming

/// The version, the outputs and the health of the machine.
extension Route {
  static let machine: [Route] = [
    Route(method: .get, path: "/api/v1/version", role: .view) { call, desk in
      .answer(
        Answer(
          .object([
            "version": .text(call.output.controlled.version), "protocol": .number(1),
            "name": .text(desk.site.name), "role": .text(call.role.rawValue),
          ])))
    },
    Route(method: .get, path: "/api/v1/outputs", role: .view) { _, desk in
      let outputs = desk.site.outputs.map { JSONValue.object(["name": .text($0.name)]) }
      return .answer(Answer(.object(["outputs": .array(outputs)])))
    },
    Route(method: .get, path: "/api/v1/health", role: .view) { _, desk in
      .answer(Answer(desk.site.health().value))
    },
    Route(method: .get, path: "/api/v1/log", role: .admin) { call, desk throws(Refusal) in
      let count = try call.number("lines", in: 1...1000) ?? 200
      let lines = desk.site.log(Int(saturating: count)).map { line in
        JSONValue.object([
          "time": .number(line.time), "level": .text(line.level.rawValue), "text": .text(line.text),
        ])
      }
      return .answer(Answer(.object(["lines": .array(lines)])))
    },
    Route(method: .get, path: "/metrics", role: .view) { call, desk in
      let isOpen = call.fields["accept"]?.contains("application/openmetrics-text") == true
      let text = MetricsText(isOpen: isOpen, of: desk.site).text
      return .answer(Answer(.ok, type: MetricsText.type(isOpen: isOpen), Array(text.utf8)))
    },
    Route(method: .get, path: "/healthz", role: nil) { _, _ in
      // Any response means that the server works.
      .answer(Answer(.ok, type: "text/plain; charset=utf-8", Array("ok\n".utf8)))
    },
    Route(method: .get, path: "/readyz", role: nil) { _, desk in
      let health = desk.site.health()
      // The reason requires a role.
      return .answer(
        Answer(
          health.isReady ? .ok : .serviceUnavailable, type: "text/plain; charset=utf-8",
          Array((health.isReady ? "ready\n" : "no picture\n").utf8)))
    },
    Route(method: .get, path: "/api/v1/openapi.json", role: nil) { _, _ in
      .answer(Answer(.ok, type: "application/json", PackageResources.openapi_json))
    },
  ]
}
