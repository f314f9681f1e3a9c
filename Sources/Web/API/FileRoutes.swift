import NIOHTTP1
import VitrineControl
import VitrineLinux

/// The folder of uploads.
enum FileRoutes {
  static let all: [Route] = [
    Route(method: .get, path: "/api/v1/files", role: .control) { call, router throws(Refusal) in
      guard let folder = router.site.uploads, let uploads = router.uploads else {
        return .response(.noUploads)
      }
      return .deferred { [report = router.report] done in
        uploads.perform { done(Response(UploadFolder(folder, report).listing(for: call.uploader))) }
      }
    },
    // UploadThread writes the body, so this is never called.
    Route(method: .put, path: "/api/v1/files/{name}", role: .control, body: .file) { _, _ in
      .response(.noUploads)
    },
    Route(
      method: .delete, path: "/api/v1/files/{name}", role: .control
    ) { call, router throws(Refusal) in
      guard let folder = router.site.uploads, let uploads = router.uploads else {
        return .response(.noUploads)
      }
      guard let name = UploadName(call.parameters["name"] ?? "") else {
        throw Refusal(UploadName.rule, .invalid)
      }
      return .deferred { [report = router.report] done in
        uploads.perform {
          let response = UploadFolder(folder, report).remove(name, call.uploader)
          let isDone = response.status == .ok
          report(.changed(by: call.client, what: "removal of \(name.text)", isDone: isDone))
          done(response)
        }
      }
    },
  ]
}

extension Response {
  static var noUploads: Response {
    Response(.notFound, refusing: "uploads are not enabled; set control.uploads", .refused)
  }
}
