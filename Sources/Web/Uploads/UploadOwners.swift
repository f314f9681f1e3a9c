import VitrineControl
import VitrineLinux

/// Who has brought which file, so that operators may replace and remove their own. Kept in a file beside them, which no
/// client can name. A value; each call asks the kernel anew.
struct UploadOwners {
  private let folder: Folder

  static let file = ".owners"
  private static let most = 1 << 20

  init(_ folder: Folder) { self.folder = folder }

  /// A client, as far as files are its own.
  struct Client: Hashable, Sendable {
    /// The token or the certificate that it has shown, or the machine itself.
    let owner: String
    let role: Role
  }

  /// By the files' names.
  func read() throws(Errno) -> [String: String] {
    guard let bytes = try folder.contents(of: Self.file, most: Self.most),
      case .object(let fields)? = try? JSONValue(line: bytes)
    else { return [:] }
    return fields.compactMapValues(\.text)
  }

  /// Whether a client may replace and remove this file. If its owner is unknown, only an administrator
  /// may.
  func mayChange(_ name: UploadName, _ client: Client) -> Bool {
    client.role >= .admin || (try? read())?[name.text] == client.owner
  }

  /// `owner` has brought the file; nil: it is gone. What cannot be read is not written over.
  func note(_ name: UploadName, _ owner: String?) throws(Errno) {
    var owners = try read()
    owners[name.text] = owner
    let there = Set(folder.names)
    owners = owners.filter { there.contains($0.key) }
    let value = JSONValue.object(owners.mapValues { .text($0) })
    try folder.write(String(decoding: value.line, as: UTF8.self), to: Self.file)
  }
}
