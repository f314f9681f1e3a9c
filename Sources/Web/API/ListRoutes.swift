import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrinePlaylists

/// Playlists in the folder of uploads: reads, checks and changes them.
enum ListRoutes {
  private static let path = "/api/v1/lists"

  static let all: [Route] = [
    Route(method: .get, path: path, role: .control) { call, router throws(Refusal) in
      guard let folder = router.site.uploads, let uploads = router.uploads else {
        return .response(.noUploads)
      }
      return .deferred { [report = router.report] done in
        uploads.perform {
          done(
            Response(
              .object([
                "lists": .array(
                  UploadFolder(folder, report).files(for: call.uploader) { $0.isList })
              ])))
        }
      }
    },
    Route(method: .get, path: "\(path)/{name}", role: .control) { call, router throws(Refusal) in
      try withFolder(call, router) { folder, name, check in
        let text: String
        do throws(Refusal) {
          guard let found = try folder.text(of: name) else {
            return Response(.notFound, refusing: "no such playlist", .invalid)
          }
          text = found
        } catch {
          return Response(error)
        }
        return Response(
          .object(
            ["name": .text(name.text), "text": .text(text)].merging(
              check(folder.path(of: name), text).fields
            ) { $1 }))
      }
    },
    Route(method: .post, path: "\(path)/{name}/check", role: .control, body: .json) {
      call, router throws(Refusal) in
      let text = try call.text(at: "text", "the playlist's text")
      return try withFolder(call, router) { folder, name, check in
        Response(.object(check(folder.path(of: name), text).fields))
      }
    },
    // Requires `admin`, because it overwrites the file.
    Route(method: .put, path: "\(path)/{name}", role: .admin, body: .json) {
      call, router throws(Refusal) in
      let text = try call.text(at: "text", "the playlist's text")
      return try withFolder(call, router) { [report = router.report] folder, name, check in
        let result = check(folder.path(of: name), text)
        var response: Response
        switch result {
        case .good: response = folder.write(text, to: name, call.uploader, result)
        case .faults(let lines):
          response = Response(Refusal(lines.joined(separator: "\n"), .invalid))
        }
        report(.changed(by: call.client, what: "list \(name.text)", isDone: response.status == .ok))
        return response
      }
    },
  ]

  /// Runs `body` on the upload thread.
  private static func withFolder(
    _ call: Call, _ router: Router,
    _ body:
      @escaping @Sendable (UploadFolder, UploadName, (String, String) -> ListCheckResult) ->
      Response
  ) throws(Refusal) -> RouteResult {
    guard let folder = router.site.uploads, let uploads = router.uploads else {
      return .response(.noUploads)
    }
    guard let name = UploadName(call.parameters["name"] ?? ""), name.isList else {
      throw Refusal(
        "not a playlist name: expected the extension .m3u, .m3u8, .pls, .xspf, .yaml or .json",
        .invalid)
    }
    return .deferred { [check = router.site.checkList, report = router.report] done in
      uploads.perform { done(body(UploadFolder(folder, report), name, check)) }
    }
  }
}

extension UploadName {
  fileprivate var isList: Bool { ListFormat(ending: text) != nil }
}

extension ListCheckResult {
  fileprivate var fields: [String: JSONValue] {
    switch self {
    case .good(let items): ["items": .number(Double(items)), "errors": .array([])]
    case .faults(let lines): ["items": .null, "errors": .array(lines.map { .text($0) })]
    }
  }
}

extension UploadFolder {
  /// Returns nil if there is no such file. Rejects a text too long to be sent back.
  fileprivate func text(of name: UploadName) throws(Refusal) -> String? {
    let most = Call.longestText
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(reading: path(of: name)).bytes(most: most + 1)
    } catch .noEntry {
      return nil
    } catch {
      throw Refusal("cannot read the playlist: \(error)")
    }
    guard bytes.count <= most else {
      throw Refusal("the playlist is too large to edit here (limit: \(most) bytes)")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Replaces the file atomically.
  fileprivate func write(
    _ text: String, to name: UploadName, _ client: UploadOwners.Client, _ result: ListCheckResult
  ) -> Response {
    do throws(Refusal) {
      try replace(name, with: text, client)
      return Response(
        .object(
          ["name": .text(name.text), "path": .text(path(of: name))].merging(result.fields) { $1 }))
    } catch {
      return Response(error)
    }
  }
}
