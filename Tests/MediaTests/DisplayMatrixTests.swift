import Foundation
import Testing
import VitrineFakes
import VitrinePictures
import VitrineTiming

@testable import VitrineMedia

/// Rotation metadata of files.
@Suite(.serialized)
struct DisplayMatrixTests {
  private static let one: Int32 = 1 << 16

  @Test(
    "Any matrix gives its nearest quarter turn",
    arguments: [
      // a, b, c, d, which map (p, q) to (a p + c q, b p + d q).
      ([1, 0, 0, 1], Rotation.none),
      ([0, 1, -1, 0], .clockwise), ([-1, 0, 0, -1], .upsideDown),
      ([0, -1, 1, 0], .counterclockwise),
      // Reflections, as in EXIF: the top stays at the top.
      ([-1, 0, 0, 1], .none), ([1, 0, 0, -1], .upsideDown),
      ([0, 1, 1, 0], .counterclockwise), ([0, -1, -1, 0], .clockwise),
      // Scales, and zeros.
      ([0, 3, -1, 0], .clockwise), ([0, 0, 0, 0], .none),
    ])
  func quarters(matrix: [Int32], rotation: Rotation) {
    let numbers = matrix.map { $0 * Self.one }
    #expect(rotation == rotationOf(numbers))
  }

  @Test(
    "Any angle is rounded to the nearest quarter turn",
    arguments: Array(stride(from: -360, to: 360, by: 8)))
  func angles(degrees: Int) {
    let angle = Double(degrees) * .pi / 180
    let (cosine, sine) = (Int32(65536 * cos(angle)), Int32(65536 * sin(angle)))
    let quarter = Int((Double(degrees) / 90).rounded()) * 90
    let clockwise = Rotation(rawValue: (quarter % 360 + 360) % 360)
    #expect(rotationOf([cosine, sine, -sine, cosine]) == clockwise)
  }

  @Test("An invalid matrix gives no rotation and no trap")
  func nonsense() {
    #expect(DisplayMatrix([]).rotation == .none)
    #expect(DisplayMatrix(Array(repeating: .min, count: 9)).rotation == .upsideDown)
    #expect(DisplayMatrix(Array(repeating: .max, count: 9)).rotation == .none)
  }

  private func rotationOf(_ numbers: [Int32]) -> Rotation {
    DisplayMatrix([numbers[0], numbers[1], 0, numbers[2], numbers[3], 0, 0, 0, 1 << 30]).rotation
  }

  @Test("A phone clip's rotation applies to its track and frames", arguments: [0, 90, 180, 270])
  func clip(degrees: Int) throws {
    let plain = try Made.clip(
      "matrix-plain.mp4", ["-f", "lavfi", "-i", "testsrc=s=64x48:r=5:d=0.4", "-c:v", "mpeg4"])
    let path = plain.replacingOccurrences(of: "plain", with: "\(degrees)")
    let bytes = Array(try Data(contentsOf: URL(filePath: plain)))
    let rotation = try #require(Rotation(rawValue: degrees))
    let turned = try #require(RotatedMovie.bytes(bytes, turned: rotation))
    try Data(turned).write(to: URL(filePath: path))
    var reader = try StillReader(path: path, interrupter: .init())
    let frame = try #require(try reader.picture(near: .zero))
    #expect(reader.track?.picture?.rotation.rawValue == degrees)
    #expect(frame.description.rotation.rawValue == degrees)
    #expect(frame.description.size == PixelSize(64, 48))
    #expect(
      frame.description.uprightSize == (degrees % 180 == 0 ? PixelSize(64, 48) : PixelSize(48, 64)))
  }

  @Test(
    "A camera image's rotation is read from its EXIF data",
    arguments: [(1, 0), (3, 180), (6, 90), (8, 270), (2, 0), (9, 0)])
  func exif(orientation: UInt8, degrees: Int) throws {
    let plain = try Made.clip(
      "exif-plain.jpg", ["-f", "lavfi", "-i", "testsrc=s=64x48", "-frames:v", "1"])
    let path = plain.replacingOccurrences(of: "plain", with: "\(orientation)")
    try ExifPicture.write(orientation, into: plain, as: path)
    var reader = try StillReader(path: path, interrupter: .init())
    let frame = try #require(try reader.picture(near: .zero))
    #expect(frame.description.rotation.rawValue == degrees)
  }
}

/// A JPEG file with an orientation, as cameras write it.
enum ExifPicture {
  static func write(_ orientation: UInt8, into plain: String, as path: String) throws {
    let picture = [UInt8](try Data(contentsOf: URL(filePath: plain)))
    // A little-endian TIFF of one directory with one entry: 0x0112, one short.
    let tiff: [UInt8] = [
      0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0, 0, 0,
      0, 0,
    ]
    let body = Array("Exif".utf8) + [0, 0] + tiff
    let marker: [UInt8] = [0xFF, 0xE1, 0, UInt8(body.count + 2)]
    let turned = Array(picture.prefix(2)) + marker + body + Array(picture.dropFirst(2))
    try Data(turned).write(to: URL(filePath: path))
  }
}
