import CVitrineCurl
import Glibc
internal import VitrineLinux
internal import VitrineTiming

/// The day on which a rejected certificate expired or becomes valid, which libcurl does not report.
/// Set on the network thread while OpenSSL verifies certificates.
final class CertificateDay: Sendable {
  private let day = Shared<String?>(nil)

  /// Formatted as `2026-03-01`.
  var text: String? { day.value }

  /// The index of this object in OpenSSL's data of a connection, which owns it; negative if there
  /// is none.
  private static let place = unsafe vitrine_tls_new_place { _, value, _, _, _, _ in
    guard let value = unsafe value else { return }
    unsafe Unmanaged<CertificateDay>.fromOpaque(value).release()
  }

  /// `context` is the SSL_CTX from CURLOPT_SSL_CTX_FUNCTION. If it fails, only the day is missing.
  func watch(_ context: UnsafeMutableRawPointer) {
    guard Self.place >= 0 else { return }
    let held = unsafe Unmanaged.passRetained(self)
    let isPut = unsafe vitrine_tls_put(context, Self.place, held.toOpaque()) { isGood, store in
      if isGood == 0, let store = unsafe store { unsafe CertificateDay.record(store) }
      return isGood
    }
    if isPut == 0 { unsafe held.release() }
  }

  private static func record(_ store: OpaquePointer) {
    var time = unsafe tm()
    guard let value = unsafe vitrine_tls_get(store, place),
      unsafe vitrine_tls_day(store, &time) == 1
    else { return }
    let parts = unsafe [time.tm_year +| 1900, time.tm_mon +| 1, time.tm_mday]
    let text = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    unsafe Unmanaged<CertificateDay>.fromOpaque(value).takeUnretainedValue().day
      .update { $0 = text }
  }
}
