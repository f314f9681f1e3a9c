import Glibc
import VitrineKMS
import VitrineLinux
import VitrinePictures
public import VitrinePlayback
public import VitrineSettings

/// Why a configuration cannot be used, in lines for people.
public struct ConfigurationError: Error {
  public let lines: [String]
  public let exitStatus: ExitStatus

  public init(lines: [String], exitStatus: ExitStatus) {
    (self.lines, self.exitStatus) = (lines, exitStatus)
  }
}

extension ConfigurationError {
  fileprivate init(unreadable path: String, _ error: Errno) {
    self.init(
      lines: ["\(path): cannot be read: \(error)"],
      exitStatus: error == .accessDenied ? .noPermission : .noInput)
  }
}

/// What a file says.
public func readConfiguration(_ path: String) throws(ConfigurationError) -> Configuration {
  try merge([.file(path, try readFile(path))]).configuration
}

/// Where the layers of a configuration are.
public struct ConfigurationPlaces: Sendable {
  /// In the place of those below `/etc`.
  public var files: [String]?
  /// In the place of the boards that came with the program.
  public var boards: String?
  /// The board's name, whatever is found.
  public var board: String?
  /// What was said from elsewhere, in a file that need not be there: it wins over the others.
  public var own: String?
  /// Keys with values, which win over all.
  public var assignments: [String] = []

  public init(
    files: [String]? = nil, boards: String? = nil, board: String? = nil, assignments: [String] = []
  ) {
    (self.files, self.boards, self.board) = (files, boards, board)
    self.assignments = assignments
  }

  /// The service's own.
  public static let file = "/etc/vitrine/vitrine.yaml"
  static let folder = "/etc/vitrine/conf.d"

  /// A configuration, and the board that it was made for.
  public struct Found: Sendable {
    public let configuration: LayeredConfiguration
    public let board: BoardChoice?
  }

  /// Where a service keeps what is said of it from elsewhere, in this folder.
  public static func own(in folder: String) -> String {
    Folder(folder).path(of: "configuration.yaml")
  }

  /// That of the service as it is installed; nil where this user may not look.
  public static var ownOfService: String? {
    let path = own(in: "/var/lib/vitrine")
    return FileAccess.allows(R_OK, path) ? path : nil
  }

  /// As an installed service reads it, as far as this user may.
  public static var ofService: ConfigurationPlaces {
    var places = ConfigurationPlaces()
    places.own = ownOfService
    return places
  }

  /// Whether anything was said from elsewhere.
  public func hasOwn() throws(ConfigurationError) -> Bool {
    guard let own else { return false }
    return try absenceOrError(own) { () throws(Errno) in
      _ = try FileStatus(of: own)
      return true
    } ?? false
  }

  /// Reads all layers: the board's, files, the environment, the command line; `own` is in the place of what
  /// was said from elsewhere.
  public func read(own said: [UInt8]? = nil) throws(ConfigurationError) -> Found {
    var layers: [ConfigurationLayer] = []
    for path in try paths() { layers.append(.file(path, try readFile(path))) }
    if let said {
      layers.append(.file("own", said))
    } else if let own, try hasOwn() {
      layers.append(.file(own, try readFile(own)))
    }
    layers.append(.environment(environmentVariables()))
    layers.append(.assignments(assignments, option: "--set"))
    // Which board it is may be said in any of them.
    let first = try merge(layers)
    let choice = try board(saidIn: first)
    guard let choice else { return Found(configuration: first, board: nil) }
    return Found(configuration: try merge([.board(choice.board)] + layers), board: choice)
  }

  /// The control socket's path, as far as anything can be read: clients find a service with a broken configuration
  /// where they found it before. Nil where nothing is said of it.
  public var readableSocket: String? {
    var paths = (try? paths()) ?? []
    if let own { paths.append(own) }
    let files = paths.compactMap { path in
      // Another layer may say it.
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
    return (isThere ?? false ? [Self.file] : []) + (try yamlFiles(in: Self.folder))
  }

  private func board(
    saidIn layers: LayeredConfiguration
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

/// Layers with all that can be wrong with them.
public func merge(_ layers: [ConfigurationLayer]) throws(ConfigurationError)
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
    "\(read.origin(of: path).map { "\($0)" } ?? ""): \(path): \"\(mode)\" is no mode that a cable could carry"
  }
  guard faults.isEmpty else {
    throw ConfigurationError(lines: faults, exitStatus: .configuration)
  }
  return read
}

/// A file's bytes; one more than may be there, so that a longer file is seen to be one.
public func readFile(_ path: String) throws(ConfigurationError) -> [UInt8] {
  do throws(Errno) {
    let file = try FileDescriptor(reading: path)
    return try file.bytes(at: 0, count: Configuration.largestFile + 1)
  } catch {
    throw ConfigurationError(unreadable: path, error)
  }
}

/// What `look` finds at a path; nil where there is nothing. What is there and cannot be looked at
/// is no absence: half of a configuration is worse than none.
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

/// The paths of a folder's files, in the order of their names' bytes; none where there is no
/// such folder.
func yamlFiles(in folder: String) throws(ConfigurationError) -> [String] {
  let names = try absenceOrError(folder) { () throws(Errno) in try Folder(folder).readNames() }
  return (names ?? []).filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }
    .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    .map { Folder(folder).path(of: $0) }
}

/// The variables that begin with `VITRINE_`.
private func environmentVariables() -> [String: String] {
  ProcessEnvironment.variables.filter { $0.key.hasPrefix("VITRINE_") }
}

extension DisplaySettings {
  /// Those that are spelled well, and of which no timing can be made.
  fileprivate var impossibleModes: [String] { customModes.filter { Mode(custom: $0) == nil } }
}
