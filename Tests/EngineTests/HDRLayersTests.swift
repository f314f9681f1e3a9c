import Testing
import VitrineFakes
import VitrineMedia
import VitrineOverlay
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTesting
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// Layers are drawn in HDR colours over HDR pictures only.
@Suite("Layers over HDR pictures")
struct HDRLayersTests {
  private static let size = PixelSize(64, 48)

  /// A picture of one luma, as described to the display.
  private static func picture(
    _ hdr: HDRMetadata?, luma: UInt16 = 64
  ) throws -> ScanoutPicture {
    var description = PictureDescription.film(nil)
    (description.size, description.hdr) = (size, hdr)
    let format: PixelFormat = hdr == nil ? .nv12 : .p010
    let plan = try #require(
      ScanoutPlan.candidates(for: description, Arrangement(), on: size, format: format).first)
    let layout = try #require(
      BufferLayout(format: format, size: size, pitch: hdr == nil ? 64 : 128))
    let buffer = try ScanoutBuffer(plain: layout)
    buffer.clear(plan.color)
    if hdr != nil {
      for index in 0..<size.width * size.height {
        unsafe buffer.bytes.storeBytes(of: luma << 6, toByteOffset: index * 2, as: UInt16.self)
      }
    }
    return ScanoutPicture(
      run: Run(1), pts: .zero, duration: MediaTime(1, 25), buffer: buffer, plan: plan,
      holder: .none)
  }

  private static func layer(_ transfer: HDRMetadata.Transfer?, _ pixel: UInt32 = 0xFFFF_FFFF)
    throws -> InterfaceLayer
  {
    let pool = ScanoutPool(PoolKey(overlay: size, epoch: nil), limit: 1) {
      () throws(PlaybackError) in try ScanoutBuffer(canvasOf: size)
    }
    let lease = try #require(try pool.tryAcquire())
    let box = PixelRect(x: 0, y: 0, width: 16, height: 16)
    let colored = transfer.map { GraphicsTones(to: $0).mapped(pixel) } ?? pixel
    lease.buffer.forRows(of: box) { offset, count in
      for place in stride(from: offset, to: offset + count, by: 4) {
        unsafe lease.buffer.bytes.storeBytes(of: colored, toByteOffset: place, as: UInt32.self)
      }
    }
    return InterfaceLayer(lease, box: box, for: transfer)
  }

  @Test("A layer drawn for another signal is omitted and redrawn")
  func mismatched() throws {
    let (film, plain) = (try Self.picture(HDRMetadata(.pq)), try Self.picture(nil))
    var stack = LayerStack()
    stack.put(plain)
    stack.setInterface(InterfacePicture(number: 1, layer: try Self.layer(nil)))
    #expect(stack.offer(plain).layers.interface != nil && !stack.isInterfaceMiscolored)
    stack.put(film)
    #expect(stack.offer(film).layers.interface == nil && stack.isInterfaceMiscolored)
    stack.setInterface(InterfacePicture(number: 2, layer: try Self.layer(.pq)))
    #expect(stack.offer(film).layers.interface != nil && !stack.isInterfaceMiscolored)
    stack.put(plain)
    #expect(stack.offer(plain).layers.interface == nil && stack.isInterfaceMiscolored)
    #expect(stack.offer(try Self.picture(HDRMetadata(.hlg))).layers.interface == nil)
  }

  private func canvas() throws -> InterfaceCanvas {
    let clock = ManualClock()
    let host = ManualDisplay(clock)
    host.start(ManualSound(clock), report: { _ in })
    let display = SharedDisplay(host, fit: .contain, rotation: .none)
    return try InterfaceCanvas(display, rotation: .none, font: "Sans")
  }

  private func pixel(_ layer: InterfaceLayer?, _ x: Int, _ y: Int) -> UInt32? {
    guard let buffer = layer?.buffer else { return nil }
    return unsafe buffer.bytes.loadUnaligned(
      fromByteOffset: y * buffer.layout.planes[0].pitch + x * 4, as: UInt32.self)
  }

  @Test("The interface changes to the signal's colours and back, including its subtitles")
  func canvasColors() throws {
    let canvas = try canvas()
    let drawings = [Drawing(.box(Color(0xFFFFFF)), in: Rect(x: 0, y: 0, width: 8, height: 8))]
    let buffer = try ScanoutBuffer(canvasOf: Self.size)
    let box = PixelRect(x: 20, y: 20, width: 4, height: 4)
    buffer.forRows(of: box) { offset, count in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count])
        .bindMemory(to: UInt32.self).update(repeating: 0xFFFF_0000)
    }
    let below = SubtitlePicture(
      run: Run(1), start: .zero, layer: nil, pixels: PixelPatch(box, of: buffer))
    for transfer: HDRMetadata.Transfer? in [nil, .pq, .hlg, nil, .pq, nil] {
      let picture = try #require(
        canvas.picture(of: drawings, over: below, for: transfer, pictures: { _ in nil }))
      let tones = transfer.map(GraphicsTones.init(to:))
      #expect(picture.layer?.transfer == transfer)
      for (x, y, own) in [(2, 2, UInt32(0xFFFF_FFFF)), (21, 21, 0xFFFF_0000), (15, 2, 0)] {
        #expect(pixel(picture.layer, x, y) == tones?.mapped(own) ?? own)
      }
      #expect(
        canvas.picture(of: drawings, over: below, for: transfer, pictures: { _ in nil }) == nil)
    }
  }

  @Test(
    "A screenshot of HDR is SDR: the picture and its layers are each mapped once")
  func screenshot() throws {
    // Graphics white: PQ's code for 203 cd/m², in ten bits of limited range.
    let luma = UInt16((64 + 876 * 0.5807).rounded())
    let film = try Self.picture(HDRMetadata(.pq), luma: luma)
    let shot = try Composition.compose(
      Layers(film, interface: try Self.layer(.pq, 0xFFFF_0000)), size: Self.size)
    func parts(_ x: Int, _ y: Int) -> [Int] {
      let pixel = unsafe shot.bytes.loadUnaligned(
        fromByteOffset: y * shot.layout.planes[0].pitch + x * 4, as: UInt32.self)
      return [16, 8, 0].map { Int(pixel >> $0 & 255) }
    }
    let red = parts(4, 4)
    #expect(red[0] >= 245 && red[1] <= 24 && red[2] <= 24, "\(red)")
    let white = parts(40, 40)
    // Rolled off on the way to SDR, as other HDR pictures are: not the raw code of any signal.
    #expect(white.allSatisfy { $0 > 190 }, "\(white)")
    #expect((white.max() ?? 0) - (white.min() ?? 0) <= 3)
  }
}
