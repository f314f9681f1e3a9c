public import VitrineKMS
public import VitrineLinux
public import VitrinePictures
public import VitrinePlayback
public import VitrineTiming

/// Makes memory for one picture of a plan, or (with `room`) for a decoder that writes around
/// its pictures. Thread-safe.
public typealias BufferMaker =
  @Sendable (_ format: PixelFormat, _ size: PixelSize, _ room: PixelSize?) throws(PlaybackError)
  -> ScanoutBuffer

/// Takes a decoder's memory as it is, for a display to read. Thread-safe.
public typealias BufferImporter =
  @Sendable (_ memory: [DMABuffer], _ layout: StatedLayout) throws(PlaybackError) -> ScanoutBuffer

/// Where pictures end: a display, real or in memory. Thread-bound to the display thread.
public protocol DisplaySink: AnyObject {
  /// What it is now.
  var state: DisplayState { get }
  /// The latest vblank, where it can be asked before any flip.
  var latestVblank: (sequence: UInt32, time: HostTime)? { get }
  /// Whether a picture was given to the display and is not on screen yet.
  var isBusy: Bool { get }
  /// When `timePassed` wants to be called; nil while nothing is awaited.
  var deadline: HostTime? { get }
  /// What was done to show pictures, for statistics.
  var description: DisplayDescription { get }

  /// How pictures of this kind would be shown, tried on the display itself.
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan

  /// Makes the memory that this display scans out.
  var bufferMaker: BufferMaker { get }
  /// Takes over memory that another device writes.
  var bufferImporter: BufferImporter { get }

  /// Asks the display whether it shows this memory by a plan that was made without it.
  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError)

  /// Shows a picture, and what lies over it, at the next vblank; with `capture`, also hands back
  /// what is scanned out then. False when the display is still busy: try again after the next
  /// flip.
  func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool

  /// The flips since the last call.
  func takeFlips() throws(PlaybackError) -> [SinkFlip]

  /// What was asked to be captured and has arrived, as 32-bit XRGB of the display's size.
  func takeCapture() -> Capture?

  /// Looks for a mode with the rate of what is played, where that was asked for.
  func match(_ content: Refresh)

  /// What has become of the display since the last call.
  func takeNews() -> [DisplayNews]

  /// Turns the display on or off. While it is off, pictures come and go unseen.
  func setPower(_ isOn: Bool)

  /// Has the display so bright from now on.
  func setBrightness(_ brightness: Brightness)

  /// By what it is as bright as that; nil where nothing is done about it.
  var dimming: Dimming? { get }

  /// Deals with what is overdue, and with what happened elsewhere.
  func timePassed(_ now: HostTime) throws(PlaybackError)
}

/// What a display is: all that is planned, drawn and timed for it depends on this.
public struct DisplayState {
  public var size: PixelSize
  /// Another one means that what was planned and allocated before is of no use.
  public var epoch: Epoch
  /// The time between vblanks as the mode promises it.
  public var period: Duration
  /// Changes when vblanks begin to be counted anew.
  public var vblankSeries: Int
  /// Of the display's glass, where it tells how large that is.
  public var pixelsPerMillimetre: Double?
  /// How far content has to be turned to stand upright, as the panel is built into its case.
  public var panelRotation = Rotation.none

  public init(size: PixelSize, epoch: Epoch, period: Duration, vblankSeries: Int = 0) {
    (self.size, self.epoch, self.period) = (size, epoch, period)
    self.vblankSeries = vblankSeries
  }
}

/// A sink with outputs of a device: something happens to it from outside.
public protocol DeviceSink {
  /// What an event loop waits on: flips, and news of displays.
  var eventSource: FileDescriptor { get }
  /// Lets go of the display until `enter`: another virtual terminal gets it.
  func leave()
  func enter()
}

extension DisplaySink {
  public var size: PixelSize { state.size }
  public var epoch: Epoch { state.epoch }
  public var vblankSeries: Int { state.vblankSeries }
  public var pixelsPerMillimetre: Double? { state.pixelsPerMillimetre }
  public var panelRotation: Rotation { state.panelRotation }
  public var period: Duration { state.period }

  /// Most displays stay what they are.
  public func takeNews() -> [DisplayNews] { [] }
  public func match(_ content: Refresh) {}
  /// A display in memory is on as well as off.
  public func setPower(_ isOn: Bool) {}
  /// Nor is it bright.
  public func setBrightness(_ brightness: Brightness) {}
  public var dimming: Dimming? { nil }
}

/// What has become of a display.
public enum DisplayNews: Sendable {
  /// It shows pictures, after it did not or in another way.
  case lit(DisplayDescription, reason: String)
  /// It does not, and why.
  case dark(reason: String)
  /// Something beside the picture went wrong.
  case trouble(String)
  /// It is there, and off as it was told to be.
  case off(DisplayDescription)
  /// Another process, or its driver, had turned it off or on, and it is again what it was told to be.
  case reasserted(isOn: Bool)
}

/// What came on screen.
public struct SinkFlip {
  public let layers: Layers
  public let sequence: UInt32
  public let time: HostTime

  public init(_ layers: Layers, sequence: UInt32, time: HostTime) {
    (self.layers, self.sequence, self.time) = (layers, sequence, time)
  }

  public var picture: ScanoutPicture { layers.picture }
}

/// A picture of the screen.
public struct Capture: Sendable {
  /// Where it comes from: the display's own writeback, or our composition of what it was given.
  public enum Origin: String, Sendable { case writeback, composition }

  public let buffer: ScanoutBuffer
  public let origin: Origin

  public init(buffer: ScanoutBuffer, origin: Origin) {
    (self.buffer, self.origin) = (buffer, origin)
  }
}

/// What a display is and how it shows what it shows.
public struct DisplayDescription: Sendable, Equatable {
  public var name: String
  public var mode: String
  /// Of the mode.
  public var size: PixelSize
  /// In a second, exact.
  public var refresh: Double
  public var renderMode: String
  public var planes: [UInt32]
  public var format: String?
  /// Where it hangs (`HDMI-A-1`), and what it says of itself; nil where there is no such thing.
  public var connector: String?
  public var monitor: MonitorIdentity?
  /// Commits that had to be tried again.
  public var recoveries: Int

  public init(
    name: String, mode: String, size: PixelSize, refresh: Double, renderMode: String,
    planes: [UInt32], format: String?, connector: String? = nil, monitor: MonitorIdentity? = nil,
    recoveries: Int = 0
  ) {
    (self.name, self.mode, self.renderMode) = (name, mode, renderMode)
    (self.size, self.refresh) = (size, refresh)
    (self.planes, self.format, self.recoveries) = (planes, format, recoveries)
    (self.connector, self.monitor) = (connector, monitor)
  }
}
