import Foundation
import Testing
import VitrinePictures
import VitrineScenes
import VitrineStage

@testable import VitrineStageFiles

@Suite("The files of overlays")
struct OverlayFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "overlays-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws -> String {
    let file = folder.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  private func expect(
    _ found: (hasChanged: Bool, faults: [String]), _ hasChanged: Bool, _ faults: [String],
    _ comment: Comment? = nil, at place: SourceLocation = #_sourceLocation
  ) {
    #expect(found.hasChanged == hasChanged, comment, sourceLocation: place)
    #expect(found.faults == faults, comment, sourceLocation: place)
  }

  @Test("A changed file is read once it has stopped changing, and a damaged one keeps its content")
  func changes() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try write(Array("One\n\n  Two  words\r\n".utf8), "texts.txt")
    var files = OverlayFiles(["line": StageOverlay(.ticker(.file(path)))])
    expect(files.read(), true, [])
    #expect(files.contents.lines["line"] == ["One", "Two words"])
    expect(files.read(), false, [])
    _ = try write(Array("Three".utf8), "texts.txt")
    expect(files.read(), false, [], "it may still be being written")
    expect(files.read(), true, [])
    #expect(files.contents.lines["line"] == ["Three"])
    _ = try write([0x47, 0xFC, 0x6E], "texts.txt")
    expect(files.read(), false, [])
    expect(files.read(), false, ["overlays.line: \(path): not UTF-8 text: save the file as UTF-8"])
    expect(files.read(), false, [], "reported once")
    _ = try write(Array(repeating: 0x41, count: 70_000), "texts.txt")
    _ = files.read()
    expect(files.read(), false, ["overlays.line: \(path): the file is larger than 64 KiB"])
    try FileManager.default.removeItem(atPath: path)
    let gone = files.read()
    #expect(gone.faults.count == 1)
    #expect(files.contents.lines["line"] == ["Three"])
    _ = try write(Array("Four".utf8), "texts.txt")
    _ = files.read()
    expect(files.read(), true, [])
  }

  /// Two pixels: red and blue.
  private static let png =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADUlEQVR4nGP4zwAE/wEHAAH/4iOeWQAAAABJRU5ErkJggg=="
  /// 16 by 8 red pixels.
  private static let jpeg =
    "/9j/4AAQSkZJRgABAgAAAQABAAD//gAQTGF2YzU5LjM3LjEwMAD/2wBDAAg+Pkk+SVVVVVVVVWRdZGhoaGRkZGRoaGhwcHCD"
    + "g4NwcHBoaHBwfHyDg4+Tj4eHg4eTk5ubm7q6srLZ2eD/////xABMAAEBAAAAAAAAAAAAAAAAAAAABgEBAQAAAAAAAAAAAAAA"
    + "AAAABgcQAQAAAAAAAAAAAAAAAAAAAAARAQAAAAAAAAAAAAAAAAAAAAD/wAARCAAIABADASIAAhEAAxEA/9oADAMBAAIRAxEA"
    + "PwCLAFF/f//Z"

  @Test("Pictures are decoded as a whole, and damaged and other files are refused")
  func images() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    let word = Array("IHDR".utf8)
    let png = try #require(Data(base64Encoded: Self.png)).map { $0 }
    let jpeg = try #require(Data(base64Encoded: Self.jpeg)).map { $0 }
    let cases: [(String, [UInt8], PixelSize?, String?)] = [
      ("good", png, PixelSize(2, 1), nil), ("photo", jpeg, PixelSize(16, 8), nil),
      (
        "damaged", png.dropLast(25) + Array(repeating: 0, count: 25), nil, "the PNG file is damaged"
      ),
      ("cut", Array(jpeg.prefix(80)), nil, "the JPEG file is damaged"),
      ("huge", header + word + [0, 1, 0, 0, 0, 0, 0, 1], nil, "65536x1 pixels large (limit"),
      ("empty", header + word + [0, 0, 0, 0, 0, 0, 0, 1], nil, "0x1 pixels large"),
      ("short", header, nil, "neither a PNG nor"),
      ("other", Array("GIF89a".utf8), nil, "neither a PNG nor a JPEG file"),
    ]
    for (name, bytes, size, fault) in cases {
      let path = try write(bytes, name)
      var files = OverlayFiles(["logo": StageOverlay(.image(path))])
      let faults = files.read().faults
      #expect(files.contents.images["logo"]?.size == size, "\(name)")
      #expect(faults.count == (fault == nil ? 0 : 1), "\(name)")
      if let fault { #expect(faults.first?.contains(fault) ?? false, "\(name): \(faults)") }
    }
  }

  @Test("Without files the texts and codes of the settings are there at once")
  func settings() {
    var files = OverlayFiles([
      "line": StageOverlay(.ticker(.texts(["Welcome"]))),
      "site": StageOverlay(.code("https://a.b")),
      "bad": StageOverlay(.code("Grüße")), "clock": StageOverlay(.clock("%H")),
    ])
    #expect(files.isEmpty)
    #expect(files.contents.lines == ["line": ["Welcome"]])
    #expect(Array(files.contents.codes.keys) == ["https://a.b"])
    expect(files.read(), true, ["overlays.bad: expected ASCII characters, at most 500"])
    expect(files.read(), false, [])
  }
}
