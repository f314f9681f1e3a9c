internal import Overlay
internal import Pictures

extension Schema {
  static let display: [Setting] = [
    .rotation(
      "display.rotation", \.display.rotation,
      """
      How far everything is turned clockwise, in degrees. `auto` and 0 are upright, also where the \
      kernel knows of a panel that is built into its case turned.
      """)
  ]
}

extension Setting {
  fileprivate static func rotation(
    _ path: String, _ place: Place<Rotation>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .choice(noun: "rotation", Rotation.words), standard: "`auto`",
      meaning: meaning
    ) { value, configuration in
      guard case .text(let word) = value, let rotation = Rotation(word: word) else { return }
      configuration[keyPath: place] = rotation
    }
  }
}
