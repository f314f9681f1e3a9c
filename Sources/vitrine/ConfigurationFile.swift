import Linux
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
  do throws(ConfigurationFaults) {
    return try Configuration(bytes: bytes, file: path)
  } catch {
    throw ConfigurationTrouble(lines: error.lines, exitStatus: .configuration)
  }
}
