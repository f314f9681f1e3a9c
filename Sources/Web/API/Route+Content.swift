import VitrineControl

/// Content updates.
extension Route {
  static let content: [Route] = [
    Route(method: .get, path: "/api/v1/content", role: .view) { call, router in
      perform(.content, nil, call, router)
    },
    Route(method: .post, path: "/api/v1/content/check", role: .control) { call, router in
      perform(.checkForContent, "content check", call, router)
    },
  ]
}
