import Glibc
internal import VitrineLinux
package import VitrinePlayback

/// One call of `vitrine ctl`: its options and the words of its command.
package struct ControlCall: Hashable, Sendable {
  /// The path of the player's socket; nil for `ControlPath.standard`.
  package var socket: String?
  /// The connector whose player to control, if it has a separate socket.
  package var output: String?
  /// Whether to print JSON.
  package var json: Bool
  /// Whether to print every change of the status until a signal.
  package var follow: Bool
  /// One word per argument.
  package var words: [String]

  package init(
    _ words: [String] = [], socket: String? = nil, output: String? = nil, json: Bool = false,
    follow: Bool = false
  ) {
    self.words = words
    self.socket = socket
    self.output = output
    self.json = json
    self.follow = follow
  }

  /// Reads the arguments after `ctl`. Nil if they ask for help, or if something about them has to be explained: the
  /// argument parser of `vitrine ctl` does that.
  package init?(arguments: [String]) {
    self.init()
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json" where !json: json = true
      case "--follow" where !follow: follow = true
      case "--socket" where socket == nil:
        guard let path = rest.popFirst(), !path.hasPrefix("-") else { return nil }
        socket = path
      case "--output" where output == nil:
        guard let connector = rest.popFirst(), !connector.hasPrefix("-") else { return nil }
        output = connector
      case let word where word.hasPrefix("--") || word == "-h": return nil
      default: words.append(word)
      }
    }
    guard !words.isEmpty, (try? check()) != nil else { return nil }
  }

  /// Throws if the command is unknown, or not for `ctl`.
  package func check() throws(Refusal) {
    let request = try CommandLanguage.parse(words: words)
    if follow, request != .status { throw Refusal("--follow needs the command status") }
    switch request {
    case .observe, .unobserve: throw Refusal("use status --follow")
    case .screenshot(.descriptor), .screenshot(.base64):
      throw Refusal("screenshot needs a file name, or - for standard output")
    default: break
    }
  }

  /// The path of the socket that the call names, or that the environment names.
  /// `configured` is the path in the service's configuration.
  package func path(configured: String?) -> String {
    path(
      of: socket
        ?? ControlPath.standard(
          configured: configured, environment: ProcessEnvironment.value, isRoot: geteuid() == 0,
          exists: { FileAccess.allows(F_OK, $0) }))
  }

  /// The path of the socket; nil if only the service's configuration can tell.
  package var pathWithoutConfiguration: String? {
    let path =
      socket
      ?? ControlPath.withoutConfiguration(
        environment: ProcessEnvironment.value, exists: { FileAccess.allows(F_OK, $0) },
        isConfigured: Self.isSocketConfigured)
    return path.map { self.path(of: $0) }
  }

  /// Whether a file of the service's configuration has the word `socket`, also in a comment.
  private static func isSocketConfigured() -> Bool {
    let folder = Folder(ServiceFiles.configurationFolder)
    let files =
      [ServiceFiles.configuration, Folder(ServiceFiles.state).path(of: "configuration.yaml")]
      + directoryEntries(ServiceFiles.configurationFolder).map { folder.path(of: $0) }
    return files.contains { path in
      // The player cannot read it either, and ignores it here.
      guard let file = try? FileDescriptor(reading: path),
        let bytes = try? file.bytes(most: 1 << 20)
      else { return false }
      return String(decoding: bytes, as: UTF8.self).contains("socket")
    }
  }

  private func path(of socket: String) -> String {
    output.map { ControlPath.of($0, beside: socket) } ?? socket
  }

  /// Sends the command and prints the response, with `--follow` until a signal. Writes to the standard streams, and
  /// blocks. Returns the exit status.
  package func run(path: String) throws(ControlClientError) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    var output = try ControlOutput(path: path, json: json)
    guard follow else { return try output.show(words) }
    try output.follow()
    return 0
  }

  /// The exit status after an error of `run`. For a monitoring system, a player that does not answer
  /// is critical.
  package func exitStatus(after error: ControlClientError) -> Int32 {
    guard words == ["health"] else { return error.exitStatus.rawValue }
    switch error {
    case .notListening, .noResponse, .ended: return 2
    case .noPermission, .refused, .rejected, .failed, .unwritten: return 3
    }
  }

  /// The message for the user about an error of `run`, with its cause and its cure, and without control characters.
  package func message(_ error: ControlClientError, path: String) -> String {
    StatusText.visible(text(error, path: path))
  }

  private func text(_ error: ControlClientError, path: String) -> String {
    switch error {
    case .notListening where output != nil:
      "\(path): no player answers: only an output with its own list has a socket; omit --output for the first output"
    case .notListening:
      "\(path): no player answers: check systemctl status vitrine, or name its socket with --socket"
    case .noPermission:
      "\(path): permission denied: add your user to the socket's group, or use sudo"
    case .noResponse: "\(path): the player does not answer: check systemctl status vitrine"
    case .ended: "\(path): the player has quit"
    case .unwritten(let file, let error): "\(file): cannot write: \(error)"
    case .refused(let refusal), .rejected(let refusal): refusal.description
    case .failed(let error): "\(path): \(error)"
    }
  }
}

extension ControlClientError {
  /// The exit status of `vitrine ctl`.
  package var exitStatus: ExitStatus {
    switch self {
    case .notListening, .noResponse, .ended, .rejected, .failed: .unavailable
    case .unwritten: .cannotWrite
    case .noPermission: .noPermission
    case .refused: .data
    }
  }
}
