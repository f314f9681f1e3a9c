import Glibc
import Testing
import VitrineFakes
import VitrineKMS
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

@Suite("Responses of fake boards")
struct FakeDeviceTests {
  /// Two planes, each with a picture of this format, size and position.
  private struct Case: Sendable, CustomStringConvertible {
    let board: FakeBoard
    let format: PixelFormat
    let size: PixelSize
    let places: [PixelRect]
    var rotation = Rotation.none
    let answer: CInt?

    var description: String { "\(board): \(format) \(size) at \(places)" }
  }

  private static let screen = PixelRect(x: 0, y: 0, width: 1920, height: 1080)
  private static let hd = PixelSize(1920, 1080)

  private static let cases = [
    Case(board: .pi3, format: .nv12, size: hd, places: [screen], answer: nil),
    Case(board: .pi3, format: .nv12, size: hd, places: [screen, screen], answer: 28),
    Case(
      board: .amd, format: .nv12, size: hd,
      places: [screen, PixelRect(x: 0, y: 0, width: 23, height: 12)], answer: 34),
    Case(
      board: .amd, format: .xrgb8888, size: PixelSize(20, 20),
      places: [PixelRect(x: 0, y: 0, width: 20, height: 20)], answer: 22),
    Case(
      board: .amd, format: .nv12, size: PixelSize(1080, 1920), places: [screen],
      rotation: .clockwise, answer: 22),
    Case(board: .imx6, format: .yuv420, size: hd, places: [screen], answer: 22),
    Case(board: .imx6, format: .xrgb8888, size: hd, places: [screen], answer: nil),
    Case(board: .imx8mp, format: .nv12, size: PixelSize(800, 600), places: [screen], answer: 22),
    Case(board: .vkms, format: .nv12, size: PixelSize(960, 540), places: [screen], answer: 34),
    Case(board: .rk3566, format: .nv12, size: hd, places: [screen], answer: 22),
  ]

  @Test("A decoder's memory accepted for the previous display is not tested again")
  func staleImport() throws {
    let (before, now) = (try BoardOutput(.vkms), try BoardOutput(.vkms))
    try before.display.light()
    try now.display.light()
    let color = ColorDescription(matrix: .bt709, range: .limited)
    let picture = PictureDescription(
      format: .nv12, depth: 8, chroma: .c420, size: Self.hd, color: color)
    let plan = try before.display.plan(for: picture, Arrangement())
    let buffer = try before.display.bufferMaker(.nv12, Self.hd, nil)
    try before.display.accepts(buffer, by: plan)
    // It knows no routes yet.
    try now.display.accepts(buffer, by: plan)
  }

  @Test("A commit without a mode set gets each driver's response", arguments: cases)
  private func answers(_ test: Case) throws {
    let output = try BoardOutput(test.board)
    try output.display.light()
    let buffer = try output.display.bufferMaker(test.format, test.size, nil)
    let framebuffer = try #require(buffer.framebuffer)
    var request = AtomicRequest()
    for (plane, place) in zip(output.device.planes(), test.places) {
      try request.show(
        PlaneState(
          framebuffer: framebuffer, crtc: output.display.output.crtc.id,
          source: FixedRect(PixelRect(test.size)), destination: place,
          color: test.format.isRGB ? nil : .bt709Limited, rotation: test.rotation),
        on: plane)
    }
    let answer: Errno?
    do {
      try output.device.commit(request, .test(allowModeset: false))
      answer = nil
    } catch {
      answer = error
    }
    #expect(answer?.rawValue == test.answer)
  }

  @Test("A device is busy during a flip and refuses a client that is not DRM master")
  func busyAndForeign() throws {
    let output = try BoardOutput(.vkms)
    try output.display.light()
    #expect(try output.show(.hd) == nil)
    let plane = try #require(output.device.planes().first)
    var request = AtomicRequest()
    let buffer = try output.display.bufferMaker(.yuv420, PixelSize(1920, 1080), nil)
    try request.flip(to: try #require(buffer.framebuffer), on: plane)
    try output.device.commit(request, .flip(id: 1))
    #expect(throws: Errno.busy) { try output.device.commit(request, .flip(id: 2)) }
    output.device.passVblank()
    try output.device.commit(request, .flip(id: 3))
    output.device.setMaster(false)
    #expect(throws: Errno.accessDenied) {
      try output.device.commit(request, .test(allowModeset: false))
    }
    #expect(throws: KMSError.self) { try output.display.light() }
  }

  @Test("Removing a framebuffer that is on screen turns its plane off")
  func removed() throws {
    let output = try BoardOutput(.vkms)
    try output.display.light()
    #expect(try output.show(.hd) == nil)
    let layers = try #require(output.display.commits.slots.onScreen)
    output.device.removeFramebuffer(try #require(layers.picture.buffer.framebuffer))
    #expect(output.fault(of: layers) != nil)
  }

  @Test("No objects leak", arguments: FakeBoard.all)
  func leaks(board: FakeBoard) throws {
    let device = try #require(FakeDevice(board))
    try {
      let output = try BoardOutput(board, device)
      try output.display.light()
      for kind in [PictureKind.sd, .hdr, .turned] {
        _ = try output.show(kind, interface: PixelRect(x: 0, y: 0, width: 64, height: 64))
      }
    }()
    #expect(device.live == FakeDevice.Live())
  }

  @Test("A screenshot that cannot be composed gives its reason, and the picture is shown")
  func screenshot() throws {
    let output = try BoardOutput(.vkms)
    try output.display.light()
    let plan = try output.display.plan(for: PictureKind.sd.picture, Arrangement())
    let layout = try #require(
      BufferLayout(
        format: plan.format, size: plan.bufferSize,
        pitch: BufferLayout.alignedPitch(format: plan.format, width: plan.bufferSize.width)))
    // Device memory that the CPU may not read: an unnamed write-only file (O_TMPFILE, which the
    // Glibc module omits).
    let file = try FileDescriptor(opening: "/tmp", O_WRONLY | O_DIRECTORY | 0o20000000)
    _ = try valueOrErrno { ftruncate(file.rawValue, off_t(layout.byteCount)) }
    let memory = try DMABuffer(owning: file)
    let stated = try #require(
      DMABufferLayout(
        format: layout.format, size: layout.size,
        planes: layout.planes.map { .init(object: 0, offset: $0.offset, pitch: $0.pitch) },
        objects: [memory.byteCount]))
    let picture = ScanoutPicture(
      run: Run(1), pts: .zero, duration: MediaTime(1, 25),
      buffer: try output.display.bufferImporter([memory], stated), plan: plan, holder: .none)
    #expect(try output.display.show(Layers(picture), capture: true))
    let troubles = output.display.drainEvents().compactMap { news -> String? in
      if case .warning(let text) = news { text } else { nil }
    }
    let cause = "HDMI-A-1: no screenshot: a decoder's frame: Permission denied (EACCES)"
    #expect(troubles == [cause])
    #expect(output.display.collectCapture() == nil)
  }

  @Test(
    "Creating an output makes no request to the display, even with writeback",
    arguments: [false, true])
  func probes(isCapturing: Bool) throws {
    let output = try BoardOutput(.vkms, isCapturing: isCapturing)
    try output.display.light()
    // The test's own commit.
    #expect(output.device.counts.probes == 1)
  }
}
