import Control
import Linux
import NIOHTTP1

/// The folder that files are brought to. A value: each call asks the kernel anew.
struct UploadFolder {
  private let folder: Folder
  /// No more are told in one answer.
  private static let most = 2000

  init(_ path: String) { folder = Folder(path) }

  func remove(_ name: UploadName) -> Answer {
    do throws(Errno) {
      try folder.remove(name.text)
      return Answer(.object([:]))
    } catch .noEntry {
      return Answer(.notFound, refusing: "there is no such file", .invalid)
    } catch {
      return Answer(Refusal("it cannot be removed: \(error)"))
    }
  }

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
