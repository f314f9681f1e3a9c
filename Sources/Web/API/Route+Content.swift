import VitrineControl

/// What a service is brought to show.
extension Route {
  static let content: [Route] = [
    Route(method: .get, path: "/api/v1/content", role: .view) { call, desk in
      perform(.content, nil, call, desk)
    },
    Route(method: .post, path: "/api/v1/content/look", role: .control) { call, desk in
      perform(.lookForContent, "content look", call, desk)
    },
  ]
}
