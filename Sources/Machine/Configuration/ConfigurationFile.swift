import Glibc
import VitrineKMS
import VitrineLinux
import VitrinePictures
package import VitrinePlayback
package import VitrineSettings

/// Why a configuration cannot be used, as lines of text.
package struct ConfigurationError: Error {
  package let lines: [String]
  package let exitStatus: ExitStatus

  package init(lines: [String], exitStatus: ExitStatus) {
    self.lines = lines
    self.exitStatus = exitStatus
  }
}

extension ConfigurationError {
  fileprivate init(unreadable path: String, _ error: Errno) {
    self.init(
      lines: ["\(path): cannot be read: \(error)"],
      exitStatus: error == .accessDenied ? .noPermission : .noInput)
  }
}

/// Reads a single file.
package func readConfiguration(_ path: String) throws(ConfigurationError) -> Configuration {
  try merge([.file(path, try readFile(path))]).configuration
}

/// The sources of a configuration's layers.
package struct ConfigurationSources: Sendable {
  /// Replaces the files in `/etc`.
  package var files: [String]?
  /// Replaces the folder of shipped boards.
  package var boards: String?
  /// The name of the board, instead of the detected one.
  package var board: String?
  /// The configuration set over HTTP, a file that may be missing. It takes precedence over the
  /// other files.
  package var own: String?
  /// Keys with values, which take precedence over everything.
  package var assignments: [String] = []

  package init(
    files: [String]? = nil, boards: String? = nil, board: String? = nil, assignments: [String] = []
  ) {
    self.files = files
    self.boards = boards
    self.board = board
    self.assignments = assignments
  }

  /// The service's configuration file.
  package static let file = ServiceFiles.configuration

  /// A configuration, and the board that it applies to.
  package struct Found: Sendable {
    package let configuration: LayeredConfiguration
    package let board: BoardChoice?
  }

  /// Returns the path of the configuration set over HTTP in a service's state folder.
  package static func own(in folder: String) -> String {
    Folder(folder).path(of: "configuration.yaml")
  }

  /// The path for the installed service; nil if this user cannot read it.
  package static var ownOfService: String? {
    let path = own(in: ServiceFiles.state)
    return FileAccess.allows(R_OK, path) ? path : nil
  }

  /// The sources that an installed service uses, as far as this user can read them.
  package static var ofService: ConfigurationSources {
    var places = ConfigurationSources()
    places.own = ownOfService
    return places
  }

  /// Whether a configuration was set over HTTP.
  package func hasOwn() throws(ConfigurationError) -> Bool {
    guard let own else { return false }
    return try absenceOrError(own) { () throws(Errno) in
      _ = try FileStatus(of: own)
      return true
    } ?? false
  }

  /// Reads all layers: board, files, environment, command line. `own` replaces the configuration
  /// set over HTTP.
  package func read(own bytes: [UInt8]? = nil) throws(ConfigurationError) -> Found {
    var layers: [ConfigurationLayer] = []
    for path in try paths() { layers.append(.file(path, try readFile(path))) }
    if let bytes {
      layers.append(.file("own", bytes))
    } else if let own, try hasOwn() {
      layers.append(.file(own, try readFile(own)))
    }
    layers.append(.environment(environmentVariables()))
    layers.append(.assignments(assignments, option: "--set"))
    // Any layer may name the board.
    let first = try merge(layers)
    let choice = try board(namedIn: first)
    guard let choice else { return Found(configuration: first, board: nil) }
    return Found(configuration: try merge([.board(choice.board)] + layers), board: choice)
  }

  /// The path of the control socket from whatever can be read, so that clients find a service with
  /// a broken configuration at its usual path. Nil if no layer sets it.
  package var readableSocket: String? {
    var paths = (try? paths()) ?? []
    if let own { paths.append(own) }
    let files = paths.compactMap { path in
      // Another layer may set it.
      (try? readFile(path)).map { ConfigurationLayer.file(path, $0) }
    }
    let others: [ConfigurationLayer] = [
      .environment(environmentVariables()), .assignments(assignments, option: "--set"),
    ]
    return LayeredConfiguration(readable: files + others).configuration.service.socket
  }

  private func paths() throws(ConfigurationError) -> [String] {
    if let files { return files }
    let isThere = try absenceOrError(Self.file) { () throws(Errno) in
      _ = try FileStatus(of: Self.file)
      return true
    }
    return (isThere ?? false ? [Self.file] : [])
      + (try yamlFiles(in: ServiceFiles.configurationFolder))
  }

  private func board(
    namedIn layers: LayeredConfiguration
  ) throws(ConfigurationError) -> BoardChoice? {
    let boards = try readBoards(boards)
    guard let name = board ?? layers.configuration.board else {
      return BoardChoice(of: .ofThisMachine(), among: boards)
    }
    let place = board != nil ? "--board" : layers.origin(of: "board").map { "\($0)" } ?? "board"
    guard let choice = BoardChoice(named: name, among: boards, saidBy: place) else {
      throw ConfigurationError(
        lines: ["\(place): \(BoardChoice.unknown(name, among: boards))"],
        exitStatus: .configuration)
    }
    return choice
  }
}

/// Merges the layers and reports all errors.
package func merge(_ layers: [ConfigurationLayer]) throws(ConfigurationError)
  -> LayeredConfiguration
{
  let read: LayeredConfiguration
  do throws(ConfigurationFaults) {
    read = try LayeredConfiguration(layers)
  } catch {
    throw ConfigurationError(lines: error.lines, exitStatus: .configuration)
  }
  let path = "display.custom-modes"
  let faults = read.configuration.display.impossibleModes.map { mode in
    "\(read.origin(of: path).map { "\($0)" } ?? ""): \(path): invalid mode \"\(mode)\": no cable can carry it"
  }
  guard faults.isEmpty else {
    throw ConfigurationError(lines: faults, exitStatus: .configuration)
  }
  return read
}

/// Reads a file, with one byte beyond the limit so that the caller detects longer files.
package func readFile(_ path: String) throws(ConfigurationError) -> [UInt8] {
  do throws(Errno) {
    let file = try FileDescriptor(reading: path)
    return try file.bytes(most: Configuration.largestFile + 1)
  } catch {
    throw ConfigurationError(unreadable: path, error)
  }
}

/// Returns the result of `look`; nil if the path does not exist. Other errors are thrown, since
/// half a configuration is worse than none.
private func absenceOrError<Found>(
  _ path: String, _ look: () throws(Errno) -> Found
) throws(ConfigurationError) -> Found? {
  do throws(Errno) {
    return try look()
  } catch .noEntry {
    return nil
  } catch {
    throw ConfigurationError(unreadable: path, error)
  }
}

/// Returns the paths of a folder's files, in byte order of their names; none if the folder does not
/// exist.
package func yamlFiles(in folder: String) throws(ConfigurationError) -> [String] {
  let names = try absenceOrError(folder) { () throws(Errno) in try Folder(folder).readNames() }
  return (names ?? []).filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { Folder(folder).path(of: $0) }
}

/// Returns the variables with the prefix `VITRINE_`.
private func environmentVariables() -> [String: String] {
  ProcessEnvironment.variables.filter { $0.key.hasPrefix("VITRINE_") }
}

extension DisplaySettings {
  /// Well-formed modes for which no timing can be computed.
  fileprivate var impossibleModes: [String] { customModes.filter { Mode(custom: $0) == nil } }
}
