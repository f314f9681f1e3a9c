import Testing
import VitrineControl

@testable import VitrineWeb

/// The OpenAPI document.
struct DocumentTests {
  @Test("The document lists exactly the implemented routes")
  func routes() throws {
    let document = try JSONValue(line: Asset.document.bytes)
    guard case .object(let paths)? = document["paths"] else {
      Issue.record("the document has no paths")
      return
    }
    var described: Set<String> = []
    for (path, value) in paths {
      guard case .object(let methods) = value else { continue }
      for method in methods.keys { described.insert("\(method.uppercased()) \(path)") }
    }
    let pages = Set(Asset.routes.map(\.path))
    let routes = Route.all.filter { !pages.contains($0.path) }
    #expect(described == Set(routes.map { "\($0.method.rawValue) \($0.path)" }))
    // Public routes are marked as such.
    for route in routes {
      let operation = paths[route.path]?[route.method.rawValue.lowercased()]
      #expect(
        (operation?["security"]?.array?.isEmpty == true) == (route.role == nil), "\(route.path)")
      #expect((operation?["requestBody"] != nil) == (route.body != .none), "\(route.path)")
    }
  }
}
