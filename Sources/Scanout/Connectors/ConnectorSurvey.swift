internal import KMS
internal import Linux

/// What there was to show pictures on, at one moment.
enum ConnectorSurvey: Sendable {
  /// An open device that is ours, and its connectors.
  case device(DRMDevice, [Connector])
  /// No device that could be used, and why.
  case nothing(KMSError)
}

extension ConnectorSurvey {
  /// Looks at the device that is open already, else opens one: at `path`, else the first that
  /// drives a display. Without `probing` the kernel says what it knows of the displays of an open
  /// one.
  init(of known: DRMDevice?, at path: String?, probing: Bool = true) {
    do throws(KMSError) {
      if let known, known.isPresent {
        // Another terminal's program, or one that came before us, may have it.
        guard known.becomeMaster() else {
          throw KMSError.notMaster(path: known.path, holders: DeviceHolder.all(of: known.path))
        }
        self = .device(known, known.connectors(probing: probing).filter { !$0.isWriteback })
        return
      }
      let device = try DRMDevice.find(at: path)
      guard device.becomeMaster() else {
        throw KMSError.notMaster(
          path: device.path, holders: DeviceHolder.all(of: device.path))
      }
      self = .device(device, device.connectors().filter { !$0.isWriteback })
    } catch {
      self = .nothing(error)
    }
  }

  var device: DRMDevice? {
    guard case .device(let device, _) = self else { return nil }
    return device
  }

  /// Whether anything can show pictures.
  var isLit: Bool {
    guard case .device(_, let connectors) = self else { return false }
    return connectors.contains { $0.isConnected && !$0.modes.isEmpty }
  }

  /// Whether displays of one device say something else of themselves than in `other`.
  func differs(from other: ConnectorSurvey) -> Bool {
    guard case .device(let device, let connectors) = self,
      case .device(let otherDevice, let others) = other, device === otherDevice
    else { return false }
    return !connectors.elementsEqual(others) { a, b in
      (a.name, a.isConnected, a.edid) == (b.name, b.isConnected, b.edid) && a.modes == b.modes
    }
  }
}
