import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming
import VitrineVideoDecoders
import VitrineVideoDevices

@testable import VitrineEngine
@testable import VitrineScanout

/// A device decodes frames that the display cannot show directly: the CPU converts them.
@Suite("Device frames that are converted", .timeLimit(.minutes(3)))
struct DeviceConversionTests {
  private static let count = 50
  private static let rate = 25.0
  private static let device = HardwareDecoder.kernel(
    DecoderInfo(
      path: "/dev/video9", driver: "fake", codecs: [.h264, .fwht], isMultiplanar: false))

  /// A film in a codec that both decode, or that only the device does: FFmpeg does not know it by
  /// its name. The device does not examine the packets.
  private func film(
    _ scene: PipelineScene, size: PixelSize, forDeviceAlone: Bool = false
  ) throws -> String {
    let encoder = ["-c:v"] + (forDeviceAlone ? ["mjpeg"] : ["libx264", "-bf", "0", "-g", "10"])
    let path = try scene.make(
      "film.mov",
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=25", "-frames:v",
        "\(Self.count)", "-pix_fmt", forDeviceAlone ? "yuvj420p" : "yuv420p",
      ] + encoder)
    guard forDeviceAlone else { return path }
    var bytes = try Data(contentsOf: URL(filePath: path))
    let table = try #require(bytes.range(of: Data("stsd".utf8), options: .backwards))
    let tag = try #require(
      bytes.range(of: Data("jpeg".utf8), in: table.upperBound..<bytes.endIndex))
    bytes.replaceSubrange(tag, with: Data("FWHT".utf8))
    try bytes.write(to: URL(filePath: path))
    return path
  }

  private func decoders(
    _ size: PixelSize, _ faults: Set<FakeDecoder.Fault> = [], _ wish: DecoderPreference = .automatic
  ) -> Decoders {
    Decoders(wish, find: { [Self.device] }) { _ in
      let decoder = FakeDecoder()
      (decoder.sizes, decoder.paints, decoder.faults) = ([0: size, 255: size], true, faults)
      return decoder
    }
  }

  /// A frame that was shown: its number, whether it is the device's memory, and its brightness
  /// well within its left and right half or, rotated, its upper and lower half.
  private struct Seen {
    let number: Int
    let isDevice: Bool
    let halves: [UInt8]

    init(_ picture: ScanoutPicture, of pipeline: Pipeline) {
      number = Int(((picture.pts - pipeline.origin).seconds * rate).rounded())
      isDevice = picture.buffer.bytes.isEmpty
      let (part, pitch) = (picture.plan.bufferPart, picture.buffer.layout.planes[0].pitch)
      let isTurned = picture.plan.rotation.isSideways
      halves =
        isDevice
        ? []
        : [1, 3].map { quarter in
          let x = part.x + part.width * (isTurned ? 2 : quarter) / 4
          let y = part.y + part.height * (isTurned ? quarter : 2) / 4
          return unsafe picture.buffer.bytes[y * pitch + x]
        }
    }
  }

  private func play(_ pipeline: Pipeline, most: Int = .max) -> [Seen] {
    var seen: [Seen] = []
    while seen.count < most,
      let picture = pipeline.queues.pictures.pop(until: .now() + .seconds(20))
    {
      seen.append(Seen(picture, of: pipeline))
    }
    return seen
  }

  private func told(_ scene: PipelineScene, _ prefix: String) -> [String] {
    scene.reports.value.map(\.name).filter { $0.hasPrefix(prefix) }
  }

  @Test(
    "Every frame is correct, even in a device-only codec, and the cause is reported once",
    arguments: [
      (PixelSize(64, 48), .none, "the plane cannot scale 64x48 to 128x96"),
      (PixelSize(128, 96), .clockwise, "the plane cannot rotate by 90"),
      (PixelSize(128, 96), .counterclockwise, "the plane cannot rotate by 270"),
    ] as [(PixelSize, Rotation, String)], [false, true])
  func pictures(way: (size: PixelSize, rotation: Rotation, cause: String), isAlone: Bool) throws {
    let scene = try PipelineScene()
    var item = Item(path: try film(scene, size: way.size, forDeviceAlone: isAlone))
    item.rotation = way.rotation
    let pipeline = scene.open(item, decoders: decoders(way.size))
    let seen = play(pipeline)
    #expect(seen.map(\.number) == Array(0..<Self.count), "\(scene.reports.value.map(\.name))")
    for (index, picture) in seen.enumerated() {
      let painted = [FakeDecoder.brightness(of: UInt64(index + 1)), 235]
      let wanted = way.rotation == .counterclockwise ? painted.reversed() : painted
      #expect(picture.halves == wanted)
    }
    #expect(told(scene, "left device").isEmpty && told(scene, "failed").isEmpty)
    #expect(told(scene, "decoding") == ["decoding device-copied"])
    #expect(
      Set(told(scene, "decoder")) == [
        "decoder fake (/dev/video9), converted by the CPU: \(way.cause)"
      ])
    #expect(
      told(scene, "converting") == [
        "converting: \(way.cause): decoding on fake, converting on the CPU"
      ])
  }

  @Test(
    "If the display refuses the device's memory, its frames are converted and none is lost")
  func imports() throws {
    let scene = try PipelineScene()
    scene.display.refusesImports = true
    let size = PixelSize(128, 96)
    let pipeline = scene.open(
      Item(path: try film(scene, size: size)), decoders: decoders(size))
    let seen = play(pipeline)
    #expect(seen.map(\.number) == Array(0..<Self.count) && !seen.contains { $0.isDevice })
    #expect(told(scene, "left device").isEmpty)
    #expect(told(scene, "converting").count == 1)
    #expect(told(scene, "decoder").last?.hasSuffix("import refused") == true)
  }

  @Test("One failed import converts one frame, and the next ones are shown directly")
  func shortage() throws {
    let scene = try PipelineScene()
    scene.display.importsToRefuse = 1
    let size = PixelSize(128, 96)
    let pipeline = scene.open(
      Item(path: try film(scene, size: size)), decoders: decoders(size))
    let seen = play(pipeline)
    #expect(seen.map(\.number) == Array(0..<Self.count))
    #expect(seen.filter { !$0.isDevice }.map(\.number) == [0])
    #expect(told(scene, "left device").isEmpty)
    #expect(told(scene, "decoder").last == "decoder fake (/dev/video9)")
  }

  @Test(
    "If every frame is read from slow display memory, the CPU decodes if it can",
    arguments: [
      (true, true, false, false), (true, true, true, true), (true, false, false, true),
      (false, true, false, true),
    ])
  func flattened(isFlattened: Bool, isForProcessor: Bool, isCached: Bool, isOnDevice: Bool) throws {
    let description = PictureDescription(
      format: .nv12, depth: 8, chroma: .c420, size: PixelSize(64, 48),
      color: ColorDescription(matrix: .bt601, range: .limited))
    let display = MemoryDisplay(size: PixelSize(128, 96), refresh: 60)
    var plan = try display.plan(for: description, Arrangement())
    plan.isFlattened = isFlattened
    let path = try DeviceOutput.displayPath(
      of: description, by: plan, isForProcessor: isForProcessor
    ) { () throws(PlaybackError) in isCached }
    if case .unsupported(let reason) = path {
      #expect(!isOnDevice && reason.hasSuffix("the display's memory is slow to read"))
    } else {
      #expect(isOnDevice && path != .direct)
    }
  }

  @Test("Refused imports are retried with growing delays")
  func importPause() {
    var pause = ImportPause()
    var tries: [Int] = []
    for picture in 0..<3000 where pause.isOver() {
      tries.append(picture)
      pause.begin()
    }
    #expect(tries == [0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1536, 2049, 2562])
  }

  @Test("Rotating a device's frames and back changes the path without a failure")
  func turns() throws {
    let scene = try PipelineScene()
    let size = PixelSize(128, 96)
    let item = Item(path: try film(scene, size: size, forDeviceAlone: true))
    let pipeline = scene.open(item, decoders: decoders(size))
    let before = play(pipeline, most: 5)
    #expect(before.count == 5 && !before.contains { !$0.isDevice })
    for (run, rotation) in [Rotation.clockwise, .none, .upsideDown, .none].enumerated() {
      scene.shared.setRotation(rotation)
      pipeline.seek(
        Run(run + 1), .init(to: MediaTime(Int64(run), 4)), choices: TrackChoices())
      let seen = play(pipeline, most: 5)
      #expect(seen.count == 5)
      #expect(!seen.contains { $0.isDevice != (rotation == .none) }, "\(rotation)")
    }
    #expect(told(scene, "left device").isEmpty && told(scene, "failed").isEmpty)
    #expect(told(scene, "decoder").last == "decoder fake (/dev/video9)")
  }

  @Test("A device with slow memory decodes only films that the CPU cannot decode")
  func slow() throws {
    let size = PixelSize(64, 48)
    for isAlone in [false, true] {
      let scene = try PipelineScene()
      let decoders = decoders(size)
      for _ in 0..<2 { decoders.record(.slow, of: Self.device) }
      let pipeline = scene.open(
        Item(path: try film(scene, size: size, forDeviceAlone: isAlone)), decoders: decoders)
      #expect(play(pipeline).map(\.number) == Array(0..<Self.count))
      #expect(told(scene, "decoding") == [isAlone ? "decoding device-copied" : "decoding copied"])
      guard !isAlone else { continue }
      #expect(
        told(scene, "decoder") == [
          "decoder software: the plane cannot scale 64x48 to 128x96, and the CPU reads the "
            + "device's memory slowly"
        ])
    }
  }

  @Test("Late frames are decoded but not converted, and count as dropped")
  func late() throws {
    let scene = try PipelineScene()
    let size = PixelSize(64, 48)
    scene.setClock(Run(0), at: MediaTime(60, 1), speed: 1)
    let item = Item(path: try film(scene, size: size, forDeviceAlone: true))
    let pipeline = scene.open(item, decoders: decoders(size))
    let seen = play(pipeline)
    let counts = pipeline.queues.counts.value
    #expect(seen.first?.number == 0 && seen.count < Self.count)
    #expect(counts.frames == Self.count && counts.leftOut == Self.count - seen.count, "\(counts)")
  }

  @Test("A film that no decoder accepts fails with its device's cause")
  func causes() throws {
    let size = PixelSize(64, 48)
    let cases: [(Decoders, String)] = [
      (decoders(size, [.busy]), "no hardware decoder: /dev/video9: is in use"),
      (
        decoders(size, [], .software),
        "hardware decoders are off; set playback.decoder: auto"
      ),
      (
        decoders(size, [.noLayout]),
        "no hardware decoder: fake: /dev/video9: G_FMT: Invalid argument"
      ),
      (
        Decoders(.automatic, find: { [] }) { _ in FakeDecoder() },
        "this machine has no hardware decoder"
      ),
    ]
    for (decoders, cause) in cases {
      let scene = try PipelineScene()
      let path = try film(scene, size: size, forDeviceAlone: true)
      let pipeline = scene.open(Item(path: path), decoders: decoders)
      #expect(play(pipeline).isEmpty)
      let failures = told(scene, "failed")
      #expect(
        failures.count == 1 && failures.first?.contains(cause) == true, "\(failures), \(cause)")
    }
  }
}
