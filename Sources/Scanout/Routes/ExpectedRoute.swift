internal import VitrineKMS
package import VitrinePictures
package import VitrinePlayback

/// How pictures would reach a display that this process does not drive: according to test commits
/// if its device exists and is free, otherwise according to the board file.
package struct ExpectedRoute: Sendable {
  /// Without margins.
  package let size: PixelSize
  /// The mode around that, and what movement needs around the mode.
  private let canvas: PixelRect
  /// In hertz.
  package let refresh: Double
  /// The rotation of the panel's mounting, and of its connector's configuration.
  package let panelRotation: Rotation
  /// The device and connector, such as `/dev/dri/card0:HDMI-A-1`; nil for a simulated one.
  package let place: String?
  private let device: String?
  private let connector: String?
  private let mode: Mode?
  private let request: DisplayRequest

  /// The display that a player would use for this request; nil if there is none with such a mode.
  package init?(of request: DisplayRequest) {
    let paths = request.device.path.map { [$0] } ?? DRMDevice.cardPaths
    for path in paths {
      // A device that cannot be opened is not usable; `vitrine probe` reports why.
      guard let device = try? DRMDevice(path: path),
        let found = device.connectors().first(where: { $0.isWanted(by: request) })
      else { continue }
      let policy = request.modes.policy(at: found.name)
      let selector = ModeSelector(
        policy: policy, listed: found.modes, hasEDID: MonitorIdentity(edid: found.edid) != nil,
        custom: request.modes.custom)
      guard let choice = selector.choose(fits: { _ in true }) else { return nil }
      self.init(device, found, choice.mode, request)
      return
    }
    return nil
  }

  /// A display that is not connected to this machine, in this mode.
  package init(imagining mode: ModeRequest, _ request: DisplayRequest) {
    let (area, reach) = request.panels.area(of: mode.size, at: request.connector)
    (size, canvas) = (area.size, area.canvas(on: mode.size, reach: reach))
    refresh = mode.refresh ?? 60
    (place, device, connector, self.mode) = (nil, nil, nil, nil)
    panelRotation = request.connector.flatMap { request.panels.rotations[$0] } ?? .none
    self.request = request
  }

  private init(
    _ device: DRMDevice, _ found: Connector, _ mode: Mode, _ request: DisplayRequest
  ) {
    let (area, reach) = request.panels.area(of: mode.size, at: found.name)
    (size, canvas) = (area.size, area.canvas(on: mode.size, reach: reach))
    refresh = mode.refresh
    place = "\(device.path):\(found.name)"
    (self.device, connector, self.mode) = (device.path, found.name, mode)
    panelRotation =
      (found.properties.panelOrientation?.rotation ?? .none)
      + (request.panels.rotations[found.name] ?? .none)
    self.request = request
  }

  /// Plans how pictures of a kind would be shown. Throws if that is impossible.
  package func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    // The HDR signal is not tested here: stills and most videos are SDR.
    let description = description.inSDR
    var turned = arrangement
    turned.rotation = turned.rotation + panelRotation
    if let asked = try askedPlan(for: description, turned) { return asked }
    return try imaginedPlan(for: description, turned)
  }

  /// Nil if test commits are not possible, because another process uses the display.
  private func askedPlan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan? {
    do throws(KMSError) {
      return try finder()?.survey(description, arrangement).0
    } catch {
      throw PlaybackError(.display, error.description, exitStatus: .unavailable)
    }
  }

  /// Whether planes show videos in these parts of the display above one of this kind. Nil if test commits are not possible.
  package func hasPlanes(
    for parts: [Arrangement], over arrangement: Arrangement, _ description: PictureDescription
  ) -> Bool? {
    func turned(_ arrangement: Arrangement) -> Arrangement {
      var turned = arrangement
      turned.rotation = turned.rotation + panelRotation
      return turned
    }
    return try? finder()?.hasPlanes(
      for: parts.map(turned), over: turned(arrangement), description.inSDR)
  }

  /// Nil if another process uses the display, or if it is not connected to this machine.
  private func finder() throws(KMSError) -> RouteFinder? {
    guard let path = device, let mode, let device = try? DRMDevice(path: path),
      device.becomeMaster(), let found = device.connectors().first(where: { $0.name == connector })
    else { return nil }
    var output = try Output(trying: found, mode: mode, on: device, leaving: nil)
    request.panels.configure(&output)
    return RouteFinder(device: device, output: output, request.routing)
  }

  /// The cheapest route that is not excluded. Rotations by 90 degrees are left to the pass, because
  /// few planes support them.
  private func imaginedPlan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan {
    let quirks = request.routing.quirks
    for format in description.scanoutPreference
    where format.memoryPlanes != nil && !quirks.avoidedFormats.contains(format) {
      let plans = ScanoutPlan.candidates(
        for: description, arrangement, on: size, within: canvas, format: format)
      let plan = plans.first {
        $0.isAllowed(by: quirks) && !$0.plane.rotation.isSideways
          && (request.routing.rotator != .pass || $0.plane.rotation == .none)
      }
      if let plan { return plan }
    }
    throw PlaybackError(
      .display, "no known path to the display for \(description.size) frames",
      exitStatus: .unavailable)
  }
}

extension Connector {
  fileprivate func isWanted(by request: DisplayRequest) -> Bool {
    guard !isWriteback, !request.avoided.contains(name) else { return false }
    return request.connector.map { $0 == name } ?? isConnected
  }
}

extension ScanoutPlan {
  /// Whether the CPU scales the picture.
  package var isScaledByPass: Bool {
    rotation.upright(bufferPart.size) != picturePart.size
  }
}
