internal import KMS
internal import Scanout
internal import Sound

extension WantedSink {
  /// The one that shows the picture.
  init(_ display: DisplayDescription) {
    let digits = display.connector?.split(separator: "-").last
    self.init(
      model: display.sink.map { Model(maker: $0.makerCode, product: $0.product) },
      connectorNumber: digits.flatMap { Int($0) })
  }
}
