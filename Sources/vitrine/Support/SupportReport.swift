import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrineTiming

/// The files of a support archive, in memory, without secrets.
struct SupportReport {
  private(set) var files: [(name: String, bytes: [UInt8])] = []
  private var contents: [String] = []
  private var omissions: [String] = []
  private let scrubber: SecretScrubber
  private let deadline = HostTime.now() + .seconds(180)

  /// Even if nothing can be compressed, the archive is smaller than 10 MiB.
  private static let mostBytes = 9 << 20
  private static let mostKernelBytes = 512 << 10

  init(_ scrubber: SecretScrubber) { self.scrubber = scrubber }

  /// The size of all files.
  var size: Int { files.reduce(0) { $0 + $1.bytes.count } }

  /// Runs a program and adds its output. Blocks.
  mutating func add(_ item: SupportItem) {
    guard item.command.isInstalled else {
      return omit(item.file, "\(item.command.words[0]) is not installed")
    }
    guard HostTime.now() < deadline else { return omit(item.file, "not enough time") }
    let output: TimedCommand.Output
    do throws(Errno) {
      output = try item.command.run()
    } catch {
      return omit(item.file, "cannot run \(item.command.words[0]): \(error)")
    }
    let bytes = scrubbed(output.bytes, item.treatment)
    var notes: [String] = []
    if output.isCut {
      notes.append(item.command.kept == .oldest ? "only the beginning" : "only the newest lines")
    }
    switch output.status {
    case 0: break
    case let status?: notes.append("exit status \(status)")
    case nil where !output.isCut:
      notes.append("killed after \(item.command.timeout.components.seconds) s")
    case nil: break
    }
    if bytes.isEmpty { return omit(item.file, ([item.absence] + notes).joined(separator: ", ")) }
    add(item.file, ([item.meaning] + notes).joined(separator: "; "), finished: bytes)
  }

  /// Adds the first item that has output.
  mutating func add(firstOf items: [SupportItem]) {
    let (fileCount, earlier) = (files.count, omissions)
    for item in items where files.count == fileCount {
      omissions = earlier
      add(item)
    }
  }

  /// Adds a text.
  mutating func add(_ name: String, _ meaning: String, _ text: String) {
    add(name, meaning, finished: scrubber.scrubbed(Array(text.utf8)))
  }

  mutating func omit(_ name: String, _ why: String) {
    omissions.append("\(name): \(scrubber.scrubbed(why))")
  }

  private mutating func add(_ name: String, _ meaning: String, finished bytes: [UInt8]) {
    guard size + bytes.count <= Self.mostBytes else {
      return omit(name, "the archive would be too large")
    }
    files.append((name, bytes))
    contents.append("\(name): \(scrubber.scrubbed(meaning))")
  }

  private func scrubbed(_ bytes: [UInt8], _ treatment: SupportItem.Treatment) -> [UInt8] {
    switch treatment {
    case .text: return scrubber.scrubbed(bytes)
    case .unit: return scrubber.scrubbed(unit: bytes)
    case .binary: return bytes
    case .kernelLog:
      let kept = KernelLogFilter.relevant(bytes).suffix(Self.mostKernelBytes)
      // The first line may be incomplete.
      let start = kept.count < Self.mostKernelBytes ? kept.startIndex : kept.firstIndex(of: 10)
      return scrubber.scrubbed(kept[(start ?? kept.endIndex)...])
    }
  }

  /// The file `README.txt`.
  func introduction(host: String, time: String, isRoot: Bool) -> String {
    let access =
      isRoot
      ? "Collected as root."
      : "Collected without root, so that logs and files may be missing: sudo vitrine support adds them."
    return """
      Vitrine \(Program.version) on \(host), \(time) UTC
      \(access)

      Contents

      \(contents.map { "  \($0)" }.joined(separator: "\n"))

      Left out

      \(omissions.map { "  \($0)\n" }.joined())\
        media, playlists, the contents of the state folder, core dumps: never included

      Privacy

        \(SecretScrubber.mark) replaces passwords, tokens, PINs, keys, and the queries of URLs.
        Names of files, hosts, servers and users, and serial numbers of displays are included.

      """
  }
}
