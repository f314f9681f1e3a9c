import Control
import Linux

/// The folder that files are brought to. A value: each call asks the kernel anew.
struct UploadFolder {
  private let folder: Folder
  /// No more are told in one answer.
  private static let most = 2000

  init(_ path: String) { folder = Folder(path) }

  var listing: JSONValue {
    let names = folder.names.filter { UploadName($0) != nil }.sorted().prefix(Self.most)
    let files = names.compactMap { name -> JSONValue? in
      let path = folder.path(of: name)
      guard let status = try? FileStatus(of: path), status.isFile else { return nil }
      return .object([
        "name": .text(name), "path": .text(path), "bytes": .number(Double(status.size)),
        "modified": .number((Double(status.modified) / 1e9).rounded()),
      ])
    }
    return .object([
      "folder": .text(folder.path),
      "free": folder.freeBytes.map { .number(Double($0)) } ?? .null,
      "files": .array(files),
    ])
  }
}
