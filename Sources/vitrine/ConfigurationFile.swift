import KMS
import Linux
import Pictures
import Playback
import Settings

/// Why a configuration cannot be used, in lines for people.
struct ConfigurationTrouble: Error {
  let lines: [String]
  let exitStatus: ExitStatus
}

/// What a file says.
func readConfiguration(_ path: String) throws(ConfigurationTrouble) -> Configuration {
  let bytes: [UInt8]
  do throws(Errno) {
    let file = try FileDescriptor(reading: path)
    // One more than may be there, so that a longer file is seen to be one.
    bytes = try file.bytes(at: 0, count: Configuration.largestFile + 1)
  } catch {
    throw ConfigurationTrouble(
      lines: ["\(path): cannot be read: \(error)"],
      exitStatus: error == .accessDenied ? .noPermission : .noInput)
  }
  let settings: Configuration
  do throws(ConfigurationFaults) {
    settings = try Configuration(bytes: bytes, file: path)
  } catch {
    throw ConfigurationTrouble(lines: error.lines, exitStatus: .configuration)
  }
  let faults = settings.display.impossibleModes.map {
    "\(path): display.custom-modes: \"\($0)\" is no mode that a cable could carry"
  }
  guard faults.isEmpty else {
    throw ConfigurationTrouble(lines: faults, exitStatus: .configuration)
  }
  return settings
}

extension DisplaySettings {
  /// Those that are spelled well, and of which no timing can be made.
  fileprivate var impossibleModes: [String] { customModes.filter { Mode(custom: $0) == nil } }
}

extension Configuration {
  /// How far each connector's content is turned beside what `display` says.
  var rotationsBesides: [String: Rotation] {
    outputs.compactMapValues(\.rotation).mapValues { $0 + display.rotation.inverse }
  }
}
