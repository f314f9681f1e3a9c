internal import Glibc

/// Dates and times in the languages that are installed on the machine.
///
/// Wraps `newlocale`, `gmtime_r` and `strftime_l`.
package enum DateText {
  /// Whether the machine has a locale: `de_DE`, or with an encoding, `de_DE.UTF-8`.
  package static func has(_ locale: String) -> Bool {
    guard let found = unsafe newlocale(LC_TIME_MASK, encoded(locale), nil) else { return false }
    unsafe freelocale(found)
    return true
  }

  /// Returns the text of a local time, in seconds since 1970-01-01 00:00 in its zone, by a pattern of strftime(3).
  /// `%Z` and `%z` are not supported. Without the locale, names are in English. Longer texts than 500 bytes are empty.
  package static func text(_ pattern: String, at local: Int64, in locale: String?) -> String {
    let names = [locale.map(encoded), "C"].compactMap(\.self)
    let locales = unsafe names.lazy.compactMap { unsafe newlocale(LC_TIME_MASK, $0, nil) }
    guard let found = unsafe locales.first else { return "" }
    defer { unsafe freelocale(found) }
    var (time, parts) = unsafe (time_t(local), tm())
    guard unsafe gmtime_r(&time, &parts) != nil else { return "" }
    var bytes = [UInt8](repeating: 0, count: 500)
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe strftime_l(
        buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, pattern, &parts,
        found)
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  private static func encoded(_ locale: String) -> String {
    locale.contains(".") ? locale : locale + ".UTF-8"
  }
}
