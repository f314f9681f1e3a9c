import NIOHTTP1
import VitrineControl
import VitrineLinux

/// The folder that files are brought to. A value: each call asks the kernel anew.
struct UploadFolder {
  private let folder: Folder
  /// No more are told in one answer.
  private static let most = 2000

  init(_ path: String) { folder = Folder(path) }

  private var owners: UploadOwners { UploadOwners(folder) }

  func remove(_ name: UploadName, _ client: UploadOwners.Client) -> Answer {
    guard owners.mayChange(name, client) else { return Answer(.notYours) }
    do throws(Errno) {
      try folder.remove(name.text)
      // An owner that stays behind is left out with the next change.
      try? owners.note(name, nil)
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

  /// Those that are meant, by their names, and which of them the client may replace and remove.
  func files(
    for client: UploadOwners.Client, where isMeant: (UploadName) -> Bool = { _ in true }
  ) -> [JSONValue] {
    let owned = (try? owners.read()) ?? [:]
    let names = folder.names.compactMap { UploadName($0) }.filter(isMeant)
    return names.sorted { $0.text < $1.text }.prefix(Self.most).compactMap { name in
      let path = path(of: name)
      guard let status = try? FileStatus(of: path), status.isFile else { return nil }
      return .object([
        "name": .text(name.text), "path": .text(path), "bytes": .number(Double(status.size)),
        "modified": .number((Double(status.modified) / 1e9).rounded()),
        "own": .bool(client.role >= .admin || owned[name.text] == client.owner),
      ])
    }
  }

  func listing(for client: UploadOwners.Client) -> JSONValue {
    .object([
      "folder": .text(folder.path),
      "free": folder.freeBytes.map { .number(Double($0)) } ?? .null,
      "files": .array(files(for: client)),
    ])
  }
}

extension Refusal {
  static let notYours = Refusal(
    "only an administrator may replace or remove a file that others have brought", .permission)
}
