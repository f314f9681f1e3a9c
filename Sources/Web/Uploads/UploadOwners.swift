import VitrineControl
import VitrineLinux

/// The owners of uploads, so that operators may replace and remove their own. Stored in a file of
/// the same folder whose name no client can use. A value type; each call reads the file system.
struct UploadOwners {
  private let folder: Folder

  static let file = ".owners"
  private static let most = 8 << 20

  init(_ folder: Folder) { self.folder = folder }

  /// A client as the owner of uploads.
  struct Client: Hashable, Sendable {
    /// Its token or certificate, or the machine itself.
    let owner: String
    let role: Role
  }

  enum Failure: Error, CustomStringConvertible {
    case file(path: String, Errno)
    case damaged(path: String)
    case full(path: String)

    var description: String {
      switch self {
      case .file(let path, let error): "\(path): \(error)"
      case .damaged(let path):
        "\(path) is damaged: delete it; only administrators can then replace the existing files"
      case .full(let path): "\(path) is full: remove some files"
      }
    }
  }

  private var path: String { folder.path(of: Self.file) }

  /// Reads the owners by file name. A missing file means no owners; a damaged one throws, so that
  /// nothing replaces it.
  private func read() throws(Failure) -> [String: String] {
    let bytes: [UInt8]?
    do throws(Errno) { bytes = try folder.contents(of: Self.file, most: Self.most) } catch {
      throw .file(path: path, error)
    }
    guard let bytes else { return [:] }
    guard case .object(let fields)? = try? JSONValue(line: bytes) else {
      throw .damaged(path: path)
    }
    let owners = fields.compactMapValues(\.text)
    guard owners.count == fields.count else { throw .damaged(path: path) }
    return owners
  }

  /// Returns a function for whether a client may replace and remove a file. If the owner is
  /// unknown, only an administrator may.
  func permission(of client: Client) throws(Failure) -> (UploadName) -> Bool {
    if client.role >= .admin { return { _ in true } }
    let (owners, names) = (try read(), Dictionary(grouping: folder.names, by: \.streamSafe))
    // File names that differ only in their bytes share a key, so that neither is known to be the
    // client's.
    return { owners[$0.key] == client.owner && names[$0.key]?.count ?? 0 <= 1 }
  }

  /// The name of another file that reads the same as `name`, such as one with its accents
  /// decomposed.
  func twin(of name: UploadName) -> String? {
    folder.names.first { $0.streamSafe == name.key && !$0.utf8.elementsEqual(name.text.utf8) }
  }

  /// Records `owner` as the owner of the file; nil if it is gone.
  func setOwner(_ owner: String?, of name: UploadName) throws(Failure) {
    var owners = try read()
    owners[name.key] = owner
    let there = Set(folder.names.map(\.streamSafe))
    owners = owners.filter { $0.key == name.key || there.contains($0.key) }
    let line = JSONValue.object(owners.mapValues { .text($0) }).line
    guard line.count <= Self.most else { throw .full(path: path) }
    do throws(Errno) {
      try folder.write(String(decoding: line, as: UTF8.self), to: Self.file)
    } catch {
      throw .file(path: path, error)
    }
  }
}

extension UploadName {
  /// The name as it is read back from JSON. Names that differ only in their normalization have
  /// equal keys.
  fileprivate var key: String { text.streamSafe }
}
