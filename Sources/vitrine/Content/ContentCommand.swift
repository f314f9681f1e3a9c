import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePlayback

/// `vitrine content`: what a screen has been supplied with.
struct ContentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "content",
    abstract: "Show and check the content that a service was supplied with.",
    subcommands: [Show.self, Verify.self], defaultSubcommand: Show.self)

  struct Place: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The folder of what the player remembers: service.state, or the service's own.",
        valueName: "folder"))
    var state = "/var/lib/vitrine"

    var store: Folder { Folder(state).folder("content") }

    func current() throws -> StoredSet {
      guard let set = StoredSet.current(in: store) else {
        Log().error("\(store.path): no content has come yet; is --state the folder of a service?")
        throw ExitCode(ExitStatus.noInput.rawValue)
      }
      return set
    }
  }

  /// `vitrine content show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "What is shown, and what failed.")

    @OptionGroup var place: Place

    func run() throws {
      let set = try place.current()
      let manifest = set.manifest
      print("number \(manifest.number), set \(set.id)")
      print("\(manifest.files.count) files, \(manifest.size) bytes")
      print("played: \(manifest.play?.text ?? "all of it")")
      guard let notes = SetNotes.read(at: place.store) else { return }
      if notes.trial?.set == set.id.text { print("on trial: it has not been shown to its end yet") }
      for (set, why) in notes.refused.sorted(by: { $0.key < $1.key }) {
        print("failed: set \(set), \(why)")
      }
      print("written in all: \(notes.written + StoredParts(in: place.store).size) bytes")
    }
  }

  /// `vitrine content verify`.
  struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract:
        "Read all files of it, and compare them with the manifest; status 65 if one differs.")

    @OptionGroup var place: Place

    func run() throws {
      let set = try place.current()
      var faults = 0
      for file in set.manifest.files where !matches(set.path(of: file), file.digest) {
        print("\(file.path): not as it came")
        faults += 1
      }
      guard faults == 0 else { throw ExitCode(ExitStatus.data.rawValue) }
      print("\(set.manifest.files.count) files, each as it came")
    }

    private func matches(_ path: String, _ digest: Digest) -> Bool {
      guard let file = try? FileDescriptor(reading: path) else { return false }
      var running = RunningDigest()
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
