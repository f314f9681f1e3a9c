import Testing
import VitrinePictures

@testable import VitrineMedia

@Suite("The interface over HDR pictures")
struct GraphicsTonesTests {
  private static let transfers: [HDRMetadata.Transfer] = [.pq, .hlg]

  private static func parts(_ pixel: UInt32) -> [Int] {
    [24, 16, 8, 0].map { Int(pixel >> $0 & 255) }
  }

  @Test("White is PQ's code for 203 cd/m², and 75 % of HLG", arguments: zip(transfers, [148, 191]))
  func white(transfer: HDRMetadata.Transfer, code: Int) {
    let tones = GraphicsTones(to: transfer)
    #expect(Self.parts(tones.mapped(0xFFFF_FFFF)) == [255, code, code, code])
    #expect(abs(ToneCurve.pq(203) - 0.5807) < 0.0005)
    #expect(abs(ToneCurve.hlg(scene: 0.26478) - 0.75) < 0.001)
  }

  @Test("Black stays black, and transparency stays transparent", arguments: transfers)
  func black(transfer: HDRMetadata.Transfer) {
    let tones = GraphicsTones(to: transfer)
    for pixel: UInt32 in [0, 0xFF00_0000, 0x8000_0000, 0x0100_0000] {
      #expect(tones.mapped(pixel) == pixel)
    }
  }

  @Test("Greys stay grey and rise with the signal", arguments: transfers)
  func greys(transfer: HDRMetadata.Transfer) {
    let tones = GraphicsTones(to: transfer)
    var before = 0
    for level: UInt32 in 0...255 {
      let parts = Self.parts(tones.mapped(0xFF00_0000 | level * 0x010101))
      #expect(parts[1] == parts[2] && parts[2] == parts[3], "\(level): \(parts)")
      #expect(parts[1] >= before)
      before = parts[1]
    }
  }

  @Test("Alpha is preserved, and colours stay premultiplied", arguments: transfers)
  func alpha(transfer: HDRMetadata.Transfer) {
    let tones = GraphicsTones(to: transfer)
    // Including invalid ones with more colour than alpha.
    let wrong = stride(from: UInt32(0), through: .max - 1_000_003, by: 1_000_003).filter { pixel in
      let parts = Self.parts(tones.mapped(pixel))
      let isWithin = pixel >> 24 == 0 || parts.allSatisfy { $0 <= parts[0] }
      return parts[0] != Int(pixel >> 24) || !isWithin
    }
    #expect(wrong == [])
    let half = Self.parts(tones.mapped(0x8080_8080))
    let whole = Self.parts(tones.mapped(0xFFFF_FFFF))
    #expect(abs(half[1] - whole[1] * 128 / 255) <= 1)
  }

  @Test("sRGB's red is not BT.2020's", arguments: zip(transfers, [136, 181]))
  func red(transfer: HDRMetadata.Transfer, code: Int) {
    let parts = Self.parts(GraphicsTones(to: transfer).mapped(0xFFFF_0000))
    #expect(abs(parts[1] - code) <= 3, "\(parts)")
    #expect(parts[1] > parts[2] && parts[2] > parts[3] && parts[3] > 0)
  }

  @Test("A round trip is exact within eight-bit precision", arguments: transfers)
  func back(transfer: HDRMetadata.Transfer) {
    let (there, back) = (GraphicsTones(to: transfer), GraphicsTones(from: transfer))
    var (most, mean) = (0, 0.0)
    for red in stride(from: UInt32(0), through: 255, by: 17) {
      for green in stride(from: UInt32(0), through: 255, by: 17) {
        for blue in stride(from: UInt32(0), through: 255, by: 17) {
          let pixel = 0xFF00_0000 | red << 16 | green << 8 | blue
          let (own, round) = (Self.parts(pixel), Self.parts(back.mapped(there.mapped(pixel))))
          let errors = zip(own, round).map { abs($0 - $1) }
          most = max(most, errors.max() ?? 0)
          mean += Double(errors.reduce(0, +)) / (3 * 4096)
        }
      }
    }
    // Dark parts of bright colours suffer most.
    #expect(most <= 40 && mean < 3, "\(most), \(mean)")
    #expect(back.mapped(0xFFFF_FFFF) == 0xFFFF_FFFF)
  }

  @Test("Rows are mapped pixel by pixel")
  func rows() {
    let tones = GraphicsTones(to: .pq)
    let row: [UInt32] = [0, 0, 0xFFFF_FFFF, 0xFFFF_FFFF, 0x8040_2010, 0, 0xFF00_00FF]
    var out = [UInt32](repeating: 7, count: row.count)
    unsafe row.withUnsafeBytes { source in
      unsafe out.withUnsafeMutableBytes { unsafe tones.map(source, into: $0) }
    }
    #expect(out == row.map(tones.mapped))
  }
}
