import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineMachine
import VitrineSettings
import VitrineTiming

/// The parts of the configuration that a support archive needs.
struct SupportConfiguration: Sendable {
  /// As a file, with origins and without secrets.
  var text: Result<String, ConfigurationError>
  /// The path of the player's socket, if it is configured.
  var socket: String?
  /// The contents of the files with passwords, tokens and headers.
  var secrets: [String] = []

  /// Nil if reading takes too long.
  static func reading(_ file: String?, _ unit: UnitFile?) -> SupportConfiguration? {
    BackgroundCheck("configuration") { SupportConfiguration(ConfigurationSources(file, unit)) }
      .result(until: .now() + .seconds(10)).value
  }

  private init(_ places: ConfigurationSources) {
    socket = places.readableSocket
    do throws(ConfigurationError) {
      let found = try places.read().configuration
      text = .success(found.withoutSecrets.yaml(hasOrigins: true))
      secrets = Self.secrets(of: found.configuration)
    } catch {
      text = .failure(error)
    }
  }

  private static func secrets(of settings: Configuration) -> [String] {
    let words =
      (settings.access.values.flatMap { [$0.passwordFile, $0.tokenFile] }
      + [settings.network.proxyPasswordFile]).compactMap(\.self).flatMap(lines)
    let headers = settings.access.values.compactMap(\.headersFile).flatMap(lines).compactMap {
      $0.split(separator: ":", maxSplits: 1).last.map(String.init)
    }
    return (words + headers).map { String($0.drop { $0 == " " }) }
  }

  private static func lines(of path: String) -> [String] {
    (smallText(path) ?? "").split(whereSeparator: \.isNewline).map(String.init)
  }
}

extension SupportReport {
  mutating func add(_ configuration: SupportConfiguration?) {
    let name = "configuration.yaml"
    switch configuration?.text {
    case .success(let text):
      add(name, "effective configuration, with the origin of each value", text)
    case .failure(let error): omit(name, error.lines.joined(separator: "; "))
    case nil: omit(name, "could not be read in time")
    }
  }
}
