internal import VitrineKMS
internal import VitrinePictures
internal import VitrinePlayback

/// Chooses the signal's colours for pictures on one connector. Pure.
struct SignalChoice {
  /// For all pictures that are not shown as HDR.
  let standard: SignalColor
  private let monitor: MonitorCapabilities
  private let connector: Properties
  private let object: UInt32
  private let isWanted: Bool
  /// The kernel rejected a signal that passed the test commit.
  private(set) var isRefused = false

  /// `before` are the initial properties of the connector, if known: this process may have set the
  /// current ones.
  init(
    _ connector: Connector, _ wanted: HDRPolicy, before: Properties? = nil,
    faults: DisplayFaults? = nil
  ) {
    let isPretended = faults?.pretendsHDR ?? false
    let properties = isPretended ? DisplayFaults.hdrProperties : connector.properties
    (self.connector, object) = (properties, connector.id.rawValue)
    isWanted = wanted == .auto
    monitor = isPretended ? .everything : MonitorCapabilities(edid: isWanted ? connector.edid : [])
    let first = isPretended ? properties : before ?? properties
    standard = isWanted ? .standard(over: first) : .standard
  }

  /// Sets the signal's colours in a request.
  func set(
    _ color: SignalColor, in request: inout AtomicRequest, _ device: any AtomicDevice
  ) throws(KMSError) {
    var blob: PropertyBlob?
    if let hdr = color.hdr { blob = try device.makeBlob(of: hdr) }
    request.setColor(color, blob: blob, of: connector, object: object)
  }

  /// Like `set`, for colours without metadata.
  func setPlain(_ color: SignalColor, in request: inout AtomicRequest) {
    request.setColor(color, blob: nil, of: connector, object: object)
  }

  mutating func refuse() { isRefused = true }

  /// Nil for SDR pictures, and for those that must be mapped to SDR.
  func hdrColor(for metadata: HDRMetadata?) -> SignalColor? {
    guard let metadata, isWanted, !isRefused else { return nil }
    return SignalColor(for: metadata, to: monitor, over: connector)
  }

  func color(for metadata: HDRMetadata?) -> SignalColor { hdrColor(for: metadata) ?? standard }

  /// Whether pictures can be shown in HDR, if a plane accepts them.
  func supports(_ description: PictureDescription) -> Bool {
    // Other matrices with an HDR transfer function imply other primaries, which cannot be
    // signalled.
    description.color.matrix == .bt2020 && description.chroma != .rgb && description.depth > 8
      && hdrColor(for: description.hdr) != nil
  }

  /// Whether a plane can show HDR pictures. The layers above are mapped to their colours, so they
  /// need a separate plane.
  static func allows(_ plan: ScanoutPlan, on pair: PlanePair, _ mode: RenderMode) -> Bool {
    guard plan.hdr != nil else { return true }
    return mode == .twoPlanes && pair.interface != nil && plan.format.depth >= 10
      && pair.video.value(of: ColorDescription.Matrix.bt2020) != nil
  }
}

extension MonitorCapabilities {
  /// For a simulated display.
  fileprivate static let everything: MonitorCapabilities = {
    var all = MonitorCapabilities()
    (all.supportsPQ, all.supportsHLG) = (true, true)
    (all.supportsBT2020RGB, all.supportsBT2020YCC) = (true, true)
    return all
  }()
}
