extension Route {
  /// All routes. The first match wins.
  static let all =
    playing + override + content + machine + pairing + files + lists + configuration + Asset.routes
}
