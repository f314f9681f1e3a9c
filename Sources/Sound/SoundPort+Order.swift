/// The monitor that sound should go to: the one with the picture.
public struct WantedMonitor: Hashable, Sendable {
  /// The model in its EDID, if it has one.
  public let model: Model?
  /// The number of its connector, from 1: `HDMI-A-2` has 2.
  public let connectorNumber: Int?

  public struct Model: Hashable, Sendable {
    public let maker, product: UInt16

    public init(maker: UInt16, product: UInt16) {
      self.maker = maker
      self.product = product
    }
  }

  public init(model: Model?, connectorNumber: Int?) {
    self.model = model
    self.connectorNumber = connectorNumber
  }
}

extension [SoundPort] {
  /// Returns the ports in order of preference: the monitor with the picture, any monitor with
  /// audio, ports that may have one, sockets, and at last ports without an audio monitor.
  public func inOrder(for wanted: WantedMonitor?) -> [SoundPort] {
    let ranked = enumerated().map { ($0.element.rank(for: wanted), $0.offset, $0.element) }
    return ranked.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { $0.2 }
  }
}

extension SoundPort {
  fileprivate func rank(for wanted: WantedMonitor?) -> Int {
    switch display {
    case .present(let eld) where eld.takesSound:
      guard let model = wanted?.model,
        model == WantedMonitor.Model(maker: eld.maker, product: eld.product)
      else { return 2 }
      // Of two monitors of the same model, the connector's number decides: a guess, but better than
      // none.
      return isNumbered(as: wanted?.connectorNumber) ? 0 : 1
    case .unknown: return leadsToDisplay ? 3 : 4
    case .present, .absent: return 5
    }
  }

  /// Boards have a card for each connector, in their order; PCs have one card with many devices.
  private func isNumbered(as connector: Int?) -> Bool {
    guard let connector, let displayPlace else { return false }
    let digits = card.reversed().prefix { $0.isNumber }.reversed()
    let number = Int(String(digits)) ?? 0
    return number + displayPlace + 1 == connector
  }
}
