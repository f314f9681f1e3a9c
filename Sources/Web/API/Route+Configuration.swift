import NIOHTTP1
import VitrineControl

/// Reads, checks and changes the configuration.
extension Route {
  private static let path = "/api/v1/configuration"

  static let configuration: [Route] = [
    Route(method: .get, path: path, role: .admin) { _, desk throws(Refusal) in
      let configuration = try desk.configuration
      return .later { done in
        configuration.read { read in
          do throws(Refusal) {
            let text = try read.get()
            done(
              Answer(
                .object([
                  "holds": .text(text.holding), "own": .text(text.own),
                  "sections": .array(text.sections.map { .text($0) }),
                ])))
          } catch {
            done(Answer(error))
          }
        }
      }
    },
    Route(method: .post, path: "\(path)/check", role: .admin, body: .json) {
      call, desk throws(Refusal) in
      let (configuration, own) = (
        try desk.configuration, try call.text(at: "own", "the configuration as YAML text")
      )
      return .later { done in
        configuration.check(own) { faults in
          done(Answer(.object(["faults": .array(faults.map { .text($0) })])))
        }
      }
    },
    Route(method: .put, path: path, role: .admin, body: .json) { call, desk throws(Refusal) in
      let (configuration, own) = (
        try desk.configuration, try call.text(at: "own", "the configuration as YAML text")
      )
      return .later { [news = desk.news] done in
        configuration.change(to: own) { result in
          let answer: Answer
          do throws(Refusal) {
            let waiting = try result.get()
            answer = Answer(.object(["waiting": .array(waiting.map { .text($0) })]))
          } catch {
            answer = Answer(error)
          }
          news(
            .changed(by: call.client, what: "the configuration", isDone: answer.status == .ok))
          done(answer)
        }
      }
    },
  ]
}

extension Desk {
  fileprivate var configuration: any RemoteConfiguration {
    get throws(Refusal) {
      guard let configuration = site.configuration else {
        throw Refusal("only a service has a configuration: start the player with vitrine run")
      }
      return configuration
    }
  }
}
