/// A VP9 packet that contains several frames, one of which is visible: frame-based decoders need
/// them separately.
///
/// Annex B of the VP9 Bitstream & Decoding Process Specification (v0.7): an index at the end,
/// between two equal bytes, has their sizes.
package enum Superframe {
  /// Returns the frames; the packet itself if it is a single frame, or its index is damaged.
  package static func frames(of packet: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let marker = packet.last, marker & 0xe0 == 0xc0 else { return [packet[...]] }
    let count = Int(marker & 7) + 1
    let width = Int(marker >> 3 & 3) + 1
    let indexStart = packet.count - (2 + count * width)
    guard indexStart > 0, packet[indexStart] == marker else { return [packet[...]] }
    var frames: [ArraySlice<UInt8>] = []
    var start = 0
    for index in 0..<count {
      let place = indexStart + 1 + index * width
      let size = packet[place..<place + width].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= indexStart - start else { return [packet[...]] }
      if size > 0 { frames.append(packet[start..<start + size]) }
      start += size
    }
    return frames.isEmpty ? [packet[...]] : frames
  }
}
