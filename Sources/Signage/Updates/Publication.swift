package import VitrineContent
package import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// A folder of content with the manifest that players download.
package struct Publication: Sendable {
  package let manifest: ReleaseManifest
  private let folder: Folder

  /// Why a folder cannot be published.
  package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Hashes all files of a folder and checks that they can be played. The manifest's number is one
  /// more than that of the existing manifest, and at least `least`.
  package init(
    of path: String, number least: Int64, expiry: Int64?, play: String?,
    skipsProof: Bool = false
  ) throws(Failure) {
    folder = Folder(path)
    do throws(ContentUpdateError) {
      manifest = try Self.manifest(path, least, expiry, play, skipsProof)
    } catch {
      throw Failure(description: "\(error)")
    }
  }

  private static func manifest(
    _ path: String, _ least: Int64, _ expiry: Int64?, _ play: String?, _ skipsProof: Bool
  ) throws(ContentUpdateError) -> ReleaseManifest {
    var scan = FolderScan(path)
    _ = try scan.isUnchanged()
    let found = try scan.manifest(number: 0) { true }
    guard !found.files.isEmpty else { throw .folder(path, cause: "the folder is empty") }
    for file in found.files where !skipsProof {
      if let fault = try FileVerification.fault(of: "\(path)/\(file.path)", while: { true }) {
        throw .invalid("\(file.path)", cause: fault)
      }
    }
    let before = try previous(in: Folder(path))
    let named = play.flatMap { ReleasePath($0) }
    if let play, named == nil { throw .invalid(play, cause: "not a path inside the folder") }
    do throws(ReleaseError) {
      return try ReleaseManifest(
        number: max((before?.number ?? 0) +| 1, least), expiry: expiry, play: named ?? found.play,
        found.files)
    } catch {
      throw .store(error)
    }
  }

  /// Returns the existing manifest; nil if there is none. Throws if it cannot be read, since its
  /// number would be unknown and players refuse a lower one. Without a manifest, the number is
  /// `least`: `vitrine publish` passes the wall clock's seconds.
  private static func previous(in folder: Folder) throws(ContentUpdateError) -> ReleaseManifest? {
    let path = folder.path(of: ReleaseManifest.name)
    let bytes: [UInt8]?
    do throws(Errno) {
      bytes = try folder.contents(
        of: ReleaseManifest.name, most: ReleaseManifest.mostBytesOfJSON + 1)
    } catch {
      throw .invalid(path, cause: "cannot be read: \(error)")
    }
    guard let bytes else { return nil }
    do throws(ReleaseError) { return try ReleaseManifest(json: bytes) } catch {
      throw .invalid(path, cause: "\(error); remove it and publish again")
    }
  }

  /// Writes the signature first, then the manifest: a player that combines the old manifest with
  /// the new signature tries again. Without a key, an old signature is removed.
  package func write(signing key: borrowing SigningKey) throws(Failure) {
    let json = manifest.json
    let signature = key.signature(
      of: json, remark: "number \(manifest.number), \(manifest.files.count) files")
    try put(signature, as: ReleaseManifest.signatureName)
    try put(String(decoding: json, as: UTF8.self), as: ReleaseManifest.name)
  }

  package func write() throws(Failure) {
    try put(nil, as: ReleaseManifest.signatureName)
    try put(String(decoding: manifest.json, as: UTF8.self), as: ReleaseManifest.name)
  }

  private func put(_ text: String?, as name: String) throws(Failure) {
    do throws(Errno) {
      try folder.write(text, to: name)
    } catch {
      throw Failure(description: "\(folder.path(of: name)) cannot be written: \(error)")
    }
  }
}
