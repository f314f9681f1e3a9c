import ArgumentParser
import VitrineDaemon
import VitrineMachine
import VitrinePlayback
import VitrineSettings

/// The configuration file and the cache.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    name: .customLong("config"),
    help: ArgumentHelp(
      "Read this configuration file; options override it. See docs/operate/configuration.md.",
      valueName: "file"))
  var path: String?

  @Option(
    help: ArgumentHelp(
      "Cache downloads in this folder and play them from there; see docs/use/network.md. (default: no cache)",
      valueName: "folder"))
  var keep: String?

  /// Reads the file, if there is one. Logs its faults and throws the exit status.
  func read(_ log: Log) throws -> Configuration {
    guard let path else { return Configuration() }
    do throws(ConfigurationError) {
      return try readConfiguration(path)
    } catch {
      error.lines.forEach(log.error)
      throw ExitCode(error.exitStatus.rawValue)
    }
  }

  func apply(to settings: inout Configuration) {
    if let keep {
      settings.cache.folder = keep
    } else if path == nil {
      // A trial run must not fill the service's cache.
      settings.cache.size = 0
    }
  }
}
