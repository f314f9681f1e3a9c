import CVitrineSystemd
import Glibc

/// The systemd unit of this program.
package enum ServiceUnit {
  /// Its name, such as `vitrine@east.service`; nil if no manager started the program.
  ///
  /// Wraps `sd_pid_get_unit`.
  package static var own: String? {
    var name: UnsafeMutablePointer<CChar>?
    guard unsafe sd_pid_get_unit(0, &name) >= 0, let name = unsafe name else { return nil }
    defer { unsafe free(name) }
    return unsafe String(cString: name)
  }

  /// Returns the name of the service that a unit belongs to: `vitrine@east`, also for its safe
  /// mode. Other units are the operator's own, and return `vitrine`.
  package static func service(of unit: String?) -> String {
    let ending = ".service"
    guard let unit, unit.hasSuffix(ending) else { return usual }
    let parts = unit.dropLast(ending.count).split(separator: "@", maxSplits: 1)
    guard parts.first == "vitrine" || parts.first == "vitrine-safe" else { return usual }
    return parts.count == 2 ? "\(usual)@\(parts[1])" : usual
  }

  private static let usual = "vitrine"
}
