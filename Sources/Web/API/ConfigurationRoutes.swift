import NIOHTTP1
import VitrineControl

/// Reads, checks and changes the configuration.
enum ConfigurationRoutes {
  private static let path = "/api/v1/configuration"

  static let all: [Route] = [
    Route(method: .get, path: path, role: .admin) { _, router throws(Refusal) in
      let configuration = try router.configuration
      return .deferred { done in
        configuration.read { read in
          do throws(Refusal) {
            let text = try read.get()
            done(
              Response(
                .object([
                  "effective": .text(text.effective), "own": .text(text.own),
                  "sections": .array(text.sections.map { .text($0) }),
                ])))
          } catch {
            done(Response(error))
          }
        }
      }
    },
    Route(method: .post, path: "\(path)/check", role: .admin, body: .json) {
      call, router throws(Refusal) in
      let (configuration, own) = (
        try router.configuration, try call.text(at: "own", "the configuration as YAML text")
      )
      return .deferred { done in
        configuration.check(own) { errors in
          done(Response(.object(["errors": .array(errors.map { .text($0) })])))
        }
      }
    },
    Route(method: .put, path: path, role: .admin, body: .json) { call, router throws(Refusal) in
      let (configuration, own) = (
        try router.configuration, try call.text(at: "own", "the configuration as YAML text")
      )
      return .deferred { [report = router.report] done in
        configuration.change(to: own) { result in
          let response: Response
          do throws(Refusal) {
            let waiting = try result.get()
            response = Response(.object(["waiting": .array(waiting.map { .text($0) })]))
          } catch {
            response = Response(error)
          }
          report(
            .changed(by: call.client, what: "the configuration", isDone: response.status == .ok))
          done(response)
        }
      }
    },
  ]
}

extension Router {
  fileprivate var configuration: any RemoteConfiguration {
    get throws(Refusal) {
      guard let configuration = site.configuration else {
        throw Refusal("only a service has a configuration: start the player with vitrine run")
      }
      return configuration
    }
  }
}
