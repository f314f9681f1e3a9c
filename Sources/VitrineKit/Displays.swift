internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScanout

/// The displays of this machine. Players of one program that show something on several of them share one of
/// these: the kernel lets one program, by one way, drive the displays of a graphics card.
///
/// Thread-safe. What it has opened it closes with its last owner.
public final class Displays: Sendable {
  /// A connector, and what is at its end.
  public struct Display: Hashable, Sendable, Identifiable {
    /// The kernel's name of the connector: `HDMI-A-1`.
    public let id: String
    /// What the display calls itself; nil where it does not tell.
    public let name: String?
    /// Whether there is a display.
    public let isConnected: Bool
    /// What it can show, as `1920x1080@60`, in its own order.
    public let modes: [String]
    /// In millimetres; nil where it does not tell.
    public let width, height: Int?
  }

  private let path: String?
  private let shared = Shared<ConnectorWatch?>(nil)

  /// Of the graphics card at this path (`/dev/dri/card1`); nil takes whatever drives displays.
  public init(device path: String? = nil) { self.path = path }

  deinit { shared.value?.close() }

  /// All connectors that there are. Asks the displays, which may take as long as a second; it is another
  /// thread that waits.
  ///
  /// - Throws: `PlayerError` of the category `display` where there is no card that can be used.
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

  /// What watches over the connectors, for all players.
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
