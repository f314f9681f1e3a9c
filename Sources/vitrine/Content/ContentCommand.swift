import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePlayback

/// `vitrine content`: shows and verifies the content release in use.
struct ContentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content",
    abstract: "Show or verify the content release in use.",
    discussion: """
      Examples:
        vitrine content
        vitrine content verify
        vitrine content show --state /var/lib/vitrine
      """,
    subcommands: [Show.self, Verify.self], defaultSubcommand: Show.self)

  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Use this state folder of the service (service.state).",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    var store: Folder { Folder(state).folder("content") }

    func current() throws -> StoredRelease {
      guard let set = StoredRelease.current(in: store) else {
        Log().error(
          "\(store.path): no content downloaded yet: check that --state is the state folder of a service"
        )
        throw ExitCode(ExitStatus.noInput.rawValue)
      }
      return set
    }
  }

  /// `vitrine content show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the release in use and failed releases.",
      discussion: """
        Examples:
          vitrine content show
          vitrine content show --state /var/lib/vitrine
        """)

    @OptionGroup var place: Place

    func run() throws {
      let set = try place.current()
      let manifest = set.manifest
      print("release \(manifest.number), id \(set.id)")
      print("\(manifest.files.count) files, \(manifest.size) bytes")
      print("plays: \(manifest.play?.text ?? "all files")")
      guard let notes = ReleaseStoreState.read(at: place.store) else { return }
      if notes.trial?.set == set.id.text { print("on trial: not played to its end yet") }
      for (set, why) in notes.refused.sorted(by: { $0.key < $1.key }) {
        print("failed: id \(set): \(why)")
      }
      print("total written: \(notes.written + PartialFiles(in: place.store).size) bytes")
    }
  }

  /// `vitrine content verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare all files with the manifest.",
      discussion: """
        Exit status: 0 if all files are intact, 65 if one differs.

        Examples:
          vitrine content verify
          vitrine content verify --state /var/lib/vitrine
        """)

    @OptionGroup var place: Place

    func run() throws {
      let set = try place.current()
      var faults = 0
      for file in set.manifest.files where !matches(set.path(of: file), file.digest) {
        print("\(file.path): damaged or missing")
        faults += 1
      }
      guard faults == 0 else { throw ExitCode(ExitStatus.data.rawValue) }
      print("\(set.manifest.files.count) files verified")
    }

    private func matches(_ path: String, _ digest: Digest) -> Bool {
      guard let file = try? FileDescriptor(reading: path) else { return false }
      var running = IncrementalDigest()
      var place = 0
      while let bytes = try? file.bytes(at: place, count: 1 << 20) {
        if bytes.isEmpty { return running.digest() == digest }
        running.add(bytes)
        place += bytes.count
      }
      return false
    }
  }
}
