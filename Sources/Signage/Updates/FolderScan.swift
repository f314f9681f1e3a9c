import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlaylists

/// The contents of a folder that others write to, as a release. Thread-bound; asked repeatedly.
struct FolderScan {
  let path: String
  private var known: [String: (mark: String, digest: Digest)] = [:]
  /// The version of each file at the last check, by path.
  private(set) var marks: [String: String] = [:]
  /// A skipped entry: neither file nor folder, or nested too deeply.
  private(set) var unsupported: String?

  private static let mostFiles = 20_000
  private static let depth = 12

  init(_ path: String) { self.path = path }

  /// Whether nothing changed since the previous check. A file that is being written changes.
  mutating func isUnchanged() throws(ContentUpdateError) -> Bool {
    var (marks, seen) = ([String: String](), 0)
    unsupported = nil
    try walk("", depth: Self.depth, into: &marks, &seen)
    defer { self.marks = marks }
    return marks == self.marks
  }

  /// Returns a manifest of the last check. Hashes new files and calls `isWanted` now and then.
  mutating func manifest(
    number: Int64, while isWanted: () -> Bool
  ) throws(ContentUpdateError) -> ReleaseManifest {
    var files: [ReleaseManifest.File] = []
    var found: [String: (mark: String, digest: Digest)] = [:]
    for (name, mark) in marks where !Self.isOwn(name) {
      guard let path = ReleasePath(name) else {
        throw .invalid(name, cause: "this file name is not allowed in a release; rename it")
      }
      let digest = try known[name]?.mark == mark ? known[name]?.digest : digest(of: name, isWanted)
      // bound: the size is from the kernel
      guard let digest, let size = Int64(mark.prefix { $0 != ":" }) else { throw .cancelled }
      found[name] = (mark, digest)
      files.append(ReleaseManifest.File(path, size: size, digest))
    }
    known = found
    do throws(ReleaseError) {
      return try ReleaseManifest(number: number, play: Self.play(files.map(\.path)), files)
    } catch {
      throw .store(error)
    }
  }

  /// Throws if the folder differs from a manifest. Hashes new files.
  mutating func compare(
    with manifest: ReleaseManifest, while isWanted: () -> Bool
  ) throws(ContentUpdateError) {
    // The cheap checks come first, before the whole stick is read.
    let sizes = Dictionary(uniqueKeysWithValues: manifest.files.map { ($0.path.text, $0.size) })
    for (name, mark) in marks where !Self.isOwn(name) {
      guard let size = sizes[name] else {
        throw .invalid(
          name, cause: "not in the manifest; publish the folder again, or remove the file")
      }
      guard Int64(mark.prefix { $0 != ":" }) == size else {
        throw .invalid(name, cause: "size mismatch with the manifest")
      }
    }
    let there = try self.manifest(number: manifest.number, while: isWanted)
    let found = Dictionary(uniqueKeysWithValues: there.files.map { ($0.path.text, $0.digest) })
    for file in manifest.files where found[file.path.text] != file.digest {
      throw .invalid(
        "\(file.path)",
        cause: found[file.path.text] == nil
          ? "missing" : "SHA-256 mismatch with the manifest")
    }
  }

  /// The number of videos and pictures.
  var playable: Int { marks.keys.count { FileKind(path: $0) != nil } }

  /// Whether a file is metadata of the folder.
  private static func isOwn(_ name: String) -> Bool {
    name == Stick.marker || name == ReleaseManifest.name || name == ReleaseManifest.signatureName
  }

  /// Returns the playlist in the top folder.
  static func play(_ paths: [ReleasePath]) -> ReleasePath? {
    let names = ["playlist.yaml", "playlist.yml", "playlist.m3u8", "playlist.m3u", "playlist.xspf"]
    return names.lazy.compactMap { name in paths.first { $0.text == name } }.first
  }

  private mutating func walk(
    _ folder: String, depth: Int, into marks: inout [String: String], _ seen: inout Int
  ) throws(ContentUpdateError) {
    let place = Folder(folder.isEmpty ? path : "\(path)/\(folder)")
    let names: [String]
    do throws(Errno) { names = try place.readNames() } catch {
      throw .folder(place.path, cause: "\(error)")
    }
    for name in names where !name.hasPrefix(".") && name != "lost+found" {
      seen += 1
      // Folders count, too: a damaged disk may have endless ones.
      guard seen <= 2 * Self.mostFiles else {
        throw .folder(path, cause: "more than \(Self.mostFiles) files")
      }
      // The file vanished during the walk; the next check sees that.
      guard let status = try? FileStatus(of: place.path(of: name)) else { continue }
      let relativePath = folder.isEmpty ? name : "\(folder)/\(name)"
      if status.isFile {
        // Two names that differ only in their bytes can be equal strings.
        if marks.updateValue(status.versionMark, forKey: relativePath) != nil {
          unsupported = unsupported ?? relativePath
        }
      } else if status.isFolder, depth > 0 {
        try walk(relativePath, depth: depth - 1, into: &marks, &seen)
      } else {
        unsupported = unsupported ?? relativePath
      }
      guard marks.count <= Self.mostFiles else {
        throw .folder(path, cause: "more than \(Self.mostFiles) files")
      }
    }
  }

  private func digest(of name: String, _ isWanted: () -> Bool) throws(ContentUpdateError) -> Digest?
  {
    do throws(Errno) {
      let file = try FileDescriptor(reading: name, below: path)
      var digest = IncrementalDigest()
      var place = 0
      while true {
        guard isWanted() else { return nil }
        let bytes = try file.bytes(at: place, count: 1 << 20)
        if bytes.isEmpty { return digest.digest() }
        digest.add(bytes)
        place += bytes.count
      }
    } catch {
      throw .invalid(name, cause: "\(error)")
    }
  }
}
