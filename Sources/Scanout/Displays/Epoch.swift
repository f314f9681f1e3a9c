/// The lifetime of one output configuration: plans and buffers of one epoch are invalid in another.
/// Compared by identity.
package final class Epoch: Sendable, Hashable {
  package init() {}

  package static func == (a: Epoch, b: Epoch) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The epoch of an output, and of the one that it mirrors.
struct OutputEpochs {
  private(set) var own = Epoch()
  /// The epoch of the mirrored output.
  var mirrored: Epoch?

  /// Invalidates existing plans and buffers.
  mutating func renew() { own = Epoch() }

  /// Removes layers above the picture of another epoch.
  func usable(_ layers: Layers) -> Layers {
    var layers = layers
    if let inset = layers.inset, !isKnown(inset.buffer.epoch) { layers.inset = nil }
    layers.zones.removeAll { !isKnown($0.buffer.epoch) }
    guard let layer = layers.interface, !isKnown(layer.buffer.epoch) else { return layers }
    return layers.withoutInterface
  }

  private func isKnown(_ epoch: Epoch?) -> Bool {
    epoch == own || mirrored != nil && epoch == mirrored
  }
}
