import Testing
import VitrineMedia
import VitrineTiming
import VitrineVideoDecoders

/// The packets that the CPU starts with when it replaces a device.
struct PacketGroupTests {
  /// Sixty packets with a key frame every twenty, and their timebase.
  private func film() throws -> (packets: [Packet], timebase: Timebase) {
    let scene = try PipelineScene()
    let path = try scene.make(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25", "-frames:v", "60", "-c:v", "libx264",
        "-preset", "veryfast", "-bf", "0", "-g", "20", "-pix_fmt", "yuv420p",
      ])
    var demuxer = try Demuxer(path: path, interrupter: .init())
    let video = demuxer.video
    let track = try #require(video)
    var packets: [Packet] = []
    while case .video(let packet) = try demuxer.read() { packets.append(packet) }
    return (packets, track.timebase)
  }

  @Test("Packets are retained until a frame of a later group arrives")
  func pictures() throws {
    let (packets, timebase) = try film()
    try #require(packets.count == 60)
    var group = PacketGroup()
    for packet in packets[..<45] { group.append(packet, in: timebase) }
    #expect(group.packets.count == 45)
    let time = { (number: Int) in packets[number].pts(in: timebase) }
    for (picture, left) in [(19, 45), (20, 25), (39, 25), (41, 5)] {
      group.recordPicture(at: time(picture))
      #expect(group.packets.count == left, "\(picture)")
    }
    #expect(group.packets.first?.isKey == true && !group.isCut)
  }

  @Test("Without frame times, the last two groups are retained")
  func timeless() throws {
    let (packets, timebase) = try film()
    var group = PacketGroup()
    for packet in packets {
      group.append(packet, in: timebase)
      group.recordPicture(at: nil)
    }
    #expect(group.packets.count == 40)
  }

  @Test(
    "If space runs out, the older group is dropped; a group that is too long is, too")
  func room() throws {
    let (packets, timebase) = try film()
    let weights = packets.map(\.weight)
    let two = weights[..<40].reduce(0, +)
    var group = PacketGroup(most: two)
    for packet in packets[..<41] { group.append(packet, in: timebase) }
    #expect(group.packets.count == 21 && !group.isCut)
    group = PacketGroup(most: weights[..<10].reduce(0, +))
    for packet in packets[..<15] { group.append(packet, in: timebase) }
    #expect(group.packets.isEmpty && group.isCut)
    // The next key frame is a valid start again.
    group.append(packets[20], in: timebase)
    #expect(group.packets.count == 1 && !group.isCut)
  }
}
