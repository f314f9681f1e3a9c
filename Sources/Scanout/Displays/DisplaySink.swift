package import VitrineKMS
package import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// Allocates memory for a picture of a plan, or (with `room`) for a decoder that writes padding
/// around its pictures. Thread-safe.
package typealias BufferMaker =
  @Sendable (_ format: PixelFormat, _ size: PixelSize, _ room: PixelSize?) throws(PlaybackError)
  -> ScanoutBuffer

/// Imports a decoder's memory for a display to read. Thread-safe.
package typealias BufferImporter =
  @Sendable (_ memory: [DMABuffer], _ layout: DMABufferLayout) throws(PlaybackError) ->
  ScanoutBuffer

/// A display, real or in memory. Thread-bound to the display thread.
package protocol DisplaySink: AnyObject {
  /// The current state.
  var state: DisplayState { get }
  /// The latest vblank, if available before the first flip.
  var latestVblank: (sequence: UInt32, time: HostTime)? { get }
  /// Whether a committed picture is not on screen yet.
  var isBusy: Bool { get }
  /// When to call `timePassed`; nil while nothing is awaited.
  var deadline: HostTime? { get }
  /// The number of failures since the last picture for which the device is to blame: it does not
  /// respond or is gone. A rejected mode does not count.
  var deviceFaults: Int { get }
  /// How pictures are shown, for statistics.
  var description: DisplayDescription { get }

  /// Plans how to show pictures of this kind, tested on the display.
  func plan(
    for description: PictureDescription, _ arrangement: Arrangement
  ) throws(PlaybackError) -> ScanoutPlan

  /// The plans made so far, for other threads; nil if the display does not publish them.
  var plans: PublishedPlans? { get }

  /// Allocates memory that this display scans out.
  var bufferMaker: BufferMaker { get }
  /// Imports memory that another device writes.
  var bufferImporter: BufferImporter { get }

  /// Tests whether the display can show this memory by a plan that was made without it.
  func accepts(_ buffer: ScanoutBuffer, by plan: ScanoutPlan) throws(PlaybackError)

  /// Why a transition cannot mix another item's picture into this one; nil if it can.
  func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String?

  /// Shows a picture and the layers above it at the next vblank; with `capture`, also takes a
  /// screenshot. Returns false if the display is busy: try again after the next flip.
  func show(_ layers: Layers, capture: Bool) throws(PlaybackError) -> Bool

  /// The flips since the previous call.
  func drainFlips() throws(PlaybackError) -> [SinkFlip]

  /// The finished screenshot, in 32-bit XRGB with the display's size.
  func collectCapture() -> Capture?

  /// Chooses a mode that matches the frame rate, if that is configured.
  func match(_ content: Refresh)

  /// The events since the previous call.
  func drainEvents() -> [DisplayEvent]

  /// Turns the display on or off. While it is off, pictures advance without being visible.
  func setPower(_ isOn: Bool)

  /// Sets the brightness.
  func setBrightness(_ brightness: Brightness)

  /// The means of dimming; nil without dimming.
  var dimming: Dimming? { get }

  /// Handles timeouts and external events.
  func timePassed(_ now: HostTime) throws(PlaybackError)
}

/// The state of a display, on which all plans, drawings and timing depend.
package struct DisplayState: Sendable {
  /// Without margins.
  package var size: PixelSize
  /// When it changes, earlier plans and buffers are invalid.
  package var epoch: Epoch
  /// The nominal time between vblanks of the mode.
  package var period: Duration
  /// Changes when the numbering of vblanks restarts.
  package var vblankSeries: Int
  /// Nil if the monitor does not report its physical size.
  package var pixelsPerMillimetre: Double?
  /// The rotation that makes content upright, from the panel's mounting.
  package var panelRotation = Rotation.none
  /// The whole display, including its margins, in coordinates of the part that is used.
  package var screen: PixelRect
  /// How the used part moves on the screen.
  package var shift = PixelShift.none

  package init(size: PixelSize, epoch: Epoch, period: Duration, vblankSeries: Int = 0) {
    self.size = size
    screen = PixelRect(size)
    self.epoch = epoch
    self.period = period
    self.vblankSeries = vblankSeries
  }
}

/// A sink with outputs of a device, which may change at any time.
package protocol DeviceSink {
  /// Readable when there are flips or surveys.
  var eventSource: FileDescriptor { get }
  /// Releases the display for another virtual terminal, until `enter`.
  func leave()
  func enter()
  /// Closes the device and opens it again.
  func reopenDevice()
}

extension DisplaySink {
  package var size: PixelSize { state.size }
  package var epoch: Epoch { state.epoch }
  package var vblankSeries: Int { state.vblankSeries }
  package var pixelsPerMillimetre: Double? { state.pixelsPerMillimetre }
  package var panelRotation: Rotation { state.panelRotation }
  package var screen: PixelRect { state.screen }
  package var period: Duration { state.period }

  package var plans: PublishedPlans? { nil }
  package func obstacle(to mixture: Mixture, with picture: ScanoutPicture) -> String? {
    mixture.obstacle(with: picture)
  }
  package var deviceFaults: Int { 0 }

  /// Most sinks do not change.
  package func drainEvents() -> [DisplayEvent] { [] }
  package func match(_ content: Refresh) {}
  /// A display in memory behaves the same when off.
  package func setPower(_ isOn: Bool) {}
  /// It has no brightness either.
  package func setBrightness(_ brightness: Brightness) {}
  package var dimming: Dimming? { nil }
}

/// Layers that have reached the screen.
package struct SinkFlip {
  package let layers: Layers
  package let sequence: UInt32
  package let time: HostTime

  package init(_ layers: Layers, sequence: UInt32, time: HostTime) {
    self.layers = layers
    self.sequence = sequence
    self.time = time
  }

  package var picture: ScanoutPicture { layers.picture }
}

/// A screenshot.
package struct Capture: Sendable {
  /// The source: the display's writeback, or composition in software.
  package enum Origin: String, Sendable { case writeback, composition }

  package let buffer: ScanoutBuffer
  package let origin: Origin

  package init(buffer: ScanoutBuffer, origin: Origin) {
    self.buffer = buffer
    self.origin = origin
  }
}

/// A display, and how it shows pictures.
package struct DisplayDescription: Sendable, Equatable {
  package var name: String
  package var mode: String
  /// The mode's size.
  package var size: PixelSize
  /// The exact refresh rate.
  package var refresh: Double
  package var renderMode: String
  package var planes: [UInt32]
  package var format: String?
  /// The connector (`HDMI-A-1`) and the monitor; nil if there is none.
  package var connector: String?
  package var monitor: MonitorIdentity?
  /// The number of retried commits.
  package var recoveries: Int

  package init(
    name: String, mode: String, size: PixelSize, refresh: Double, renderMode: String,
    planes: [UInt32], format: String?, connector: String? = nil, monitor: MonitorIdentity? = nil,
    recoveries: Int = 0
  ) {
    self.name = name
    self.mode = mode
    self.renderMode = renderMode
    self.size = size
    self.refresh = refresh
    self.planes = planes
    self.format = format
    self.recoveries = recoveries
    self.connector = connector
    self.monitor = monitor
  }
}
