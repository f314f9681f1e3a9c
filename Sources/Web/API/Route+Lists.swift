import NIOHTTP1
import VitrineControl
import VitrineLinux
import VitrinePlaylists

/// Playlists in the folder of uploads: reads, checks and changes them.
extension Route {
  private static let path = "/api/v1/lists"

  static let lists: [Route] = [
    Route(method: .get, path: path, role: .control) { call, desk throws(Refusal) in
      guard let folder = desk.site.uploads, let uploads = desk.uploads else {
        return .answer(.noUploads)
      }
      return .later { [news = desk.news] done in
        uploads.perform {
          done(
            Answer(
              .object([
                "lists": .array(UploadFolder(folder, news).files(for: call.uploader) { $0.isList })
              ])))
        }
      }
    },
    Route(method: .get, path: "\(path)/{name}", role: .control) { call, desk throws(Refusal) in
      try withFolder(call, desk) { folder, name, check in
        let text: String
        do throws(Refusal) {
          guard let found = try folder.text(of: name) else {
            return Answer(.notFound, refusing: "no such playlist", .invalid)
          }
          text = found
        } catch {
          return Answer(error)
        }
        return Answer(
          .object(
            ["name": .text(name.text), "text": .text(text)].merging(
              check(folder.path(of: name), text).fields
            ) { $1 }))
      }
    },
    Route(method: .post, path: "\(path)/{name}/check", role: .control, body: .json) {
      call, desk throws(Refusal) in
      let text = try call.text(at: "text", "the playlist's text")
      return try withFolder(call, desk) { folder, name, check in
        Answer(.object(check(folder.path(of: name), text).fields))
      }
    },
    // Requires `admin`, because it overwrites the file.
    Route(method: .put, path: "\(path)/{name}", role: .admin, body: .json) {
      call, desk throws(Refusal) in
      let text = try call.text(at: "text", "the playlist's text")
      return try withFolder(call, desk) { [news = desk.news] folder, name, check in
        let verdict = check(folder.path(of: name), text)
        var answer: Answer
        switch verdict {
        case .good: answer = folder.write(text, to: name, call.uploader, verdict)
        case .faults(let lines):
          answer = Answer(Refusal(lines.joined(separator: "\n"), .invalid))
        }
        news(.changed(by: call.client, what: "list \(name.text)", isDone: answer.status == .ok))
        return answer
      }
    },
  ]

  /// Runs `body` on the upload thread.
  private static func withFolder(
    _ call: Call, _ desk: Desk,
    _ body:
      @escaping @Sendable (UploadFolder, UploadName, (String, String) -> ListVerdict) -> Answer
  ) throws(Refusal) -> Action {
    guard let folder = desk.site.uploads, let uploads = desk.uploads else {
      return .answer(.noUploads)
    }
    guard let name = UploadName(call.parameters["name"] ?? ""), name.isList else {
      throw Refusal(
        "not a playlist name: expected the ending .m3u, .m3u8, .pls, .xspf or .yaml", .invalid)
    }
    return .later { [check = desk.site.checkList, news = desk.news] done in
      uploads.perform { done(body(UploadFolder(folder, news), name, check)) }
    }
  }
}

extension UploadName {
  fileprivate var isList: Bool { ListFormat(ending: text) != nil }
}

extension ListVerdict {
  fileprivate var fields: [String: JSONValue] {
    switch self {
    case .good(let items): ["items": .number(Double(items)), "faults": .array([])]
    case .faults(let lines): ["items": .null, "faults": .array(lines.map { .text($0) })]
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
    _ text: String, to name: UploadName, _ client: UploadOwners.Client, _ verdict: ListVerdict
  ) -> Answer {
    do throws(Refusal) {
      try replace(name, with: text, client)
      return Answer(
        .object(
          ["name": .text(name.text), "path": .text(path(of: name))].merging(verdict.fields) { $1 }))
    } catch {
      return Answer(error)
    }
  }
}
