import CVitrineFFmpeg
import Glibc
internal import VitrineLinux

/// How a demuxer comes to bytes: which files it may open besides its own, and when it has to stop.
///
/// The corresponding C fields are `AVFormatContext.io_open` and `interrupt_callback`. FFmpeg calls
/// both on the demuxer's thread.
@safe final class SourceAccess {
  /// Why something that the source names was not opened.
  private(set) var refusal: String?
  private let interrupter: Demuxer.Interrupter
  /// FFmpeg's own way to open.
  private let usual: OpenCall?
  /// Not retained: it has this, as long as it is.
  private let context: Context
  /// What may be opened though it is no file.
  private let allowed: String?
  private var count = 0
  private var isOpening = true

  typealias Context = UnsafeMutablePointer<AVFormatContext>
  private typealias OpenCall =
    @convention(c) (
      Context?, UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>?, UnsafePointer<CChar>?,
      CInt,
      UnsafeMutablePointer<OpaquePointer?>?
    ) -> CInt
  /// A playlist with its variants, and the first piece of each. One that names itself has no end.
  private static let mostWhileOpening = 100

  /// Of a context that is not opened yet. The context does not retain this: the demuxer
  /// keeps both.
  init(_ interrupter: Demuxer.Interrupter, of context: Context, opening allowed: String?) {
    (self.interrupter, self.allowed) = (interrupter, allowed)
    unsafe usual = unsafe context.pointee.io_open
    unsafe self.context = unsafe context
    unsafe context.pointee.interrupt_callback.opaque = unsafe Unmanaged.passUnretained(self)
      .toOpaque()
    unsafe context.pointee.interrupt_callback.callback = { opaque in
      guard let opaque = unsafe opaque else { return 0 }
      let access = unsafe Unmanaged<SourceAccess>.fromOpaque(opaque).takeUnretainedValue()
      return access.mayGoOn ? 0 : 1
    }
    unsafe context.pointee.opaque = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe context.pointee.io_open = { context, opened, address, flags, options in
      guard let opaque = unsafe context?.pointee.opaque, let address = unsafe address else {
        return vitrine_error_invalid_data
      }
      let access = unsafe Unmanaged<SourceAccess>.fromOpaque(opaque).takeUnretainedValue()
      let code = access.check(unsafe pathText(address))
      guard code == 0, let usual = unsafe access.usual else { return code }
      return unsafe usual(context, opened, address, flags, options)
    }
  }

  /// Asked before each wait. RTSP follows a server that sends it elsewhere, with the password, by
  /// giving the context another address: it gets no further than the connection.
  private var mayGoOn: Bool {
    guard !interrupter.isInterrupted else { return false }
    guard let allowed, let url = unsafe context.pointee.url else { return true }
    let isElsewhere = unsafe strcmp(url, allowed) != 0
    if isElsewhere { note("its server sends on to another address, which is not followed") }
    return !isElsewhere
  }

  /// From now on one piece is opened after another.
  func endOpening() { isOpening = false }

  /// 0, or FFmpeg's number for why it is not opened.
  private func check(_ address: String) -> CInt {
    if address == allowed { return 0 }
    count += 1
    if isOpening, count > Self.mostWhileOpening {
      return refuse("it names more than \(Self.mostWhileOpening) files to begin with")
    }
    guard let path = Self.path(in: address) else { return 0 }
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else {
      let code = Errno.last
      note("it names \(Self.name(path)): \(code)")
      return vitrine_posix_error(code.rawValue)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return refuse(
        "it names \(Self.name(path)), which is no file but a device, a pipe or a folder")
    }
    return 0
  }

  private func refuse(_ cause: String) -> CInt {
    note(cause)
    return vitrine_posix_error(EACCES)
  }

  /// The first cause is the one to tell.
  private func note(_ cause: String) {
    refusal = refusal ?? cause
  }

  /// Of what names a file; nil for bytes that are in the address itself. All else is refused by
  /// FFmpeg's `protocol_whitelist`.
  private static func path(in address: String) -> String? {
    var rest = address[...]
    for prefix in ["crypto+", "crypto:", "file:"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return rest.hasPrefix("data:") ? nil : String(rest)
  }

  private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
