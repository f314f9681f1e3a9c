import CVitrineFFmpeg
import Glibc
internal import VitrineLinux

/// A demuxer's access control: the files it may open in addition to its own, and when it has to
/// stop.
///
/// FFmpeg calls both on the demuxer's thread (C: `AVFormatContext.io_open` and
/// `interrupt_callback`).
@safe final class SourceAccess {
  /// Why a referenced file was not opened.
  private(set) var refusal: String?
  private let interrupter: Demuxer.Interrupter
  /// FFmpeg's default function.
  private let usual: OpenCall?
  /// Not retained: the context outlives this.
  private let context: Context
  /// An address that may be opened although it is not a file.
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
  /// Enough for a playlist with its variants and the first segment of each. A playlist that refers
  /// to itself would never end.
  private static let mostWhileOpening = 100

  /// Installs the callbacks in a context before it is opened. The context does not retain this: the
  /// demuxer keeps both.
  init(_ interrupter: Demuxer.Interrupter, of context: Context, opening allowed: String?) {
    self.interrupter = interrupter
    self.allowed = allowed
    unsafe usual = unsafe context.pointee.io_open
    unsafe self.context = unsafe context
    unsafe context.pointee.interrupt_callback.opaque = unsafe Unmanaged.passUnretained(self)
      .toOpaque()
    unsafe context.pointee.interrupt_callback.callback = { opaque in
      guard let opaque = unsafe opaque else { return 0 }
      let access = unsafe Unmanaged<SourceAccess>.fromOpaque(opaque).takeUnretainedValue()
      return access.mayContinue ? 0 : 1
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

  /// FFmpeg checks it before each wait. On a redirect, FFmpeg's RTSP client changes the context's
  /// address and follows with the password: this stops it at the connection.
  private var mayContinue: Bool {
    guard !interrupter.isInterrupted else { return false }
    guard let allowed, let url = unsafe context.pointee.url else { return true }
    let isElsewhere = unsafe strcmp(url, allowed) != 0
    if isElsewhere { recordRefusal("refused redirect to another URL") }
    return !isElsewhere
  }

  /// After opening, the number of files is not limited.
  func endOpening() { isOpening = false }

  /// Returns 0, or FFmpeg's error code if the address may not be opened.
  private func check(_ address: String) -> CInt {
    if address == allowed { return 0 }
    count += 1
    if isOpening, count > Self.mostWhileOpening {
      return refuse("it references more than \(Self.mostWhileOpening) files while opening")
    }
    guard let path = Self.path(in: address) else { return 0 }
    var status = stat()
    guard unsafe stat(kernelPath(path), &status) == 0 else {
      let code = Errno.last
      recordRefusal("it references \(Self.name(path)): \(code)")
      return vitrine_posix_error(code.rawValue)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      return refuse(
        "it references \(Self.name(path)), which is a device, pipe or directory, not a regular file"
      )
    }
    return 0
  }

  private func refuse(_ cause: String) -> CInt {
    recordRefusal(cause)
    return vitrine_posix_error(EACCES)
  }

  /// Records the first cause only.
  private func recordRefusal(_ cause: String) {
    refusal = refusal ?? cause
  }

  /// Returns the path in an address; nil for data in the address itself. FFmpeg's
  /// `protocol_whitelist` rejects everything else.
  private static func path(in address: String) -> String? {
    var rest = address[...]
    for prefix in ["crypto+", "crypto:", "file:"] where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return rest.hasPrefix("data:") ? nil : String(rest)
  }

  private static func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
}
