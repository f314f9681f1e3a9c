import VitrineDoctor
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrineTiming

/// Decodes a whole video in small pictures, and searches it for flashes.
struct FlashScan: ~Copyable {
  private var search = FlashSearch()
  private var converter = PictureConverter()
  private var cells: [UInt32] = []
  private let layout: BufferLayout
  private var bytes: [UInt8]

  /// Nil if the file cannot be decoded.
  static func passages(in path: String) -> [ClosedRange<Double>]? {
    let size = PixelSize(FlashSearch.columns, FlashSearch.rows)
    // The converter's vector code writes slightly beyond a picture.
    let pitch = BufferLayout.alignedPitch(format: .xrgb8888, width: size.width)
    guard let layout = BufferLayout(format: .xrgb8888, size: size, pitch: pitch) else { return nil }
    var scan = FlashScan(layout)
    do throws(MediaError) { try scan.read(path) } catch { return nil }
    return scan.search.passages
  }

  private init(_ layout: BufferLayout) {
    self.layout = layout
    bytes = Array(repeating: 0, count: layout.byteCount)
  }

  private mutating func read(_ path: String) throws(MediaError) {
    var demuxer = try Demuxer(path: path, interrupter: Demuxer.Interrupter())
    guard let track = demuxer.video, !track.isStill else { return }
    demuxer.select(video: track, audio: nil, subtitle: nil)
    var decoder = try Decoder(of: track)
    let start = demuxer.start
    while true {
      let packet: Packet?
      switch try demuxer.read() {
      case .video(let read): packet = read
      case .ended: packet = nil
      default: continue
      }
      // Damaged packets are skipped, as in playback.
      while (try? decoder.send(packet)) == false { try drain(&decoder, from: start) }
      try drain(&decoder, from: start)
      if packet == nil { return }
    }
  }

  private mutating func drain(
    _ decoder: inout Decoder, from start: MediaTime
  ) throws(MediaError) {
    while case .frame(let frame)? = try? decoder.receive() {
      guard let pts = frame.pts else { continue }
      try record(frame, at: (pts - start).seconds)
    }
  }

  private mutating func record(_ frame: Frame, at time: Double) throws(MediaError) {
    let description = frame.description
    let job = PictureConverter.Job(
      source: PixelRect(frame.size), sourceColor: description.color,
      destination: PixelRect(layout.size), layout: layout, tones: description.hdr)
    let (layout, pitch) = (layout, layout.planes[0].pitch)
    var failure: MediaError?
    cells.removeAll(keepingCapacity: true)
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(MediaError) {
        unsafe try converter.convert(frame, job, into: buffer)
      } catch {
        failure = error
        return
      }
      for row in 0..<layout.size.height {
        for column in 0..<layout.size.width {
          let pixel = unsafe buffer.loadUnaligned(
            fromByteOffset: row * pitch + 4 * column, as: UInt32.self)
          cells.append(UInt32(littleEndian: pixel) & 0xFFFFFF)
        }
      }
    }
    if let failure { throw failure }
    search.record(cells, at: time)
  }
}
