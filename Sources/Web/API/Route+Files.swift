import Control
import Linux
import NIOHTTP1

/// Files that are brought to the player.
extension Route {
  static let files: [Route] = [
    Route(method: .get, path: "/api/v1/files", role: .control) { _, desk throws(Refusal) in
      guard let folder = desk.site.uploads else { return .answer(.noUploads) }
      return .answer(Answer(UploadFolder(folder).listing))
    },
    // What comes is written by UploadThread, before this is asked.
    Route(method: .put, path: "/api/v1/files/{name}", role: .control, body: .file) { _, _ in
      .answer(.noUploads)
    },
    Route(
      method: .delete, path: "/api/v1/files/{name}", role: .admin
    ) { call, desk throws(Refusal) in
      guard let folder = desk.site.uploads else { return .answer(.noUploads) }
      guard let name = UploadName(call.parameters["name"] ?? "") else {
        throw Refusal(UploadName.rule, .invalid)
      }
      do throws(Errno) { try Folder(folder).remove(name.text) } catch .noEntry {
        return .answer(Answer(.notFound, refusing: "there is no such file", .invalid))
      } catch {
        throw Refusal("it cannot be removed: \(error)")
      }
      desk.audit(call, "removed \(name.text)", isDone: true)
      return .answer(Answer(.object([:])))
    },
  ]
}

extension Answer {
  static var noUploads: Answer {
    Answer(.notFound, refusing: "no files are taken here; see control.uploads", .refused)
  }
}
