import Foundation
import Testing
import VitrinePictures

@testable import VitrineSettings

/// The shipped boards.
enum ShippedBoards {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "board-configs")

  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static func all() throws -> [Board] {
    try names.map { try Board(bytes: bytes($0), file: $0) }
  }
}

/// The faults in the file of a board called `test`.
func boardFaults(_ text: String) -> [String] {
  do throws(ConfigurationFaults) {
    _ = try Board(bytes: Array(text.utf8), file: "test.yaml")
    return []
  } catch {
    return error.lines
  }
}

/// A minimal valid board.
func board(
  _ name: String, match: String, isSite: Bool = false, more: String = ""
) throws -> Board {
  let text = "name: \(name)\ntitle: T\nconfidence: tried\nmatch: {\(match)}\n\(more)"
  return try Board(bytes: Array(text.utf8), file: "\(name).yaml", isSite: isSite)
}

@Suite("Board files")
struct BoardFileTests {
  @Test("Every shipped board is valid", arguments: ShippedBoards.names)
  func shipped(name: String) throws {
    let board = try Board(bytes: ShippedBoards.bytes(name), file: "board-configs/\(name)")
    #expect(!board.notes.planes.isEmpty && !board.notes.limits.isEmpty && !board.systems.isEmpty)
    let facts =
      board.systems.map(\.fact) + board.notes.connectors + board.notes.planes + board.notes.sound
    for fact in facts + board.notes.limits {
      #expect(fact.confidence == .tried || fact.source != nil)
    }
    // Quirks belong to drivers, or another card in the same machine would be affected.
    if board.quirks != DisplayQuirks() { #expect(!board.quirks.drivers.isEmpty) }
    #expect(throws: Never.self) { try LayeredConfiguration([.board(board)]) }
  }

  @Test("docs/operate/boards.md lists the 14 boards")
  func page() throws {
    #expect(ShippedBoards.names.count == 14)
    let page = try String(
      contentsOf: ShippedBoards.folder.deletingLastPathComponent().appending(
        path: "docs/operate/boards.md"),
      encoding: .utf8)
    #expect(page == Board.reference(of: try ShippedBoards.all()))
  }

  @Test(
    "A fault is reported with its file, line and cause",
    arguments: [
      ("", 1, "the file is empty"), ("- a\n", 1, "expected a section (name, title"),
      ("nam: a\n", 1, "nam: unknown key: did you mean name?"),
      ("name: a\n", 1, "name: \"a\" does not match the file name test.yaml"),
      ("name: test\nname: test\n", 2, "name: duplicate key, already set in line 1"),
      ("name: Test\n", 1, "name: invalid name \"Test\": expected lower-case letters, digits and -"),
      ("name:\n", 1, "name: missing value"),
      ("confidence: sure\n", 1, "unknown confidence \"sure\""),
      ("title: T\n", 1, "missing match"), ("title: T\n", 1, "missing name"),
      ("match: {}\n", 1, "match: empty section: expected compatible"),
      ("match: {compatible: a}\n", 1, "match.compatible: expected a list"),
      ("match:\n  dmi:\n    - {vendor: a}\n", 3, "match.dmi.vendor: unknown key: expected sys-v"),
      ("match:\n  dmi:\n    - {}\n", 3, "match.dmi: empty section: expected sys-vendor"),
      ("match:\n  dmi: {sys-vendor: a}\n", 2, "match.dmi: expected a list"),
      ("planes:\n  - NV12\n", 2, "planes: expected a section (says"),
      ("planes:\n  - source: a\n", 2, "planes: missing says"),
      ("confidence: read\nplanes:\n  - says: a\n", 3, "planes: missing source"),
      ("planes:\n  - {says: a, confidence: perhaps}\n", 2, "unknown confidence \"perhaps\""),
      ("command-line:\n  - says: a\n", 2, "command-line: missing word"),
      ("systems:\n  - {system: a, package: arm64}\n", 2, "systems: missing kernel"),
      (
        "systems:\n  - {system: a, kernel: b, package: armhf}\n", 2,
        "unknown architecture \"armhf\""
      ),
      (
        "quirks:\n  largest-buffer: big\n", 2,
        "quirks.largest-buffer: invalid size \"big\": expected a size such as 1920x1080"
      ),
      ("quirks:\n  largest-buffer: 1x1@60\n", 2, "invalid size \"1x1@60\": expected a size"),
      (
        "quirks:\n  avoid-formats: [NV]\n", 2,
        "quirks.avoid-formats: unknown pixel format \"NV\": expected a code such as NV12"
      ),
      (
        "quirks:\n  drivers: [vc4]\n  avoid-formats: [NV]\n", 3,
        "quirks.avoid-formats: unknown pixel format \"NV\""
      ),
      (
        "quirks:\n  drivers: [vc4]\n  avoid-formats:\n    - NV12\n    - X\n", 5,
        "unknown pixel format \"X\""
      ),
      (
        "quirks:\n  drivers: [vc4]\n  largest-buffer: big\n", 3,
        "quirks.largest-buffer: invalid size \"big\""
      ),
      (
        "match:\n  cpu: [a]\nmatch:\n  cpu: [b]\n", 3, "match: duplicate key, already set in line 1"
      ),
      (
        "quirks:\n  avoid-planes: [cursors]\n", 2,
        "unknown plane type \"cursors\": did you mean cursor?"
      ),
      ("quirks:\n  avoid-rotations: [45]\n", 2, "unknown rotation \"45\""),
      ("quirks:\n  render: [gpu]\n", 2, "unknown value \"gpu\""),
      ("quirks:\n  avoid-format: [NV12]\n", 2, "did you mean avoid-formats?"),
      ("quirks:\n  drivers: [vc4]\n", 2, "quirks: missing says"),
      ("configuration:\n  display:\n    fit: fill\n", 3, "display.fit: unknown value \"fill\""),
      ("configuration:\n  board: test\n", 2, "a board file cannot set this key"),
      ("a: &b c\n", 1, "anchors"), ("a: [\n", 2, "invalid YAML"),
    ])
  func bad(text: String, line: Int, cause: String) {
    let found = boardFaults(text)
    #expect(
      found.contains { $0.hasPrefix("test.yaml:\(line): ") && $0.contains(cause) }, "\(found)")
  }

