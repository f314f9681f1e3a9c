import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrinePlaylists

/// What lies in a folder that others put files into, as a set. Thread-bound; asked again and again.
struct FolderSurvey {
  let path: String
  private var known: [String: (mark: String, digest: Digest)] = [:]
  /// What lies there as it was at the last look, by its path.
  private(set) var marks: [String: String] = [:]
  /// Something that is neither file nor folder, or lies too deep, where there is such: it is passed over.
  private(set) var unseen: String?

  private static let mostFiles = 20_000
  private static let depth = 12

  init(_ path: String) { self.path = path }

  /// Whether it is as it was at the look before; what is being written is not.
  mutating func isQuiet() throws(SupplyError) -> Bool {
    var (marks, seen) = ([String: String](), 0)
    unseen = nil
    try walk("", depth: Self.depth, into: &marks, &seen)
    defer { self.marks = marks }
    return marks == self.marks
  }

  /// As it was at the last look. Reads what it has not read before, asking `isWanted` now and then.
  mutating func manifest(
    number: Int64, while isWanted: () -> Bool
  ) throws(SupplyError) -> SetManifest {
    var files: [SetManifest.File] = []
    var found: [String: (mark: String, digest: Digest)] = [:]
    for (name, mark) in marks where !Self.isOwn(name) {
      guard let path = SetPath(name) else {
        throw .wrong(name, cause: "a name that no file of a set may have; rename it")
      }
      let digest = try known[name]?.mark == mark ? known[name]?.digest : digest(of: name, isWanted)
      // bound: the kernel's size of a file
      guard let digest, let size = Int64(mark.prefix { $0 != ":" }) else { throw .ended }
      found[name] = (mark, digest)
      files.append(SetManifest.File(path, size: size, digest))
    }
    known = found
    do throws(SetError) {
      return try SetManifest(number: number, play: Self.play(files.map(\.path)), files)
    } catch {
      throw .store(error)
    }
  }

  /// Throws where something else lies there than a manifest says: reads each file that it has not read before.
  mutating func compare(
    with manifest: SetManifest, while isWanted: () -> Bool
  ) throws(SupplyError) {
    // What can be told without reading a stick to its end is told first.
    let sizes = Dictionary(uniqueKeysWithValues: manifest.files.map { ($0.path.text, $0.size) })
    for (name, mark) in marks where !Self.isOwn(name) {
      guard let size = sizes[name] else {
        throw .wrong(
          name, cause: "it is not in the manifest; publish what is there again, or remove it")
      }
      guard Int64(mark.prefix { $0 != ":" }) == size else {
        throw .wrong(name, cause: "its bytes are not those of the manifest (size)")
      }
    }
    let there = try self.manifest(number: manifest.number, while: isWanted)
    let found = Dictionary(uniqueKeysWithValues: there.files.map { ($0.path.text, $0.digest) })
    for file in manifest.files where found[file.path.text] != file.digest {
      throw .wrong(
        "\(file.path)",
        cause: found[file.path.text] == nil
          ? "it is not there" : "its bytes are not those of the manifest (SHA-256)")
    }
  }

  /// How many films and pictures lie there.
  var playable: Int { marks.keys.count { FileKind(path: $0) != nil } }

  /// What says something of the folder, and is none of its content.
  private static func isOwn(_ name: String) -> Bool {
    name == Stick.marker || name == SetManifest.name || name == SetManifest.signatureName
  }

  /// A list of that name in the topmost folder is what is played.
  static func play(_ paths: [SetPath]) -> SetPath? {
    let names = ["playlist.yaml", "playlist.yml", "playlist.m3u8", "playlist.m3u", "playlist.xspf"]
    return names.lazy.compactMap { name in paths.first { $0.text == name } }.first
  }

  private mutating func walk(
    _ folder: String, depth: Int, into marks: inout [String: String], _ seen: inout Int
  ) throws(SupplyError) {
    let place = Folder(folder.isEmpty ? path : "\(path)/\(folder)")
    let names: [String]
    do throws(Errno) { names = try place.readNames() } catch {
      throw .folder(place.path, cause: "\(error)")
    }
    for name in names where !name.hasPrefix(".") && name != "lost+found" {
      seen += 1
      // Folders count as well: there are disks that have no end of them.
      guard seen <= 2 * Self.mostFiles else {
        throw .folder(path, cause: "it has more than \(Self.mostFiles) files")
      }
      // What went away while it was looked at: the next look tells.
      guard let status = try? FileStatus(of: place.path(of: name)) else { continue }
      let whole = folder.isEmpty ? name : "\(folder)/\(name)"
      if status.isFile {
        // Two whose names differ in bytes alone are one to those who compare texts.
        if marks.updateValue(status.versionMark, forKey: whole) != nil { unseen = unseen ?? whole }
      } else if status.isFolder, depth > 0 {
        try walk(whole, depth: depth - 1, into: &marks, &seen)
      } else {
        unseen = unseen ?? whole
      }
      guard marks.count <= Self.mostFiles else {
        throw .folder(path, cause: "it has more than \(Self.mostFiles) files")
      }
    }
  }

  private func digest(of name: String, _ isWanted: () -> Bool) throws(SupplyError) -> Digest? {
    do throws(Errno) {
      let file = try FileDescriptor(reading: name, below: path)
      var digest = RunningDigest()
      var place = 0
      while true {
        guard isWanted() else { return nil }
        let bytes = try file.bytes(at: place, count: 1 << 20)
        if bytes.isEmpty { return digest.digest() }
        digest.add(bytes)
        place += bytes.count
      }
    } catch {
      throw .wrong(name, cause: "\(error)")
    }
  }
}
