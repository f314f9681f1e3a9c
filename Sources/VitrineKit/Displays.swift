internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScanout

/// The displays of this machine, shared by the players of one program.
///
/// The kernel lets only one open device drive a graphics card, so players that run at the same time
/// need the same instance. It closes its devices when its last owner releases it. Thread-safe.
///
/// ```swift
/// let displays = Displays()
/// let left = Player([Item(path: "left.mp4")], on: Screen("HDMI-A-1", of: displays))
/// let right = Player([Item(path: "right.mp4")], on: Screen("HDMI-A-2", of: displays))
/// ```
public final class Displays: Sendable {
  /// A connector and the display attached to it.
  public struct Display: Hashable, Sendable, Identifiable {
    /// The kernel's name for the connector, such as `HDMI-A-1`.
    public let id: String
    /// The display's name from its EDID; nil if it has none.
    public let name: String?
    /// Whether a display is connected.
    public let isConnected: Bool
    /// The supported modes, such as `1920x1080@60`, in the order of the kernel's list.
    public let modes: [String]
    /// The physical size in millimetres; nil if the display does not report it.
    public let width, height: Int?
  }

  private let path: String?
  private let shared = Shared<ConnectorWatch?>(nil)

  /// Creates the displays of a graphics card, such as `/dev/dri/card1`.
  ///
  /// If `path` is nil, players use the first card that drives displays, and ``all()`` lists the
  /// connectors of all cards.
  public init(device path: String? = nil) { self.path = path }

  deinit { shared.value?.close() }

  /// Returns all connectors.
  ///
  /// Probing the displays can take a second; it is done on another thread.
  ///
  /// - Throws: `PlayerError` of the category `display` if no graphics card can be used.
  public func all() async throws(PlayerError) -> [Display] {
    let path = path
    return try await onThread("displays") { () throws(PlayerError) in try Self.survey(path) }
  }

  private static func survey(_ path: String?) throws(PlayerError) -> [Display] {
    let paths = path.map { [$0] } ?? DRMDevice.cardPaths
    var (found, failure): ([Display], KMSError?) = ([], nil)
    for path in paths {
      do throws(KMSError) {
        found += try DRMDevice(path: path).connectors(probing: true).filter { !$0.isWriteback }
          .map(Display.init)
      } catch {
        failure = failure ?? error
      }
    }
    if found.isEmpty, let failure { throw PlayerError(.display, failure.description) }
    return found
  }

  /// The connector monitor that all players share.
  func watch() throws(Errno) -> ConnectorWatch {
    if let watch = shared.value { return watch }
    let made = try ConnectorWatch(devicePath: path)
    let watch = shared.update { watch in
      watch = watch ?? made
      return watch ?? made
    }
    if watch !== made { made.close() }
    return watch
  }

  var devicePath: String? { path }
}

extension Displays.Display {
  init(_ connector: Connector) {
    (id, isConnected) = (connector.name, connector.isConnected)
    name = MonitorIdentity(edid: connector.edid)?.model
    modes = connector.modes.map(\.description)
    (width, height) = (connector.physicalSize?.width, connector.physicalSize?.height)
  }
}
