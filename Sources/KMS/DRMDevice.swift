import CVitrineDRM
import Glibc
package import VitrineLinux
package import VitrineTiming

/// An open DRM node that can drive displays. Thread-safe: the kernel serialises requests.
///
/// Framebuffers and buffers retain it, so that the descriptor outlives them.
package final class DRMDevice: Sendable {
  package let path: String
  /// The kernel driver's name, such as `vc4`; selects the quirks.
  package let driver: String
  let node: FileDescriptor
  /// The outputs' claims to the device's CRTCs and planes.
  package let claims = Claims()
  let router = FlipRouter()
  let handles = GEMHandles()

  /// Opens a node and enables atomic commits, all planes and the writeback connectors.
  package init(path: String) throws(KMSError) {
    self.path = path
    do {
      node = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpen(path: path, error)
    }
    driver = Self.driverName(of: node.rawValue)
    guard let resources = unsafe drmModeGetResources(node.rawValue) else {
      throw .noDisplays(path: path)
    }
    let (connectors, crtcs) = unsafe (
      resources.pointee.count_connectors, resources.pointee.count_crtcs
    )
    unsafe drmModeFreeResources(resources)
    guard connectors > 0, crtcs > 0 else { throw .noDisplays(path: path) }
    guard drmSetClientCap(node.rawValue, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1) == 0,
      drmSetClientCap(node.rawValue, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0
    else { throw .noAtomic(path: path) }
    // Older kernels have no writeback; screenshots are then composed in software.
    _ = drmSetClientCap(node.rawValue, UInt64(DRM_CLIENT_CAP_WRITEBACK_CONNECTORS), 1)
  }

  /// Readable when page flips have arrived.
  package var eventSource: FileDescriptor {
    _read { yield node }
  }

  var descriptor: CInt { node.rawValue }

  /// Whether this process is the DRM master: the first process that opens a device without one is.
  /// Wraps `drmIsMaster`.
  package var isMaster: Bool { drmIsMaster(node.rawValue) != 0 }

  /// Tries to become DRM master. Wraps `drmSetMaster`.
  package func becomeMaster() -> Bool { isMaster || drmSetMaster(node.rawValue) == 0 }

  /// False once the device was removed. Some drivers respond on an open node for long after that,
  /// but its path in /dev is then missing or belongs to another device.
  package var isPresent: Bool {
    var (ours, there) = (stat(), stat())
    guard unsafe fstat(node.rawValue, &ours) == 0, unsafe stat(path, &there) == 0,
      ours.st_rdev == there.st_rdev
    else { return false }
    guard let resources = unsafe drmModeGetResources(node.rawValue) else { return false }
    unsafe drmModeFreeResources(resources)
    return true
  }

  /// The number and time of the latest vblank; nil if the driver has no vblanks. Wraps
  /// `drmCrtcGetSequence`.
  package func latestVblank(of crtc: ObjectID<CRTC>) -> (sequence: UInt32, time: HostTime)? {
    var (sequence, nanoseconds) = (UInt64(0), UInt64(0))
    guard unsafe drmCrtcGetSequence(node.rawValue, crtc.rawValue, &sequence, &nanoseconds) == 0,
      nanoseconds > 0
    else { return nil }
    return (UInt32(truncatingIfNeeded: sequence), HostTime(nanoseconds: Int64(nanoseconds)))
  }

  private static func driverName(of descriptor: CInt) -> String {
    guard let version = unsafe drmGetVersion(descriptor) else { return "unknown" }
    defer { unsafe drmFreeVersion(version) }
    guard let name = unsafe version.pointee.name else { return "unknown" }
    return unsafe String(cString: name)
  }
}

extension DRMDevice {
  /// The card nodes in the kernel's order.
  package static var cardPaths: [String] {
    directoryEntries("/dev/dri")
      .compactMap { $0.hasPrefix("card") ? Int($0.dropFirst(4)) : nil }
      .sorted()
      .map { "/dev/dri/card\($0)" }
  }

  /// Opens the first node that drives displays, preferably with a connected monitor; or the node at
  /// `path`.
  package static func find(at path: String? = nil) throws(KMSError) -> DRMDevice {
    if let path { return try DRMDevice(path: path) }
    var refusals: [KMSError] = []
    var spare: DRMDevice?
    for path in cardPaths {
      do {
        let device = try DRMDevice(path: path)
        let isUsed = device.connectors().contains { $0.isConnected && !$0.isWriteback }
        if isUsed { return device }
        spare = spare ?? device
      } catch {
        refusals.append(error)
      }
    }
    if let spare { return spare }
    // Missing permission is the most likely cause, and its message says what to do.
    for case .cannotOpen(let path, let error) in refusals {
      throw .cannotOpen(path: path, error)
    }
    throw .noDevice(refusals: refusals.map(\.description))
  }

  /// Lists all connectors. With `probing` the kernel probes each connector; otherwise it returns
  /// the results of the latest probe at once.
  package func connectors(probing: Bool) -> [Connector] {
    unsafe listed { unsafe ($0.count_connectors, $0.connectors) }.compactMap {
      Connector($0, on: descriptor, probing: probing)
    }
  }

  package func crtcs() -> [CRTC] {
    unsafe listed { unsafe ($0.count_crtcs, $0.crtcs) }.enumerated().compactMap { index, number in
      CRTC(number, index: index, on: descriptor)
    }
  }

  /// Wraps `drmModeGetPlaneResources`.
  package func planes() -> [Plane] {
    guard let resources = unsafe drmModeGetPlaneResources(descriptor) else { return [] }
    defer { unsafe drmModeFreePlaneResources(resources) }
    return unsafe (0..<Int(resources.pointee.count_planes)).compactMap {
      unsafe Plane(resources.pointee.planes[$0], on: descriptor)
    }
  }

  private func listed(
    _ list: (drmModeRes) -> (CInt, UnsafeMutablePointer<UInt32>?)
  ) -> [UInt32] {
    guard let resources = unsafe drmModeGetResources(descriptor) else { return [] }
    defer { unsafe drmModeFreeResources(resources) }
    let (count, numbers) = unsafe list(resources.pointee)
    guard let numbers = unsafe numbers else { return [] }
    return (0..<Int(count)).map { unsafe numbers[$0] }
  }
}

extension DRMDevice {
  /// Lets other processes own the display until `becomeMaster`, for example before a switch of
  /// virtual terminals: this process may then become master again without privileges. Commits in
  /// between fail. Wraps `drmDropMaster`.
  package func releaseMaster() { _ = drmDropMaster(descriptor) }

  /// Calls `releaseMaster`, unless an output of this process uses the device or is about to.
  package func releaseMasterWhileIdle() { claims.whileIdle { releaseMaster() } }

  /// Runs `body` as DRM master, for an output that does not have a CRTC yet: no survey releases the
  /// device meanwhile. Returns nil if another process is the DRM master; rethrows the errors of
  /// `body`.
  package func asMaster<Value, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    claims.beginClaiming()
    defer { claims.endClaiming() }
    guard becomeMaster() else { return nil }
    return try body()
  }
}
