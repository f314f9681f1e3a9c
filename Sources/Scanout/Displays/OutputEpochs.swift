/// The life of an output as it was built, and that of the one that it mirrors.
struct OutputEpochs {
  private(set) var own = Epoch()
  /// Of the output that this one mirrors.
  var mirrored: Epoch?

  /// What was planned and made before is of no use any more.
  mutating func renew() { own = Epoch() }

  /// Without what was made for another epoch.
  func usable(_ layers: Layers) -> Layers {
    guard let layer = layers.interface, layer.buffer.epoch != own,
      mirrored == nil || layer.buffer.epoch != mirrored
    else { return layers }
    return Layers(layers.picture)
  }
}
