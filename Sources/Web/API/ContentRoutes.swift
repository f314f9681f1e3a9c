import VitrineControl

/// Content updates.
enum ContentRoutes {
  static let all: [Route] = [
    Route(method: .get, path: "/api/v1/content", role: .view) { call, router in
      .perform(.content, nil, call, router)
    },
    Route(method: .post, path: "/api/v1/content/check", role: .control) { call, router in
      .perform(.checkForContent, "content check", call, router)
    },
  ]
}
