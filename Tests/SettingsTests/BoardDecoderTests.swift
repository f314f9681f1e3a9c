import Testing
import VitrinePictures

@testable import VitrineSettings

/// The decoder of each film on each board, according to the board's file.
struct BoardDecoderTests {
  private static let codecs = ["h264", "hevc", "mpeg2video", "vp9", "av1"]
  /// For the codecs in turn; `.` is the CPU.
  private static let table: [(board: String, hd: String, uhd: String)] = [
    ("allwinner-h6", "cedrus cedrus cedrus hantro-vpu .", "cedrus cedrus cedrus hantro-vpu ."),
    ("am62", ". . . . .", ". . . . ."),
    ("amd", "vaapi vaapi vaapi vaapi vaapi", "vaapi vaapi . vaapi vaapi"),
    ("amlogic-g12", "meson-vdec . . meson-vdec .", "meson-vdec . . meson-vdec ."),
    (
      "imx8mp", "hantro-vpu hantro-vpu hantro-vpu hantro-vpu .",
      "hantro-vpu hantro-vpu . hantro-vpu ."
    ),
    ("intel-n100", "vaapi vaapi vaapi vaapi vaapi", "vaapi vaapi . vaapi vaapi"),
    ("lab", ". . . . .", ". . . . ."),
    ("qemu", ". . . . .", ". . . . ."),
    ("raspberry-pi-3", "bcm2835-codec . bcm2835-codec . .", ". . bcm2835-codec . ."),
    ("raspberry-pi-4", "bcm2835-codec drm . . .", ". drm . . ."),
    ("raspberry-pi-5", ". drm . . .", ". drm . . ."),
    ("rk3399", "rkvdec rkvdec hantro-vpu rkvdec .", "rkvdec rkvdec . rkvdec ."),
    ("rk3566", "hantro-vpu . hantro-vpu . .", ". . . . ."),
    ("rk3588", "hantro-vpu rkvdec hantro-vpu . .", "rkvdec rkvdec . . ."),
  ]

  private func board(_ name: String) throws -> Board {
    try Board(bytes: ShippedBoards.bytes("\(name).yaml"), file: "board-configs/\(name).yaml")
  }

  /// As if all of them existed and could be opened.
  private func devices(_ board: Board) -> [DecoderChoice.Device] {
    let used = board.decoders.filter { [.kernel, .library, .request].contains($0.way) }
    return Dictionary(grouping: used, by: \.known.driver).sorted { $0.key < $1.key }.map {
      driver, parts in
      DecoderChoice.Device(
        path: "/dev/\(driver)", driver: driver,
        codecs: parts.reduce(into: []) { codecs, part in
          // AV1 is never requested from GStreamer.
          codecs.formUnion(part.known.codecs.filter { part.way != .request || $0 != "av1" })
        })
    }
  }

  private func decide(_ board: Board, _ codec: String, _ size: PixelSize, bits: Int = 8) -> String {
    let choice = DecoderChoice(known: board.knownDecoders)
    let stream = DecoderChoice.Stream(codec: codec, size: size, bits: bits)
    switch choice.decide(stream, among: devices(board), displayPath: { .direct }) {
    case .device(let device), .converting(let device, _): return device.driver
    case .software(let reason):
      #expect(!reason.isEmpty)
      return "."
    }
  }

  @Test("Each board, codec and size has its decoder")
  func ways() throws {
    #expect(ShippedBoards.names == Self.table.map { "\($0.board).yaml" })
    for (name, hd, uhd) in Self.table {
      let board = try board(name)
      for (size, ways) in [(PixelSize(1920, 1080), hd), (PixelSize(3840, 2160), uhd)] {
        let found = Self.codecs.map { decide(board, $0, size) }.joined(separator: " ")
        #expect(found == ways, "\(name) at \(size)")
      }
    }
  }

  @Test("The CPU decodes if the device's output would have fewer bits than the video")
  func depth() throws {
    let board = try board("amlogic-g12")
    #expect(decide(board, "vp9", PixelSize(1920, 1080), bits: 10) == ".")
    #expect(decide(board, "vp9", PixelSize(1920, 1080), bits: 8) == "meson-vdec")
  }

  @Test(
    "Faults in a decoder's section are reported",
    arguments: [
      ("decoders:\n  - {driver: a, way: kernel, says: b}\n", "missing codecs"),
      ("decoders:\n  - {driver: a, way: wire, codecs: [h264], says: b}\n", "unknown value"),
      (
        "decoders:\n  - {driver: a, way: kernel, codecs: [h264], largest: big, says: b}\n",
        "decoders.largest: invalid size \"big\": expected a size such as 1920x1080"
      ),
      (
        "decoders:\n  - {driver: a, way: kernel, codecs: [h264], bits: 9, says: b}\n",
        "unknown depth"
      ),
    ])
  func faults(text: String, cause: String) {
    let found = boardFaults("name: test\ntitle: T\nconfidence: tried\nmatch: {cpu: [x]}\n" + text)
    #expect(found.contains { $0.contains(cause) }, "\(found)")
  }
}
