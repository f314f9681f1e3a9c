import Foundation
import Testing
import VitrineMedia
import VitrinePlayback

/// Compressed sound in the bursts of IEC 61937.
struct BurstPackerTests {
  /// The type of a burst (IEC 61937-2), the unit of its length in bits, its frames, and the encoder.
  struct Case: Sendable {
    let coding: SoundCoding
    let type: Int
    var unit = 1
    let frames: Int
    let encoder: [String]
  }

  private func clip(_ encoder: [String], rate: Int = 48000) throws -> String {
    try Made.clip(
      "bursts-\(encoder[0])-\(rate).mkv",
      [
        "-f", "lavfi", "-i", "sine=440:r=\(rate):d=0.5", "-ac", "2", "-c:a",
      ] + encoder)
  }

  @Test(
    "Each packet is in a burst unchanged",
    arguments: [
      Case(coding: .ac3, type: 1, frames: 1536, encoder: ["ac3", "-b:a", "192k"]),
      Case(
        coding: .enhancedAC3, type: 21, unit: 8, frames: 1536, encoder: ["eac3", "-b:a", "192k"]),
      Case(
        coding: .dts, type: 11, frames: 512, encoder: ["dca", "-strict", "-2", "-b:a", "768k"]),
    ])
  func bursts(_ row: Case) throws {
    var demuxer = try Demuxer(path: try clip(row.encoder), interrupter: .init())
    guard let track = demuxer.audio, var packer = BurstPacker(of: track) else {
      Issue.record("not packed")
      return
    }
    let coding = packer.coding
    #expect(coding == row.coding)
    var count = 0
    while case .audio(let packet) = try demuxer.read() {
      let packed = try packer.pack(packet)
      let chunk = try #require(packed)
      #expect(chunk.format == SoundFormat(row.coding) && chunk.count == row.frames)
      #expect(chunk.pts == packet.pts(in: track.timebase))
      let words = chunk.samples.map { Int(UInt16(bitPattern: $0)) }
      #expect(words[0] == 0xF872 && words[1] == 0x4E1F && words[2] & 0x1F == row.type)
      let bytes = words[4...].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
      let content = packet.bytes
      #expect(words[3] == content.count * 8 / row.unit)
      #expect(Array(bytes.prefix(content.count)) == content)
      #expect(bytes.dropFirst(content.count).allSatisfy { $0 == 0 })
      count += 1
    }
    #expect(count > 10)
  }

  @Test("Other codings and rates are decoded")
  func decoded() throws {
    for (encoder, rate) in [(["aac"], 48000), (["ac3"], 44100)] {
      let demuxer = try Demuxer(path: try clip(encoder, rate: rate), interrupter: .init())
      guard let track = demuxer.audio, let _ = BurstPacker(of: track) else { continue }
      Issue.record("\(encoder) \(rate) is packed")
    }
  }

  @Test("A packet with other content is refused")
  func damaged() throws {
    var demuxer = try Demuxer(
      path: try clip(["dca", "-strict", "-2", "-b:a", "768k"]), interrupter: .init())
    var other = try Demuxer(path: try clip(["ac3", "-b:a", "192k"]), interrupter: .init())
    guard let track = demuxer.audio, var packer = BurstPacker(of: track),
      case .audio(let packet) = try other.read(), case .audio(let good) = try demuxer.read()
    else {
      Issue.record("nothing to pack")
      return
    }
    do throws(MediaError) {
      _ = try packer.pack(packet)
      Issue.record("AC-3 was packed as DTS")
    } catch {
      let chunk = try packer.pack(good)
      #expect(chunk?.count == 512)
    }
  }
}
