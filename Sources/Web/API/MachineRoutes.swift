import NIOHTTP1
import VitrineControl
import VitrineTiming

/// The version, the outputs and the health of the machine.
enum MachineRoutes {
  static let all: [Route] = [
    Route(method: .get, path: "/api/v1/version", role: .view) { call, router in
      .response(
        Response(
          .object([
            "version": .text(call.output.controlled.version), "protocol": .number(1),
            "name": .text(router.site.name), "role": .text(call.role.rawValue),
          ])))
    },
    Route(method: .get, path: "/api/v1/outputs", role: .view) { _, router in
      let outputs = router.site.outputs.map { JSONValue.object(["name": .text($0.name)]) }
      return .response(Response(.object(["outputs": .array(outputs)])))
    },
    Route(method: .get, path: "/api/v1/health", role: .view) { call, router in
      let own = call.query["output"] == nil ? nil : call.output.controlled.health
      return .response(Response(JSONValue(own ?? router.site.health())))
    },
    Route(method: .get, path: "/api/v1/log", role: .admin) { call, router throws(Refusal) in
      let count = try call.number("lines", in: 1...1000) ?? 200
      let lines = router.site.log(Int(saturating: count)).map { line in
        JSONValue.object([
          "time": .number(line.time), "level": .text(line.level.rawValue), "text": .text(line.text),
        ])
      }
      return .response(Response(.object(["lines": .array(lines)])))
    },
    Route(method: .get, path: "/metrics", role: .view) { call, router in
      let isOpen = call.fields["accept"]?.contains("application/openmetrics-text") == true
      let text = MetricsText(isOpen: isOpen, of: router.site).text
      return .response(Response(.ok, type: MetricsText.type(isOpen: isOpen), Array(text.utf8)))
    },
    Route(method: .get, path: "/healthz", role: nil) { _, _ in
      // Any response means that the server works.
      .response(Response(.ok, type: "text/plain; charset=utf-8", Array("ok\n".utf8)))
    },
    Route(method: .get, path: "/readyz", role: nil) { _, router in
      let health = router.site.health()
      // The reason requires a role.
      return .response(
        Response(
          health.isReady ? .ok : .serviceUnavailable, type: "text/plain; charset=utf-8",
          Array((health.isReady ? "ready\n" : "no picture\n").utf8)))
    },
    Route(method: .get, path: "/api/v1/openapi.json", role: nil) { _, _ in
      .response(Response(.ok, type: "application/json", Asset.document.bytes))
    },
  ]
}
