internal import VitrineLinux
package import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming
internal import VitrineVideoDevices

/// Decodes the video track of a file without a display, to compare decoders. Bound to one thread.
package struct OfflineDecoder: ~Copyable {
  private var demuxer: Demuxer
  private var decoder: VideoDecoder
  private var isAtEnd: Bool
  /// A packet that did not fit yet.
  private var waiting: Packet?

  package enum Fault: Error, CustomStringConvertible {
    case media(MediaError)
    case decoder(VideoDecoder.Fault)
    case memory(String)

    package var description: String {
      switch self {
      case .media(let error): error.description
      case .decoder(let error): error.description
      case .memory(let cause): cause
      }
    }
  }

  /// Decodes a file's best video track with a device, or with the CPU if it is nil.
  package init(
    path: String, by device: HardwareDecoder?, of decoders: Decoders
  ) throws(Fault) {
    let opened = try Self.open(path)
    guard let track = opened.video else { throw .media(.noTracks) }
    let made = try Self.decoder(of: track, by: device, decoders)
    self.init(opened, made)
  }

  private init(_ demuxer: consuming Demuxer, _ decoder: consuming VideoDecoder) {
    self.demuxer = demuxer
    self.decoder = decoder
    isAtEnd = false
  }

  private static func open(_ path: String) throws(Fault) -> Demuxer {
    do throws(MediaError) {
      return try Demuxer(path: path, interrupter: .init())
    } catch {
      throw .media(error)
    }
  }

  private static func decoder(
    of track: Track, by device: HardwareDecoder?, _ decoders: Decoders
  ) throws(Fault) -> VideoDecoder {
    guard let device else {
      do throws(MediaError) {
        return VideoDecoder(try Decoder(of: track))
      } catch {
        throw .media(error)
      }
    }
    do throws(VideoDecoder.Fault) {
      return try decoders.open(device, for: track)
    } catch {
      throw .decoder(error)
    }
  }

  /// Returns the codec of a file's best video track, by FFmpeg's name.
  package static func codec(of path: String) throws(Fault) -> String {
    let demuxer = try open(path)
    guard let track = demuxer.video else { throw .media(.noTracks) }
    return track.codec
  }

  /// Returns the samples of the next picture, as in `Frame.planarBytes`; nil after the last. Skips
  /// damaged pictures.
  package mutating func next() throws(Fault) -> [UInt8]? {
    while true {
      let output: VideoDecoder.Output
      do throws(VideoDecoder.Fault) {
        output = try decoder.receive(until: .now() + .milliseconds(20), unless: { false })
      } catch {
        throw .decoder(error)
      }
      switch output {
      case .picture(let video): return try Self.bytes(of: video)
      case .ended: return nil
      case .damaged, .changing, .allLent: continue
      case .needsInput: try feed()
      }
    }
  }

  private mutating func feed() throws(Fault) {
    let packet: Packet?
    do throws(MediaError) {
      if let waiting { packet = waiting } else { packet = try read() }
    } catch { throw .media(error) }
    do throws(VideoDecoder.Fault) {
      let isTaken = try decoder.send(packet)
      waiting = isTaken ? nil : packet
    } catch .media(.undecodable) {
      // A damaged packet; the next one may be good.
      waiting = nil
    } catch {
      throw .decoder(error)
    }
  }

  private mutating func read() throws(MediaError) -> Packet? {
    while !isAtEnd {
      switch try demuxer.read() {
      case .video(let packet): return packet
      case .ended: isAtEnd = true
      default: continue
      }
    }
    return nil
  }

  private static func bytes(of video: DecodedVideo) throws(Fault) -> [UInt8] {
    let bytes: Result<[UInt8], MediaError>
    do throws(PictureReadingError) {
      bytes = try video.read { frame in
        Result { () throws(MediaError) in try frame.planarBytes() }
      }
    } catch {
      throw .memory(error.description)
    }
    do throws(MediaError) { return try bytes.get() } catch { throw .media(error) }
  }
}
