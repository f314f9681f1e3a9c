import Testing
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineScanout

/// A picture and its layers, composed on another thread.
struct FlattenerTests {
  private static let size = PixelSize(64, 48)
  private static let green: UInt32 = 0xFF00_FF00
  private static let red: UInt32 = 0xFFFF_0000
  private static let box = PixelRect(x: 8, y: 8, width: 16, height: 16)

  private let wakeup: Wakeup
  private let flattener: Flattener
  private let plan: ScanoutPlan

  init() throws {
    wakeup = try Wakeup()
    plan = try Self.plan()
    flattener = try Flattener(wakeup: wakeup) {
      (format, size, _) throws(PlaybackError) in try ScanoutBuffer(canvasOf: size, format)
    }
  }

  private static func plan(_ picture: PixelSize = size) throws -> ScanoutPlan {
    let description = PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: picture,
      color: ColorDescription(matrix: .bt709, range: .full))
    return try #require(
      ScanoutPlan.candidates(for: description, Arrangement(), on: size, format: .xrgb8888).first)
  }

  private static func fill(_ buffer: ScanoutBuffer, _ pixel: UInt32) {
    let pixels = unsafe buffer.bytes.bindMemory(to: UInt32.self)
    unsafe pixels.update(repeating: pixel)
  }

  /// A green picture under a red box.
  private static func layers(decoded: DecodedPicture? = nil) throws -> Layers {
    let buffer = try ScanoutBuffer(canvasOf: size)
    fill(buffer, green)
    let picture = ScanoutPicture(
      run: Run(1), pts: .zero, duration: .zero, buffer: buffer, plan: try plan(), holder: .none,
      decoded: decoded)
    let pool = ScanoutPool(PoolKey(overlay: size, epoch: nil), limit: 1) {
      () throws(PlaybackError) in try ScanoutBuffer(canvasOf: size)
    }
    let lease = try #require(try pool.tryAcquire())
    fill(lease.buffer, red)
    return Layers(picture, interface: InterfaceLayer(lease, box: box))
  }

  private func pixel(_ picture: ScanoutPicture?, _ x: Int, _ y: Int) -> UInt32? {
    guard let buffer = picture?.buffer else { return nil }
    let offset = y * buffer.layout.planes[0].pitch + x * 4
    return unsafe buffer.bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) | 0xFF << 24
  }

  @Test("Composition never runs on the requesting thread; a wakeup signals its completion")
  func elsewhere() throws {
    let layers = try Self.layers()
    #expect(try flattener.flatten(layers, to: plan) == nil && flattener.isBusy)
    try wakeup.await()
    let flat = try flattener.flatten(layers, to: plan)
    #expect(pixel(flat, 0, 0) == Self.green && pixel(flat, 12, 12) == Self.red)
    #expect(!flattener.isBusy)
  }

  @Test("A composition of other layers is not used")
  func others() throws {
    let (first, second) = (try Self.layers(), try Self.layers())
    #expect(try flattener.flatten(first, to: plan) == nil)
    try wakeup.await()
    #expect(try flattener.flatten(second, to: plan) == nil)
    try wakeup.await()
    #expect(try flattener.flatten(second, to: plan) != nil)
  }

  @Test("An unneeded request is released")
  func forgotten() throws {
    weak var picture: ScanoutPicture?
    do {
      let layers = try Self.layers()
      picture = layers.picture
      #expect(try flattener.flatten(layers, to: plan) == nil)
    }
    try wakeup.await()
    #expect(picture != nil)
    flattener.forget()
    #expect(!flattener.isBusy)
    // The thread releases a request when it takes the next one.
    #expect(try flattener.flatten(Self.layers(), to: plan) == nil)
    try wakeup.await()
    #expect(picture == nil)
  }

  @Test("An urgent composition runs immediately")
  func atOnce() throws {
    #expect(try flattener.flatten(Self.layers(), to: plan) == nil)
    let flat = try flattener.flattenAtOnce(Self.layers(), to: plan)
    #expect(pixel(flat, 63, 47) == Self.green && pixel(flat, 23, 23) == Self.red)
  }

  @Test("A retained decoded picture is read directly and placed according to its plan")
  func decoded() throws {
    // White, half the size: all of it covers all of the screen.
    let memory = try ScanoutBuffer(canvasOf: PixelSize(32, 24))
    Self.fill(memory, 0xFFFF_FFFF)
    let color = ColorDescription(matrix: .bt709, range: .full)
    let frame = try #require(
      unsafe Frame(showing: memory.bytes, layout: memory.layout, color: color))
    let description = PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: PixelSize(32, 24), color: color)
    let small = try Self.plan(PixelSize(32, 24))
    let buffer = try ScanoutBuffer(canvasOf: small.bufferSize)
    let picture = ScanoutPicture(
      run: Run(1), pts: .zero, duration: .zero, buffer: buffer, plan: small, holder: .none,
      decoded: DecodedPicture(frame, description))
    let flat = try flattener.flattenAtOnce(Layers(picture), to: plan)
    for (x, y) in [(0, 0), (63, 0), (0, 47), (63, 47), (32, 24)] {
      #expect(pixel(flat, x, y) == 0xFFFF_FFFF, "\(x), \(y)")
    }
  }

  @Test(
    "Subtitles are blended into the video's own YUV, and its memory is left alone",
    arguments: [PixelFormat.nv12, .p010, .yuv420])
  func ownFormat(format: PixelFormat) throws {
    let color = ColorDescription(matrix: .bt709, range: .limited)
    let description = PictureDescription(
      format: format, depth: format.depth, chroma: .c420, size: Self.size, color: color)
    let plan = try #require(
      ScanoutPlan.candidates(for: description, Arrangement(), on: Self.size, format: format).first)
    let buffer = try ScanoutBuffer(canvasOf: Self.size, format)
    buffer.clear(color)
    let layers = try Layers(
      ScanoutPicture(
        run: Run(1), pts: .zero, duration: .zero, buffer: buffer, plan: plan, holder: .none),
      interface: Self.layers().interface)
    #expect(layers.isBlendable)
    let flat = try #require(try flattener.flattenAtOnce(layers, to: plan))
    func luma(_ buffer: ScanoutBuffer, _ x: Int, _ y: Int) -> UInt8 {
      let place = y * buffer.layout.planes[0].pitch + x * (format.depth > 8 ? 2 : 1)
      return unsafe buffer.bytes[place + (format.depth > 8 ? 1 : 0)]
    }
    #expect(flat.buffer !== buffer && flat.buffer.layout.format == format)
    // The red of BT.709, 62.6, and the upper eight bits of ten.
    #expect(luma(flat.buffer, 12, 12) == (format.depth > 8 ? 62 : 63))
    #expect(luma(flat.buffer, 40, 40) == 16)
    #expect(luma(buffer, 12, 12) == 16)
  }
}
