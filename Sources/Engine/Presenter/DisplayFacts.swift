internal import VitrinePictures
package import VitrineScanout

/// The facts about an open display that other threads read without asking its thread. The presenter
/// publishes them for each epoch.
package struct DisplayFacts: Sendable {
  /// In pixels.
  let size: PixelSize
  let epoch: Epoch
  /// The rotation that makes content upright.
  let panelRotation: Rotation
  /// Nil if the monitor does not report its physical size.
  let pixelsPerMillimetre: Double?
  let makeBuffer: BufferMaker
  let importBuffer: BufferImporter
  /// The plans made so far; nil if the display does not publish them.
  let plans: PublishedPlans?

  package init(_ display: any DisplaySink) {
    let state = display.state
    size = state.size
    epoch = state.epoch
    panelRotation = state.panelRotation
    pixelsPerMillimetre = state.pixelsPerMillimetre
    makeBuffer = display.bufferMaker
    importBuffer = display.bufferImporter
    plans = display.plans
  }
}
