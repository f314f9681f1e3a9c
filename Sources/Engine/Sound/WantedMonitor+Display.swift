internal import VitrineKMS
internal import VitrineScanout
internal import VitrineSound

extension WantedMonitor {
  /// The monitor that shows the picture.
  init(_ display: DisplayDescription) {
    let digits = display.connector?.split(separator: "-").last
    self.init(
      model: display.monitor.map { Model(maker: $0.makerCode, product: $0.product) },
      connectorNumber: digits.flatMap { Int($0) })
  }
}
