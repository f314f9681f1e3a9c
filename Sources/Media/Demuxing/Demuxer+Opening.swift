import CVitrineFFmpeg
import Glibc
internal import VitrineLinux
import VitrinePictures

// From a source to a context that has found its tracks.
extension Demuxer {
  /// The input of a demuxer.
  enum Source {
    case file(String)
    case bytes(any ByteSource)
    case part(any ByteSource)
    case network(NetworkStream)

    /// The address for FFmpeg, which only uses its extension. The prefix makes sure that a path
    /// with colons is not mistaken for a protocol.
    fileprivate var address: [CChar] {
      switch self {
      case .file(let path): Array("file:".utf8CString.dropLast()) + kernelPath(path)
      case .bytes, .part: [0]
      case .network(let stream): Array(stream.address.utf8CString)
      }
    }

    /// Bytes from other sources may only use formats that read nothing else.
    fileprivate var formats: String {
      switch self {
      case .file(let path): AllowedFormats.names(for: path)
      case .bytes, .part: AllowedFormats.alone
      case .network(let stream): stream.kind.formats
      }
    }

    fileprivate var protocols: String {
      switch self {
      case .file: "file,crypto,data"
      case .bytes, .part: "data"
      case .network(let stream): stream.kind.protocols
      }
    }

    fileprivate var options: [(String, String)] {
      switch self {
      case .file, .bytes: []
      case .part: [("correct_ts_overflow", "0")]
      case .network(let stream): stream.options
      }
    }

    /// The only address that may be opened in addition to files.
    fileprivate var opens: String? {
      if case .network(let stream) = self { stream.address } else { nil }
    }
  }

