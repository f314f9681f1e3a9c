import NIOHTTP1
import VitrineControl
import VitrineLinux

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

  func path(of name: UploadName) -> String { folder.path(of: name.text) }

  /// Has the file say this, whole or not at all, also through a power cut.
  func replace(_ name: UploadName, with text: String) throws(Errno) {
    try folder.write(text, to: name.text)
  }

  /// Those that are meant, by their names.
  func files(where isMeant: (UploadName) -> Bool = { _ in true }) -> [JSONValue] {
    let names = folder.names.compactMap { UploadName($0) }.filter(isMeant)
    return names.sorted { $0.text < $1.text }.prefix(Self.most).compactMap { name in
      let path = path(of: name)
      guard let status = try? FileStatus(of: path), status.isFile else { return nil }
      return .object([
        "name": .text(name.text), "path": .text(path), "bytes": .number(Double(status.size)),
        "modified": .number((Double(status.modified) / 1e9).rounded()),
      ])
    }
  }

  var listing: JSONValue {
    .object([
      "folder": .text(folder.path),
      "free": folder.freeBytes.map { .number(Double($0)) } ?? .null,
      "files": .array(files()),
    ])
  }
}
