import VitrineControl

/// Content updates.
extension Route {
  static let content: [Route] = [
    Route(method: .get, path: "/api/v1/content", role: .view) { call, desk in
      perform(.content, nil, call, desk)
    },
    Route(method: .post, path: "/api/v1/content/look", role: .control) { call, desk in
      perform(.checkForContent, "content look", call, desk)
    },
  ]
}