  static func checkFile(_ path: String) throws(MediaError) {
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else {
      switch Errno.last {
      case .noEntry: throw .missing
      case .accessDenied: throw .noPermission
      case let error:
        throw .call("opening", FFmpegCode(rawValue: vitrine_posix_error(error.rawValue)))
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: if status.st_size == 0 { throw .empty }
    case S_IFDIR: throw .directory
    default: throw .notAFile
    }
    guard unsafe access(kernelPath(path), R_OK) == 0 else { throw .noPermission }
    try checkPictures(ofIndex: path)
  }

  /// FFmpeg opens the picture file of a VobSub index itself, and would block on a pipe.
  private static func checkPictures(ofIndex path: String) throws(MediaError) {
    guard AllowedFormats.ending(of: path) == "idx" else { return }
    var status = stat()
    let pictures = String(path.dropLast(3)) + "sub"
    guard unsafe stat(kernelPath(pictures), &status) == 0, status.st_mode & S_IFMT != S_IFREG
    else { return }
    throw .refused("its images are in \(pictures), which is not a regular file")
  }

  /// A context and the objects that it reads through, which have to live as long.
  typealias Opened = (
    context: UnsafeMutablePointer<AVFormatContext>, access: SourceAccess, io: ByteSourceIO?
  )

  /// Opens the source and returns its context.
  static func open(
    _ source: Source, _ interrupter: Interrupter
  ) throws(MediaError) -> Opened {
    var io: ByteSourceIO?
    switch source {
    case .file(let path): try checkFile(path)
    case .bytes(let bytes), .part(let bytes): io = try ByteSourceIO(bytes, interrupter)
    case .network: break
    }
    guard let fresh = unsafe avformat_alloc_context() else {
      throw .call("opening", .init(rawValue: vitrine_error_memory))
    }
    let access = unsafe SourceAccess(interrupter, of: fresh, opening: source.opens)
    if let io {
      unsafe fresh.pointee.pb = unsafe io.raw
      unsafe fresh.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
    }
    var options = unsafe Self.options(for: source)
    defer { unsafe av_dict_free(&options) }
    var context: UnsafeMutablePointer<AVFormatContext>? = unsafe fresh
    let result = unsafe FFmpegCode(
      rawValue: avformat_open_input(&context, source.address, nil, &options))
    guard result.rawValue >= 0, let context = unsafe context else {
      throw cause(of: result, source, access, io)
    }
    return unsafe (context, access, io)
  }

  private static func options(for source: Source) -> OpaquePointer? {
    var options: OpaquePointer?
    unsafe av_dict_set(&options, "format_whitelist", source.formats, 0)
    unsafe av_dict_set(&options, "protocol_whitelist", source.protocols, 0)
    for (name, value) in source.options { unsafe av_dict_set(&options, name, value, 0) }
    // A file name is taken literally: percent signs and stars are not patterns.
    unsafe av_dict_set(&options, "pattern_type", "none", 0)
    return unsafe options
  }

  private static func cause(
    of code: FFmpegCode, _ source: Source, _ access: SourceAccess, _ io: ByteSourceIO?
  ) -> MediaError {
    if let refusal = access.refusal { return .refused(refusal) }
    if code == .exit { return .interrupted }
    if let cause = io?.consumeFailure() { return .unavailable(cause) }
    if case .network = source { return .call("opening", code) }
    guard case .file(let path) = source else {
      return code == .invalidData ? .notMedia : .call("opening", code)
    }
    if let opener = AllowedFormats.opener(path) { return .namesFiles(opener) }
    guard code == .invalidData else { return .call("opening", code) }
    return looksLikeMP4(path) ? .truncated : .notMedia
  }

  /// Whether an unreadable file starts like an MP4 file: then only its index is missing.
  private static func looksLikeMP4(_ path: String) -> Bool {
    guard let file = try? FileDescriptor(opening: path, O_RDONLY) else { return false }
    var head = [UInt8](repeating: 0, count: 8)
    guard unsafe Glibc.read(file.rawValue, &head, 8) == 8 else { return false }
    return Array(head[4...]) == Array("ftyp".utf8)
  }

  typealias Chosen = (video: Track?, audio: Track?, subtitle: Track?)
  typealias Choosing =
    (UnsafeMutablePointer<AVFormatContext>, PictureLimits) throws(MediaError) -> Chosen

  static func tracks(
    _ choosing: Choosing, _ limits: PictureLimits,
    closingOnFailure context: UnsafeMutablePointer<AVFormatContext>
  ) throws(MediaError) -> Chosen {
    do {
      unsafe try findStreams(context, limits)
      return unsafe try choosing(context, limits)
    } catch {
      var failed: UnsafeMutablePointer<AVFormatContext>? = unsafe context
      unsafe avformat_close_input(&failed)
      throw error
    }
  }

  private static func findStreams(
    _ context: UnsafeMutablePointer<AVFormatContext>, _ limits: PictureLimits
  ) throws(MediaError) {
    let count = unsafe Int(context.pointee.nb_streams)
    var options = unsafe [OpaquePointer?](repeating: nil, count: count)
    defer { for index in 0..<count { unsafe av_dict_free(&options[index]) } }
    for index in 0..<count where unsafe decodesToProbe(context.pointee.streams[index]) {
      unsafe av_dict_set_int(&options[index], "max_pixels", Int64(limits.still), 0)
    }
    let result = unsafe FFmpegCode(rawValue: avformat_find_stream_info(context, &options))
    if result == .exit { throw .interrupted }
    guard result.rawValue >= 0 else { throw .call("reading the stream information", result) }
  }

  /// Whether FFmpeg decodes a picture to find its properties. For the other codecs it only reads
  /// the header, and with a limit it would not report a size beyond it, which the decoder does.
  private static func decodesToProbe(_ stream: UnsafePointer<AVStream>?) -> Bool {
    guard let codec = unsafe stream?.pointee.codecpar?.pointee.codec_id else { return false }
    return ![AV_CODEC_ID_MJPEG, AV_CODEC_ID_H264].contains(codec)
  }
}
