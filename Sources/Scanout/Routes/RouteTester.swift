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
    let screen = output.visible
    let (width, height) = (screen.width / 4 * 2, screen.height / 4 * 2)
    let boxes = [
      PixelRect(x: screen.x, y: screen.y, width: width, height: height),
      PixelRect(
        x: screen.right - width, y: screen.bottom - height, width: width, height: height),
    ]
    for box in boxes where box.width > 0 && box.height > 0 {
      let interface = (framebuffer, box)
      if try refusal(of: route, plan, video, interface: interface, signal) != nil { return false }
    }
    return true
  }

  /// Why the kernel rejects a picture of this plan on a route; nil if it accepts it. On a wall, the
  /// picture is tested with the part of each output, because all of them show it by this plan.
  func refusal(
    of route: Route, _ plan: ScanoutPlan, _ buffer: ScanoutBuffer, interface: Interface?,
    insets: InsetStates? = nil, _ signal: SignalChoice
  ) throws(KMSError) -> Errno? {
    for share in output.shares where share != output.visible {
      let other = output.showing(share)
      if let error = try refusal(of: route, plan, buffer, interface: nil, signal, on: other) {
        return error
      }
    }
    return try refusal(
      of: route, plan, buffer, interface: interface, insets: insets, signal, on: output)
  }

  private func refusal(
    of route: Route, _ plan: ScanoutPlan, _ buffer: ScanoutBuffer, interface: Interface?,
    insets: InsetStates? = nil, _ signal: SignalChoice, on output: Output
  ) throws(KMSError) -> Errno? {
    guard let framebuffer = buffer.framebuffer else { return .invalid }
    var request = AtomicRequest()
    try route.configure(
      &request, plan: plan, framebuffer: framebuffer, interface: interface, insets: insets,
      on: output, device.claims)
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
