internal import VitrineKMS
internal import VitrineLinux

/// A simulated HDR connector, because no virtual device has one. Its properties are never passed to
/// the kernel.
extension DisplayFaults {
  private typealias Property = Properties.Property

  /// Numbers that the kernel never assigns.
  private static let firstID: UInt32 = 0xFFFF_FF00

  static let hdrProperties = Properties([
    "HDR_OUTPUT_METADATA": Property(id: firstID, value: 0),
    "Colorspace": Property(
      id: firstID + 1, value: 0, names: ["Default": 0, "BT2020_RGB": 9, "BT2020_YCC": 10]),
    "max bpc": Property(id: firstID + 2, value: 8, range: 8...12),
  ])

  var pretendsHDR: Bool { supportsHDR != nil }

  /// The request without simulated properties.
  func real(_ request: AtomicRequest) -> AtomicRequest {
    pretendsHDR ? request.without { $0.property >= Self.firstID } : request
  }

  /// As with most drivers, the signal changes only in a mode set.
  func refusalOfHDR(_ request: AtomicRequest, _ kind: CommitKind) -> Errno? {
    guard let supportsHDR else { return nil }
    let simulated = request.assignments.filter { $0.property >= Self.firstID }
    guard let metadata = simulated.first(where: { $0.property == Self.firstID }) else { return nil }
    switch kind {
    case .flip, .test(allowModeset: false), .blocking(allowModeset: false): return .invalid
    case .test(allowModeset: true): return nil
    case .blocking(allowModeset: true): return supportsHDR || metadata.value == 0 ? nil : .invalid
    }
  }
}
