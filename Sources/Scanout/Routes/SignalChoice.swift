internal import VitrineKMS
internal import VitrinePictures
internal import VitrinePlayback

/// Which colours the signal of one connector has for which pictures. Pure.
struct SignalChoice {
  /// For all pictures that are not shown as HDR.
  let standard: SignalColor
  private let monitor: MonitorCapabilities
  private let connector: Properties
  private let object: UInt32
  private let isWanted: Bool
  /// The kernel took a signal in a test and then did not.
  private(set) var isRefused = false

  /// `before` are the connector's properties before us, where they are known: what they are now may
  /// be of our own doing.
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

  /// Has a request set the signal's colours.
  func set(
    _ color: SignalColor, in request: inout AtomicRequest, _ device: any AtomicDevice
  ) throws(KMSError) {
    var blob: PropertyBlob?
    if let hdr = color.hdr { blob = try device.makeBlob(of: hdr) }
    request.setColor(color, blob: blob, of: connector, object: object)
  }

  /// As `set`, for colours without metadata.
  func setPlain(_ color: SignalColor, in request: inout AtomicRequest) {
    request.setColor(color, blob: nil, of: connector, object: object)
  }

  mutating func refuse() { isRefused = true }

  /// Nil for pictures that are to be mapped to SDR, and for those that are SDR.
  func hdrColor(for metadata: HDRMetadata?) -> SignalColor? {
    guard let metadata, isWanted, !isRefused else { return nil }
    return SignalColor(for: metadata, to: monitor, over: connector)
  }

  func color(for metadata: HDRMetadata?) -> SignalColor { hdrColor(for: metadata) ?? standard }

  /// Whether pictures can be shown as they are, if a plane takes them.
  func takes(_ description: PictureDescription) -> Bool {
    // Other matrices with HDR's transfer come with other primaries: the display is not told of them.
    description.color.matrix == .bt2020 && description.chroma != .rgb && description.depth > 8
      && hdrColor(for: description.hdr) != nil
  }

  /// Whether a plane shows HDR pictures in their own colours. What lies over them is mapped to
  /// theirs, so it needs a plane of its own.
  static func allows(_ plan: ScanoutPlan, on pair: PlanePair, _ mode: RenderMode) -> Bool {
    guard plan.hdr != nil else { return true }
    return mode == .twoPlanes && pair.interface != nil && plan.format.depth >= 10
      && pair.video.value(of: ColorDescription.Matrix.bt2020) != nil
  }
}

extension MonitorCapabilities {
  /// Of a display that is made up.
  fileprivate static let everything: MonitorCapabilities = {
    var all = MonitorCapabilities()
    (all.takesPQ, all.takesHLG) = (true, true)
    (all.takesBT2020RGB, all.takesBT2020YCC) = (true, true)
    return all
  }()
}
