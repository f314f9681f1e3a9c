extension Route {
  /// All that is answered. Of two that fit the first counts.
  static let all =
    playing + override + content + machine + pairing + files + lists + configuration + Asset.routes
}
