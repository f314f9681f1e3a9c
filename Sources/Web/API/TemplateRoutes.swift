import NIOHTTP1
import VitrineControl
import VitrineStage
import VitrineTiming

/// Reads and changes the template of the zones, for the editor of the remote.
enum TemplateRoutes {
  private static let path = "/api/v1/template"

  static let all: [Route] = [
    Route(method: .get, path: path, role: .admin) { _, router in
      guard let template = router.site.template else { return .response(.noZones) }
      return .deferred { done in
        template.read { read in
          do throws(Refusal) {
            done(Response(try read.get().value))
          } catch {
            done(Response(error))
          }
        }
      }
    },
    Route(method: .get, path: "\(path)/picture", role: .admin) { call, router throws(Refusal) in
      guard let template = router.site.template else { return .response(.noZones) }
      let width = try call.number("width", in: 16...1920).map { Int(saturating: $0) } ?? 1280
      return .deferred { [limits = router.limits] done in
        template.draw(width: width) { result in
          switch result {
          case .success(let picture): done(Response(picture, limits))
          case .failure(let refusal): done(Response(refusal))
          }
        }
      }
    },
    Route(method: .post, path: "\(path)/changes", role: .admin, body: .json) {
      call, router throws(Refusal) in
      guard let template = router.site.template else { return .response(.noZones) }
      let body = try call.json()
      let (revision, changes) = (try body.revision, try body.changes)
      return .deferred { [report = router.report] done in
        template.change(changes, of: revision) {
          answer($0, "zones: \(changes.count) changes", call.client, report, done)
        }
      }
    },
    Route(method: .post, path: "\(path)/undo", role: .admin, body: .json) {
      call, router throws(Refusal) in
      guard let template = router.site.template else { return .response(.noZones) }
      let revision = try call.json().revision
      return .deferred { [report = router.report] done in
        template.undo(revision) { answer($0, "zones: undo", call.client, report, done) }
      }
    },
  ]

  private static func answer(
    _ result: Result<EditedTemplate, TemplateRefusal>, _ what: String, _ client: String,
    _ report: @Sendable (WebEvent) -> Void, _ done: @Sendable (Response) -> Void
  ) {
    let response: Response
    do throws(TemplateRefusal) {
      response = Response(try result.get().value)
    } catch {
      response = Response(error)
    }
    report(.changed(by: client, what: what, isDone: response.status == .ok))
    done(response)
  }
}

extension Response {
  fileprivate static var noZones: Response {
    Response(.notFound, refusing: "this player shows no zones; set zones.template", .refused)
  }

  fileprivate init(_ refusal: TemplateRefusal) {
    switch refusal {
    case .outdated:
      self.init(
        .preconditionFailed, refusing: "the template has changed meanwhile: read it again", .refused
      )
    case .invalid(let failure):
      self.init(
        .badRequest,
        .object([
          "error": .text(failure.lines.joined(separator: "\n")),
          "code": .text(Refusal.Code.invalid.rawValue), "change": .number(Double(failure.change)),
        ]))
    case .refused(let refusal): self.init(refusal)
    }
  }
}

extension EditedTemplate {
  fileprivate var value: JSONValue {
    .object([
      "name": .text(name), "path": .text(path), "revision": .text(revision), "text": .text(text),
      "width": .number(Double(width)), "height": .number(Double(height)), "undo": .bool(canUndo),
      "obstacle": obstacle.map { .text($0) } ?? .null,
      "background": outline.background.map { .text($0) } ?? .null,
      "zones": .array(outline.zones.map(\.value)), "images": .array(images.map { .text($0) }),
      "tables": .array(
        tables.sorted { $0.key < $1.key }.map { name, columns in
          .object(["name": .text(name), "columns": .array(columns.map { .text($0) })])
        }), "faults": .array(faults.map { .text($0) }),
    ])
  }
}

extension TemplateOutline.Zone {
  fileprivate var value: JSONValue {
    func percent(_ share: Double) -> JSONValue { .number((share * 10_000).rounded() / 100) }
    return .object([
      "name": .text(name), "kind": .text(kind), "left": percent(frame.left),
      "top": percent(frame.top), "width": percent(frame.width), "height": percent(frame.height),
      "fields": .object(
        Dictionary(fields.map { ($0.rawValue, .text($1)) }) { first, _ in first }),
    ])
  }
}

// MARK: Reading requests

extension JSONValue {
  /// The most changes in a request, and the most characters of a name and of a value.
  private static let (mostChanges, longestName, longestValue) = (64, 200, 2000)

  fileprivate var revision: String {
    get throws(Refusal) {
      guard let revision = self["revision"]?.text, revision.utf8.count <= Self.longestName else {
        throw Refusal("revision must be a string: that of the template as you read it", .invalid)
      }
      return revision
    }
  }

  fileprivate var changes: [TemplateChange] {
    get throws(Refusal) {
      guard let changes = self["changes"]?.array, (1...Self.mostChanges).contains(changes.count)
      else { throw Refusal("changes must be a list of 1 to \(Self.mostChanges) changes", .invalid) }
      var all: [TemplateChange] = []
      for change in changes { all.append(try change.change) }
      return all
    }
  }

  private var change: TemplateChange {
    get throws(Refusal) {
      switch self["action"]?.text {
      case "move": .move(try zone, try frame)
      case "rename": .rename(try zone, to: try text("name", Self.longestName))
      case "remove": .remove(try zone)
      case "background": .background(try text("value", Self.longestValue))
      case "set": .set(try zone, try key, try optionalText("value"))
      case "add": .add(try zone, try kind, value: try optionalText("value") ?? "", try frame)
      default:
        throw Refusal("action must be move, rename, set, add, remove or background", .invalid)
      }
    }
  }

  private func text(_ name: String, _ longest: Int) throws(Refusal) -> String {
    guard let text = self[name]?.text, text.utf8.count <= longest else {
      throw Refusal("\(name) must be a string of at most \(longest) bytes", .invalid)
    }
    return text
  }

  private func optionalText(_ name: String) throws(Refusal) -> String? {
    guard let value = self[name], value != .null else { return nil }
    return try text(name, Self.longestValue)
  }

  private var zone: String { get throws(Refusal) { try text("zone", Self.longestName) } }

  private var key: TemplateChange.Key {
    get throws(Refusal) {
      guard let key = TemplateChange.Key(rawValue: try text("key", Self.longestName)) else {
        let known = TemplateChange.Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal("key must be one of \(known)", .invalid)
      }
      return key
    }
  }

  private var kind: TemplateChange.Kind {
    get throws(Refusal) {
      guard let kind = TemplateChange.Kind(rawValue: try text("kind", Self.longestName)) else {
        let known = TemplateChange.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw Refusal("kind must be one of \(known)", .invalid)
      }
      return kind
    }
  }

  private var frame: StageTemplate.Frame {
    get throws(Refusal) {
      func share(_ name: String, _ range: ClosedRange<Double>) throws(Refusal) -> Double {
        guard let number = self[name]?.number, range.contains(number) else {
          throw Refusal(
            "\(name) must be a number from \(Int(saturating: range.lowerBound)) to \(Int(saturating: range.upperBound)) (per cent)",
            .invalid)
        }
        return number / 100
      }
      return StageTemplate.Frame(
        left: try share("left", 0...99), top: try share("top", 0...99),
        width: try share("width", 1...100), height: try share("height", 1...100))
    }
  }
}
