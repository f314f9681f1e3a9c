package import VitrineKMS
package import VitrinePictures
package import VitrinePlayback

/// The requested display and its settings.
package struct DisplayRequest: Sendable {
  package var device: DeviceRequest
  package var connector: String?
  /// Connectors that other outputs of this process will use.
  package var avoided: Set<String> = []
  /// Connectors that mirror this display.
  package var mirrors: [String] = []
  package var modes: ModePreferences
  package var panels = PanelPreferences()
  /// Whether HDR is used if the monitor supports it.
  package var hdr = HDRPolicy.off
  package var routing = RoutingRequest()
  /// Whether screenshots will be requested.
  package var isCapturing: Bool
  package var power = PowerRequest()
  /// The initial brightness.
  package var brightness = Brightness.asFound
  /// Injected faults; nil for none.
  package var faults: DisplayFaults?

  package init(
    devicePath: String? = nil, connector: String? = nil, policy: ModePolicy = .preferred,
    isCapturing: Bool = false
  ) {
    device = DeviceRequest(path: devicePath)
    self.connector = connector
    modes = ModePreferences(policy: policy)
    self.isCapturing = isCapturing
  }

  /// The requested device.
  package struct DeviceRequest: Hashable, Sendable {
    /// Nil for the first one with a display.
    package var path: String?
    /// Whether to wait for a missing device, for example at boot.
    package var isAwaited = false
  }

  /// The signal of a display that is off, and its initial state.
  package struct PowerRequest: Hashable, Sendable {
    package var off = DisplayOff.dpms
    /// Whether it is off until it is turned on.
    package var beginsOff = false
  }
}

/// How the panels of connectors are used.
package struct PanelPreferences: Hashable, Sendable {
  /// Clockwise rotations for connectors, in addition to that of all outputs.
  package var rotations: [String: Rotation] = [:]
  package var margins = Margins.none
  /// Margins for connectors, instead of `margins`.
  package var ownMargins: [String: Margins] = [:]
  /// The displays that show one picture together, without margins.
  package var wall: Wall?
  package var dimming = ExternalDimming.picture
  /// Slow movement against burn-in.
  package var shift = PixelShift.none

  /// The used part of a mode, and how far it moves.
  func area(of mode: PixelSize, at connector: String?) -> (area: PixelRect, reach: Int) {
    let area =
      connector.flatMap { wall?.area(of: mode, at: $0) }
      ?? (connector.flatMap { ownMargins[$0] } ?? margins).area(of: mode)
    let shift = shift.limited(to: area.size)
    return (shift.area(within: area), shift.reach)
  }

  /// Sets what an output uses of its mode.
  func configure(_ output: inout Output) {
    let (mode, name) = (output.mode.size, output.connector.name)
    (output.area, output.reach) = area(of: mode, at: name)
    guard let wall, let own = wall.area(of: mode, at: name) else { return }
    output.shares = wall.connectors.compactMap { wall.area(of: mode, at: $0) }.map {
      output.screen.moved(by: (own.x - $0.x, own.y - $0.y))
    }
  }
}

/// How a mode is chosen.
package struct ModePreferences: Hashable, Sendable {
  package var policy: ModePolicy
  /// Policies for connectors, instead of `policy`.
  package var policies: [String: ModePolicy] = [:]
  /// Modes that the monitor does not list.
  package var custom: [Mode] = []
  /// Whether the mode follows the frame rate of the video.
  package var matching = RateMatching.off
  /// The folder that working modes are stored in; nil stores none.
  package var folder: String?

  init(policy: ModePolicy) { self.policy = policy }

  func policy(at connector: String) -> ModePolicy { policies[connector] ?? policy }
}

/// How pictures may reach the planes.
package struct RoutingRequest: Hashable, Sendable {
  /// Only this render mode; nil selects the best that works.
  package var renderMode: RenderMode?
  /// How pictures are rotated; nil uses the plane if possible.
  package var rotator: Rotator?
  /// The quirks of the board's display drivers, from its board file.
  package var quirks: DisplayQuirks

  package init(
    renderMode: RenderMode? = nil, rotator: Rotator? = nil, quirks: DisplayQuirks = DisplayQuirks()
  ) {
    self.renderMode = renderMode
    self.rotator = rotator
    self.quirks = quirks
  }
}
