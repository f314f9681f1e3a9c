internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Chooses modes for one output's monitors, and remembers those that worked. Thread-bound to the
/// display thread.
final class ModeChooser {
  private let preferences: ModePreferences
  private var store: ModeStore?
  /// The frame rate of the video, if modes match it.
  var match: RateMatch?
  private let binding = ThreadBinding()

  init(_ preferences: ModePreferences) {
    self.preferences = preferences
    store = preferences.folder.map { ModeStore(in: Folder($0)) }
  }

  /// The error in the stored modes, for the log.
  var damage: String? { store?.damage.map { "\($0)" } }

  /// The mode for a monitor; nil if none is left, or none as requested. `left` is the currently
  /// driven connector.
  func choose(
    for connector: Connector, on device: any AtomicDevice, leaving left: ObjectID<Connector>?
  ) -> ModeChoice? {
    binding.check()
    let monitor = MonitorIdentity(edid: connector.edid)
    let selector = ModeSelector(
      policy: preferences.policy(at: connector.name), match: match, listed: connector.modes,
      hasEDID: monitor != nil,
      custom: preferences.custom,
      remembered: store?.mode(monitor: monitor, connector: connector.name))
    return selector.choose { fits($0, connector, device, leaving: left) }
  }

  /// Remembers a mode that has shown a picture. Returns the error if that failed.
  func remember(_ choice: ModeChoice, for connector: Connector) -> String? {
    binding.check()
    guard !choice.isProvisional else { return nil }
    do {
      try store?.save(
        choice.mode, monitor: MonitorIdentity(edid: connector.edid), connector: connector.name)
      return nil
    } catch {
      return "the display's mode cannot be saved: \(error)"
    }
  }

  /// Whether the board can scan out a mode, according to a test commit with a black picture.
  private func fits(
    _ mode: Mode, _ connector: Connector, _ device: any AtomicDevice,
    leaving left: ObjectID<Connector>?
  ) -> Bool {
    do {
      let output = try Output(trying: connector, mode: mode, on: device, leaving: left)
      let finder = RouteFinder(device: device, output: output)
      let blob = try device.makeBlob(of: mode)
      let buffer = try device.makeScanoutBuffer(
        .xrgb8888, size: mode.size, room: nil, populating: false)
      var request = AtomicRequest()
      try finder.configureBlack(&request, buffer)
      try request.enable(output, mode: blob)
      try device.commit(request, .test(allowModeset: true))
      return true
    } catch {
      return false
    }
  }
}
