import VitrineDoctor
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrineSettings

extension DisplayFacts {
  /// Examines a card. The first process to open it becomes DRM master: this one drops that at once,
  /// and takes it again only to probe connectors that were never probed.
  init(path: String, _ settings: Configuration) {
    self.init(path)
    do throws(KMSError) {
      let device = try DRMDevice(path: path)
      isFree = device.isMaster
      device.releaseMaster()
      driver = device.driver
      if !isFree { holders = HolderFacts.all(of: path) }
      let planes = device.planes()
      let crtcs = device.crtcs()
      connectors = device.asked(isFree: isFree).map { connector in
        ConnectorFacts(connector, settings, planes, crtcs)
      }
    } catch {
      refusal = Refusal(error)
    }
  }
}

extension DRMDevice {
  /// The connectors as last probed by the kernel. If none is connected and no process uses the
  /// device, this probes them, which needs DRM master.
  fileprivate func asked(isFree: Bool) -> [Connector] {
    let known = connectors(probing: false).filter { !$0.isWriteback }
    guard isFree, !known.contains(where: \.isConnected), becomeMaster() else { return known }
    defer { releaseMaster() }
    return connectors().filter { !$0.isWriteback }
  }
}

extension DisplayFacts.Refusal {
  fileprivate init(_ error: KMSError) {
    switch error {
    case .cannotOpen(_, .accessDenied), .cannotOpen(_, .notPermitted): self = .denied
    case .noDisplays: self = .noDisplays
    case .noAtomic: self = .noAtomic
    default: self = .failed(error.description)
    }
  }
}

extension HolderFacts {
  /// The other processes that have a card open.
  fileprivate static func all(of path: String) -> [HolderFacts] {
    let number = path.drop { !$0.isNumber }
    let masters = smallText("/sys/kernel/debug/dri/\(number)/clients").flatMap(ClientTable.init)?
      .masters
    return DeviceHolder.all(of: path).map { holder in
      HolderFacts(
        name: holder.name, processID: holder.processID,
        unit: smallText("/proc/\(holder.processID)/cgroup").flatMap(unit(inControlGroup:)),
        isMaster: masters?.contains(holder.processID))
    }
  }
}

extension ConnectorFacts {
  fileprivate init(
    _ connector: Connector, _ settings: Configuration, _ planes: [Plane], _ crtcs: [CRTC]
  ) {
    self.init(connector.name)
    (isConnected, isLinkBad) = (connector.isConnected, connector.isLinkBad)
    edid = EDID(connector.edid)
    modes = connector.modes.map(\.description)
    choose(connector, settings)
    let reachable = crtcs.filter { connector.possibleCRTCs & (1 << UInt32($0.index)) != 0 }
    route = .best(planes, reachable)
  }

  private mutating func choose(_ connector: Connector, _ settings: Configuration) {
    let policy = settings.outputs[name]?.mode ?? settings.display.mode
    if case .pin(let request) = policy {
      pinned = request.description
      nearest = connector.modes.nearest(to: request)?.description
    }
    let selector = ModeSelector(
      policy: policy, listed: connector.modes, hasEDID: edid != .missing,
      custom: settings.display.customModes.compactMap { Mode(custom: $0) })
    // Only the DRM master may test whether the board can do it.
    guard let choice = selector.choose(fits: { _ in true }) else { return }
    let size = choice.mode.size
    chosen = ChosenMode(
      choice.mode.description, width: size.width, height: size.height, reason: choice.reason,
      isStandIn: choice.isProvisional)
  }
}

extension ConnectorFacts.EDID {
  fileprivate init(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else {
      self = .missing
      return
    }
    self = MonitorIdentity(edid: bytes).map { .valid(name: $0.name) } ?? .broken
  }
}

extension ConnectorFacts.Route {
  /// Judged by the planes' formats; only the DRM master may test it.
  fileprivate static func best(_ planes: [Plane], _ crtcs: [CRTC]) -> Self {
    var (refusals, hasVideo, hasRGB) = ([String](), false, false)
    for crtc in crtcs {
      let search = PlaneSearch(planes: planes, crtcIndex: crtc.index)
      for format in [PixelFormat.yuv420, .nv12] {
        let (pairs, refused) = search.candidates(format: format)
        if pairs.contains(where: { $0.interface != nil }) { return .twoPlanes }
        hasVideo = hasVideo || !pairs.isEmpty
        refusals += refused
      }
      hasRGB = hasRGB || !search.candidates(format: .xrgb8888).pairs.isEmpty
    }
    if hasVideo { return .videoOnly }
    return hasRGB ? .rgb : .none(refusals)
  }
}
