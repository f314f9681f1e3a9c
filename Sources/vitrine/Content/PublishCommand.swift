import ArgumentParser
import Glibc
import VitrineContent
import VitrineCryptography
import VitrineDaemon
import VitrineLinux
import VitrinePlayback
import VitrineSchedules
import VitrineSignage

/// `vitrine publish`: writes the manifest of a content folder.
struct PublishCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish",
    abstract: "Write the manifest of a content folder.",
    discussion: """
      Writes manifest.json into the folder: the name, size and SHA-256 of each file. Put the folder \
      on any web server and set content.manifest of the players to the manifest's URL. Players \
      download only changed files. They play playlist.yaml (or .m3u8, .m3u, .xspf) if there is \
      one, otherwise all files. Lists may name only files in the folder.

      With --key, also writes the signature manifest.json.minisig, in the format of minisign.

      Examples:
        vitrine publish /srv/www/content
        vitrine publish --make-key shop.key
        vitrine publish --key shop.key --expires 30 /srv/www/content
      """)

  @Argument(help: ArgumentHelp("The content folder.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Sign with this private key, as written by --make-key. (default: unsigned)", valueName: "file"
    ))
  var key: String?

  @Option(
    help: ArgumentHelp(
      "Create a private key in this file, and print the public key for content.key.",
      valueName: "file"))
  var makeKey: String?

  @Option(
    help: ArgumentHelp(
      "Make players refuse the manifest after this many days (1-36500). (default: never)",
      valueName: "days"))
  var expires: Int?

  @Option(
    help: ArgumentHelp(
      "Play this list or folder. (default: playlist.yaml, .m3u8, .m3u or .xspf, otherwise all files)",
      valueName: "path")
  )
  var play: String?

  @Flag(help: "Skip the check that the files play.")
  var unchecked = false

  func validate() throws {
    guard folder != nil || makeKey != nil else {
      throw ValidationError("nothing to do: name a folder, or a file for --make-key")
    }
    if let expires, !(1...36_500).contains(expires) {
      throw ValidationError("invalid --expires \(expires): expected 1 to 36500 days")
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
        let listed =
          faults.prefix(20) + (faults.count > 20 ? ["and \(faults.count - 20) more"] : [])
        throw Publication.Failure(
          description: "not published: fix its lists, or add the files:\n"
            + listed.joined(separator: "\n"))
      }
      if let path = key ?? makeKey {
        try publication.write(signing: try Self.readKey(path))
      } else {
        try publication.write()
      }
      let manifest = publication.manifest
      print(
        "release \(manifest.number): \(manifest.files.count) files, \(manifest.size) bytes; plays: "
          + (manifest.play?.text ?? "all files"))
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
      Log().error("\(path): \(error == .exists ? "file exists: choose another name" : "\(error)")")
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
          ? "\(path): not an unencrypted Ed25519 private key in PEM format" : "\(path): \(error)")
    }
  }
}
