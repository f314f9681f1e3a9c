import NIOHTTP1
import VitrineControl
import VitrineLinux

/// The folder of uploads.
extension Route {
  static let files: [Route] = [
    Route(method: .get, path: "/api/v1/files", role: .control) { call, desk throws(Refusal) in
      guard let folder = desk.site.uploads, let uploads = desk.uploads else {
        return .answer(.noUploads)
      }
      return .later { [news = desk.news] done in
        uploads.perform { done(Answer(UploadFolder(folder, news).listing(for: call.uploader))) }
      }
    },
    // UploadThread writes the body, so this is never called.
    Route(method: .put, path: "/api/v1/files/{name}", role: .control, body: .file) { _, _ in
      .answer(.noUploads)
    },
    Route(
      method: .delete, path: "/api/v1/files/{name}", role: .control
    ) { call, desk throws(Refusal) in
      guard let folder = desk.site.uploads, let uploads = desk.uploads else {
        return .answer(.noUploads)
      }
      guard let name = UploadName(call.parameters["name"] ?? "") else {
        throw Refusal(UploadName.rule, .invalid)
      }
      return .later { [news = desk.news] done in
        uploads.perform {
          let answer = UploadFolder(folder, news).remove(name, call.uploader)
          let isDone = answer.status == .ok
          news(.changed(by: call.client, what: "removal of \(name.text)", isDone: isDone))
          done(answer)
        }
      }
    },
  ]
}

extension Answer {
  static var noUploads: Answer {
    Answer(.notFound, refusing: "uploads are not enabled; set control.uploads", .refused)
  }
}
