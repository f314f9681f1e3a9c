import NIOHTTP1
import VitrineControl
import VitrineLinux

/// The folder of uploads. A value type without a cache: each call reads the file system.
struct UploadFolder {
  private let folder: Folder
  private let report: @Sendable (WebEvent) -> Void
  /// The most files in one listing.
  private static let most = 2000

  init(_ path: String, _ report: @escaping @Sendable (WebEvent) -> Void) {
    (folder, self.report) = (Folder(path), report)
  }

  private var owners: UploadOwners { UploadOwners(folder) }

  func remove(_ name: UploadName, _ client: UploadOwners.Client) -> Response {
    do throws(UploadOwners.Failure) {
      guard try owners.permission(of: client)(name) else { return Response(.notYours) }
    } catch {
      return Response(Refusal("cannot delete the file: \(error)"))
    }
    do throws(Errno) { try folder.remove(name.text) } catch .noEntry {
      return Response(.notFound, refusing: "no such file", .invalid)
    } catch {
      return Response(Refusal("cannot delete the file: \(error)"))
    }
    // Last, because a full disk has no room for it until the file is removed.
    do throws(UploadOwners.Failure) { try owners.setOwner(nil, of: name) } catch {
      report(.failed("cannot update the owner of \(name.text): \(error)"))
    }
    return Response(.object([:]))
  }

  func path(of name: UploadName) -> String { folder.path(of: name.text) }

  /// Replaces the file atomically, even through a power cut. The client becomes its owner.
  func replace(_ name: UploadName, with text: String, _ client: UploadOwners.Client) throws(Refusal)
  {
    if let twin = owners.twin(of: name) { throw .twin(twin) }
    do throws(UploadOwners.Failure) { try owners.setOwner(client.owner, of: name) } catch {
      throw Refusal("cannot write the file: \(error)")
    }
    do throws(Errno) { try folder.write(text, to: name.text) } catch {
      throw Refusal("cannot write the file: \(error)")
    }
  }

  /// The files that satisfy `isMeant`, by name, and whether the client may replace and remove each.
  func files(
    for client: UploadOwners.Client, where isMeant: (UploadName) -> Bool = { _ in true }
  ) -> [JSONValue] {
    let isOwn: (UploadName) -> Bool
    do throws(UploadOwners.Failure) { isOwn = try owners.permission(of: client) } catch {
      report(.failed("\(error)"))
      isOwn = { _ in false }
    }
    let names = folder.names.compactMap { UploadName($0) }.filter(isMeant)
    return names.sorted { $0.text < $1.text }.prefix(Self.most).compactMap { name in
      let path = path(of: name)
      guard let status = try? FileStatus(of: path), status.isFile else { return nil }
      return .object([
        "name": .text(name.text), "path": .text(path), "bytes": .number(Double(status.size)),
        "modified": .number((Double(status.modified) / 1e9).rounded()),
        "own": .bool(isOwn(name)),
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
  static func twin(_ name: String) -> Refusal {
    Refusal("an existing file has the same name in another Unicode normalization form: \(name)")
  }

  static let notYours = Refusal(
    "only an administrator can replace or delete a file that someone else uploaded", .permission)
}
