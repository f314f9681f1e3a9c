import VitrinePlayback
public import VitrineSettings

extension Configuration {
  /// For a card in the place of a list: silent, on one display, which nothing turns off, and which
  /// is not operated.
  public var forCard: Configuration {
    var silent = self
    silent.audio.device = "none"
    silent.power = PowerOptions()
    silent.operation = OperationSettings()
    for connector in silent.outputs.keys { silent.outputs[connector]?.playlist = nil }
    return silent
  }
}
