internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// Tests routes with test commits of real framebuffers. Bound to the display thread.
struct RouteTester {
  /// A layer above the picture.
  typealias Interface = (framebuffer: ObjectID<Framebuffer>, box: PixelRect)

  let device: any AtomicDevice
  let output: Output
  let faults: DisplayFaults?
  /// The mode to test with, if the output does not use it yet.
  var mode: PropertyBlob?
  /// Whether the interface's plane always covers the screen, because changing its size needs a mode
  /// set.
  var keepsInterfaceWhole = false
  private var buffers = TestBufferCache()

  init(_ device: any AtomicDevice, _ output: Output, _ faults: DisplayFaults?) {
    self.device = device
    self.output = output
    self.faults = faults
  }

  /// A buffer for test commits, which is never written.
  mutating func makeBuffer(
    _ format: PixelFormat, _ size: PixelSize
  ) throws(KMSError) -> ScanoutBuffer {
    try buffers.buffer(format, size) { [device, faults] () throws(KMSError) in
      try device.makeScanoutBuffer(
        format, size: size, room: nil, populating: false, faults: faults)
    }
  }

  /// Whether the interface's plane may be smaller than the screen, at any position.
  func isPlaceable(
    _ buffer: ScanoutBuffer?, _ route: Route, _ plan: ScanoutPlan, _ video: ScanoutBuffer,
    _ signal: SignalChoice
  ) throws(KMSError) -> Bool {
    guard let framebuffer = buffer?.framebuffer, !keepsInterfaceWhole else { return false }
    let (width, height) = (output.size.width / 4 * 2, output.size.height / 4 * 2)
    let boxes = [
      PixelRect(x: 0, y: 0, width: width, height: height),
      PixelRect(
        x: output.size.width - width, y: output.size.height - height, width: width, height: height),
    ]
    for box in boxes where box.width > 0 && box.height > 0 {
      let interface = (framebuffer, box)
      if try refusal(of: route, plan, video, interface: interface, signal) != nil { return false }
    }
    return true
  }

  /// Why the kernel rejects a picture of this plan on a route; nil if it accepts it.
  func refusal(
    of route: Route, _ plan: ScanoutPlan, _ buffer: ScanoutBuffer, interface: Interface?,
    _ signal: SignalChoice
  ) throws(KMSError) -> Errno? {
    guard let framebuffer = buffer.framebuffer else { return .invalid }
    var request = AtomicRequest()
    try route.configure(
      &request, plan: plan, framebuffer: framebuffer, interface: interface, on: output,
      device.claims)
    if let mode { try request.enable(output, mode: mode) }
    let color = signal.hdrColor(for: plan.hdr)
    if let color { try signal.set(color, in: &request, device) }
    if mode != nil || color != nil { return test(request, allowModeset: true, plan.format) }
    guard let error = test(request, allowModeset: false, plan.format) else { return nil }
    // Some drivers need a mode set for another setup of the planes (ipuv3 for another format, i915
    // for another clock). The best route must not depend on what is on screen now.
    guard error.isRefusal else { return error }
    return test(request, allowModeset: true, plan.format)
  }

  private func test(
    _ request: AtomicRequest, allowModeset: Bool, _ format: PixelFormat
  ) -> Errno? {
    let kind = CommitKind.test(allowModeset: allowModeset)
    if let error = faults?.refusal(of: request, kind, format) { return error }
    do {
      try device.commit(faults?.real(request) ?? request, kind)
      return nil
    } catch {
      return error
    }
  }
}
