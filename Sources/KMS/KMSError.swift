package import VitrineLinux
package import VitrinePictures

/// An error of the display: its object, the cause, and what to do.
package enum KMSError: Error, Sendable {
  /// No node in /dev/dri can drive a display; with the reason for each.
  case noDevice(refusals: [String])
  case cannotOpen(path: String, Errno)
  /// A node without displays (a render node, or a GPU without outputs).
  case noDisplays(path: String)
  case noAtomic(path: String)
  /// Another process is the DRM master.
  case notMaster(path: String, holders: [DeviceHolder])
  case noConnector(wanted: String?, seen: [String])
  case noMode(connector: String, wanted: String, nearest: String?)
  case noCRTC(connector: String)
  /// No plane can show these pictures; with the reason for each candidate.
  case noPlane(refusals: [String])
  case missingProperty(String, object: String)
  case commitRefused(Errno, output: String, request: String)
  case call(String, Errno)
  case bufferRefused(PixelSize, PixelFormat, Errno)
  /// For memory of another device, such as a decoder.
  case importRefused(PixelSize, PixelFormat, Errno)
}

extension KMSError {
  /// The kernel's error code, if there is one.
  package var errno: Errno? {
    switch self {
    case .cannotOpen(_, let error), .commitRefused(let error, _, _), .call(_, let error),
      .bufferRefused(_, _, let error), .importRefused(_, _, let error):
      error
    case .noDevice, .noDisplays, .noAtomic, .notMaster, .noConnector, .noMode, .noCRTC, .noPlane,
      .missingProperty:
      nil
    }
  }
}

extension KMSError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .noDevice(let refusals):
      let seen = refusals.isEmpty ? "/dev/dri has no card" : refusals.joined(separator: "; ")
      return "no display device: \(seen). Check that the board's display driver is loaded "
        + "(ls /sys/class/drm), or play without one: --display headless "
        + "(or, in your own program, VITRINE_SCREEN=headless)"
    case .cannotOpen(let path, .accessDenied), .cannotOpen(let path, .notPermitted):
      return "\(path): permission denied. Add the user to the group that owns it "
        + "(usually: usermod -aG video USER) and log in again"
    case .cannotOpen(let path, let error): return "\(path): cannot be opened: \(error)"
    case .noDisplays(let path): return "\(path): not a display device (no KMS)"
    case .noAtomic(let path):
      return
        "\(path): its driver does not support atomic modesetting; use a kernel of 2016 or newer"
    case .notMaster(let path, let holders):
      let who = holders.isEmpty ? "another process" : holders.map(\.description).formatted()
      return "\(path): the display belongs to \(who). Stop it "
        + "(a display manager: systemctl stop display-manager), then start again"
    case .noConnector(let wanted?, let seen):
      return "no connected connector \(wanted); seen: \(seen.formatted())"
    case .noConnector(nil, let seen):
      return "nothing is connected; seen: \(seen.formatted()). Check the cable and that the "
        + "display is on, or force a mode with video=CONNECTOR:1920x1080@60D on the kernel's "
        + "command line"
    case .noMode(let connector, let wanted, let nearest):
      let hint = nearest.map { "nearest is \($0)" } ?? "it has no modes"
      return "\(connector): no mode \(wanted); \(hint)"
    case .noCRTC(let connector): return "\(connector): no free CRTC can drive it"
    case .noPlane(let refusals):
      var seen: Set<String> = []
      let reasons = refusals.filter { seen.insert($0).inserted }
      return "no plane can show these frames: " + reasons.joined(separator: "; ")
    case .missingProperty(let name, let object): return "\(object) has no property \(name)"
    case .commitRefused(let error, let output, let request):
      return "\(output): commit refused: \(error); \(request)"
    case .call(let name, let error): return "\(name): \(error)"
    case .bufferRefused(let size, let format, let error):
      return "no buffer of \(size) \(format): \(error)"
    case .importRefused(let size, let format, let error):
      return "the display cannot import \(format) \(size) from a decoder: \(error)"
    }
  }
}

extension [String] {
  /// `a, b and c`.
  fileprivate func formatted() -> String {
    guard let last, count > 1 else { return first ?? "none" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