  @Test("Quirks are read as written")
  func quirks() throws {
    let board = try board(
      "test", match: "cpu: [x]",
      more: """
        quirks:
          drivers: [vc4, "virtio_gpu"]
          avoid-formats: [NV12]
          avoid-planes: [cursor]
          avoid-rotations: [90, 270]
          largest-buffer: 2048x1024
          smallest-plane: 4x2
          render: [rgb]
          says: why
        """)
    var expected = DisplayQuirks()
    expected.drivers = ["vc4", "virtio_gpu"]
    expected.avoidedFormats = [.nv12]
    expected.avoidedPlanes = [.cursor]
    expected.avoidedRotations = [.clockwise, .counterclockwise]
    expected.largestBuffer = PixelSize(2048, 1024)
    expected.smallestPlane = PixelSize(4, 2)
    expected.renderModes = [.rgb]
    #expect(board.quirks == expected)
    #expect(board.quirks.orderOfModes == [.rgb, .twoPlanes, .onePlane])
    #expect(board.quirks.applying(to: "vc4") == expected)
    #expect(board.quirks.applying(to: "vkms") == DisplayQuirks())
  }

  @Test("A board's settings are a layer below all files")
  func layer() throws {
    let board = try board(
      "test", match: "cpu: [x]",
      more: "configuration:\n  audio:\n    device: hdmi\n    volume: 0.5\n")
    let read = try LayeredConfiguration([
      .board(board), .file("a.yaml", Array("audio: {volume: 1}".utf8)),
    ])
    #expect(read.configuration.audio.device == "hdmi")
    #expect(read.configuration.audio.volume == 1)
    #expect(read.origin(of: "audio.device")?.description == "board: test")
    #expect(read.yaml(hasOrigins: true).contains("device: hdmi  # board: test\n"))
  }
}
