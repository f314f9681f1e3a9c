import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineSignage

/// `vitrine publish`: a folder as screens fetch it.
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write the manifest of a folder, by which screens fetch it.",
    discussion: """
      Looks through all files of the folder, and writes manifest.json beside them: their names, sizes and \
      SHA-256. Put on any web server, it is what content.manifest of a screen names; what has not changed is \
      not fetched again. A list called playlist.yaml (or .m3u8, .m3u, .xspf) is what is played; without one \
      all of it is. Lists may name only files that are in the folder.

      With --key it is signed as well, in manifest.json.minisig; minisign checks it, too.
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Sign with the key in this file, as --make-key writes it.", valueName: "file"))
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Write a new key into this file, and print its public half: content.key of screens.",
      valueName: "file"))
  var makeKey: String?

  @Option(
    help: ArgumentHelp(
      "After so many days screens do not take it any more: an old one cannot be passed off as new.",
      valueName: "days"))
  var expires: Int?

  @Option(
    help: ArgumentHelp("What is played of it: a list or a folder in the folder.", valueName: "path")
  )
  var play: String?

  @Flag(help: "Do not look whether the files can be played.")
  var unchecked = false

  func validate() throws {
    guard folder != nil || makeKey != nil else {
      throw ValidationError("name a folder, or a file for --make-key")
    }
    if let expires, !(1...36_500).contains(expires) {
      throw ValidationError("--expires takes 1 to 36500 days")
    }
  }

  func run() throws {
    if let makeKey { print(try Self.makeKey(makeKey)) }
    guard let folder else { return }
    let now = Int64(WallTime.seconds)
    do throws(Publication.Failure) {
      let publication = try Publication(
        of: folder, number: now, expiry: expires.map { now + Int64($0) * 86_400 }, play: play,
        skipsProof: unchecked)
      let faults = PublishedLists(publication.manifest, in: folder).faults
      if !faults.isEmpty {
        let told = faults.prefix(20) + (faults.count > 20 ? ["and \(faults.count - 20) more"] : [])
        throw Publication.Failure(
          description: "not published: correct its lists, or add the files:\n"
            + told.joined(separator: "\n"))
      }
      if let path = key ?? makeKey {
        try publication.write(signing: try Self.readKey(path))
      } else {
        try publication.write()
      }
      let manifest = publication.manifest
      print(
        "number \(manifest.number): \(manifest.files.count) files, \(manifest.size) bytes; played: "
          + (manifest.play?.text ?? "all of it"))
    } catch {
      Log().error("\(folder): \(error)")
      throw ExitCode(ExitStatus.data.rawValue)
    }
  }

  private static func makeKey(_ path: String) throws -> String {
    let key = SigningKey.make()
    do throws(Errno) {
      let file = try FileDescriptor(creating: path)
      try file.setMode(0o600)
      try file.write(key.pem)
      try file.settle()
    } catch {
      Log().error("\(path): \(error == .exists ? "a file is there already" : "\(error)")")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
    return key.verifying.text
  }

  private static func readKey(_ path: String) throws(Publication.Failure) -> SigningKey {
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(most: 65_536)
      do throws(SignatureError) {
        return try SigningKey.read(pem: bytes)
      } catch {
        throw .invalid
      }
    } catch {
      throw Publication.Failure(
        description: error == .invalid
          ? "\(path): no key of Ed25519 in PEM form without a password" : "\(path): \(error)")
    }
  }
}
