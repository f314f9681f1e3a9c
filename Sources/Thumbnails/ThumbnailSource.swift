internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// The thumbnails of one file, which is opened for the first one. Thread-bound.
struct ThumbnailSource: ~Copyable {
  /// The location of the file.
  enum Location {
    case path(String)
    /// In memory.
    case bytes([UInt8])
    case remote(RemoteURL, [any RemoteAccess])
  }

  /// The latest error, which does not affect other pictures.
  private(set) var failure: PlaybackError?
  private let location: Location
  private let width: Int
  private let interrupter: Demuxer.Interrupter
  /// Nil for a local file.
  private let serverLimit: ServerLimit?
  private var reader: StillReader?
  private var converter = PictureConverter()
  private var latest: (frame: Frame, picture: ScanoutBuffer)?
  private let binding = ThreadBinding()

  init(
    _ location: Location, width: Int, _ interrupter: Demuxer.Interrupter,
    _ serverLimit: ServerLimit? = nil
  ) {
    self.serverLimit = serverLimit
    self.location = location
    self.width = width
    self.interrupter = interrupter
  }

  /// Returns the identity of the request's strip, or nil if a local file cannot be read.
  mutating func key(for request: ThumbnailRequest) throws(PlaybackError) -> ThumbnailKey? {
    binding.check()
    guard case .remote(let url, _) = location else {
      return ThumbnailKey(of: location, for: request)
    }
    try open()
    return ThumbnailKey(of: url, reader?.properties ?? "", for: request)
  }

  /// Returns the kind of pictures in the file. Throws if it cannot be opened.
  mutating func content() throws(PlaybackError) -> StillReader.Content {
    binding.check()
    try open()
    return reader?.content ?? .none
  }

  /// Returns the key frame nearest to a time, as XRGB; nil if there is none. Throws if the file
  /// cannot be opened.
  mutating func picture(near time: MediaTime) throws(PlaybackError) -> ScanoutBuffer? {
    binding.check()
    try open()
    do throws(PlaybackError) {
      guard let frame = try frame(near: time) else { return nil }
      if let latest, latest.frame === frame { return latest.picture }
      let picture = try convert(frame)
      latest = (frame, picture)
      return picture
    } catch {
      failure = error
      return nil
    }
  }

  private mutating func frame(near time: MediaTime) throws(PlaybackError) -> Frame? {
    serverLimit?.begin()
    defer { serverLimit?.end() }
    do throws(MediaError) {
      return try reader?.picture(near: time)
    } catch {
      throw PlaybackError(error)
    }
  }

  private mutating func open() throws(PlaybackError) {
    guard reader == nil else { return }
    serverLimit?.begin()
    defer { serverLimit?.end() }
    do throws(MediaError) {
      switch location {
      case .path(let path): reader = try StillReader(path: path, interrupter: interrupter)
      case .bytes(let bytes): reader = try StillReader(bytes: bytes, interrupter: interrupter)
      case .remote(let url, let remotes):
        reader = try remotes.stills(at: url, interrupter)
        if reader == nil { throw .unsupported(url.scheme) }
      }
    } catch {
      throw PlaybackError(error)
    }
  }

  private mutating func convert(_ frame: Frame) throws(PlaybackError) -> ScanoutBuffer {
    let description = frame.description
    let target = try Self.makeBuffer(description.thumbnailSize(width: width))
    let job = PictureConverter.Job(
      source: PixelRect(frame.size), sourceColor: description.color,
      destination: PixelRect(target.layout.size), layout: target.layout,
      rotation: description.rotation, tones: description.hdr)
    do throws(MediaError) {
      unsafe try converter.convert(frame, job, into: target.bytes)
    } catch {
      throw PlaybackError(error)
    }
    return target
  }

  private static func makeBuffer(_ size: PixelSize) throws(PlaybackError) -> ScanoutBuffer {
    // The converter's vector code writes slightly beyond a picture.
    let pitch = BufferLayout.alignedPitch(format: .xrgb8888, width: size.width)
    guard let layout = BufferLayout(format: .xrgb8888, size: size, pitch: pitch) else {
      throw PlaybackError(.decode, "no thumbnail of \(size)", exitStatus: .bug)
    }
    do throws(Errno) {
      return try ScanoutBuffer(plain: layout)
    } catch {
      throw PlaybackError(.decode, "memory for a thumbnail: \(error)", exitStatus: .unavailable)
    }
  }
}

extension PictureDescription {
  /// Returns the size in square pixels of an upright picture with this width, or narrower if its
  /// height would exceed twice the width.
  func thumbnailSize(width: Int) -> PixelSize {
    let (size, aspect) = (uprightSize, uprightAspect)
    guard !size.isEmpty, aspect.across > 0, aspect.down > 0 else { return PixelSize(width, width) }
    let shape =
      Double(size.height) * Double(aspect.down) / (Double(size.width) * Double(aspect.across))
    let across = min(Double(width), Double(2 * width) / shape)
    return PixelSize(max(1, Int(across.rounded())), max(1, Int((across * shape).rounded())))
  }
}

extension ThumbnailRequest {
  /// Returns the order in which to make `count` pictures: that of their times, or halves of halves,
  /// so that the first ones are far apart.
  func order(of count: Int) -> [Int] {
    guard isCoarseFirst else { return Array(0..<count) }
    var order = Array(0..<min(count, 1))
    var step = 1
    while step < count { step *= 2 }
    while step > 1 {
      // Between those of the earlier rounds.
      order += stride(from: step / 2, to: count, by: step)
      step /= 2
    }
    return order
  }

  /// Returns the times of the pictures: the middles of equal slices. For a poster, the times to
  /// try.
  func times(of content: StillReader.Content) -> [MediaTime] {
    switch content {
    case .none: return []
    case .single, .cover: return [item.start ?? .zero]
    case .moving(let duration):
      let start = max(item.start ?? .zero, .zero).nanoseconds
      let length = min(item.end ?? duration, duration).nanoseconds - start
      guard length > 0 else { return [] }
      return shares.map { MediaTime(nanoseconds: start + Int64(Double(length) * $0)) }
    }
  }

  /// Fractions of the item's duration.
  private var shares: [Double] {
    guard isPoster else { return (0..<count).map { (Double($0) + 0.5) / Double(count) } }
    return stride(from: 0.1, to: 0.9, by: 0.08).map(\.self)
  }
}
