public import KMS

/// Which display is wanted, and how.
public struct DisplayRequest: Sendable {
  public var devicePath: String?
  public var connector: String?
  public var mode: ModeWish?
  /// Only this way of rendering; nil takes the best that works.
  public var renderMode: RenderMode?
  /// Who turns pictures; nil takes the plane where it can.
  public var turning: Turning?
  /// Whether screenshots will be asked for.
  public var isCapturing: Bool
  /// Whether to wait for a device where there is none yet, as at boot.
  public var isPatient = false
  /// Faults made on purpose; nil for a display that only has its own.
  public var faults: DisplayFaults?

  public init(
    devicePath: String? = nil, connector: String? = nil, mode: ModeWish? = nil,
    renderMode: RenderMode? = nil, turning: Turning? = nil, isCapturing: Bool = false
  ) {
    (self.devicePath, self.connector, self.mode) = (devicePath, connector, mode)
    (self.renderMode, self.turning) = (renderMode, turning)
    self.isCapturing = isCapturing
  }
}

/// Who turns pictures on a display whose content is turned.
public enum Turning: String, Sendable, CaseIterable {
  /// The display's hardware, as it reads them.
  case plane
  /// The pass that writes them into the display's memory.
  case pass
}
