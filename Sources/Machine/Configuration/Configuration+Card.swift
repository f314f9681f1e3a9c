import VitrinePlayback
public import VitrineSettings

extension Configuration {
  /// The configuration for a card in place of a playlist: silent, on one display, always on, and
  /// without controls.
  public var forCard: Configuration {
    var silent = self
    silent.audio.device = "none"
    silent.power = PowerOptions()
    silent.operation = OperationSettings()
    for connector in silent.outputs.keys { silent.outputs[connector]?.playlist = nil }
    return silent
  }
}
