import CVitrineBus
import Glibc
import VitrineLinux

/// An sd-bus message, released with its owner. Confined to the thread of its connection.
@safe struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Retains a message that sd-bus passes to a callback.
  init(sharing lent: OpaquePointer) {
    unsafe pointer = unsafe sd_bus_message_ref(lent)
  }

  /// Creates a message with one of sd-bus' functions.
  init(
    _ make: (UnsafeMutablePointer<OpaquePointer?>) -> CInt
  ) throws(Errno) {
    var made: OpaquePointer?
    try busResult { unsafe make(&made) }
    guard let made = unsafe made else { throw .noMemory }
    unsafe pointer = unsafe made
  }

  deinit { unsafe sd_bus_message_unref(pointer) }

  var sender: String? { unsafe Self.text(sd_bus_message_get_sender(pointer)) }
  var path: String? { unsafe Self.text(sd_bus_message_get_path(pointer)) }
  var interface: String? { unsafe Self.text(sd_bus_message_get_interface(pointer)) }
  var member: String? { unsafe Self.text(sd_bus_message_get_member(pointer)) }

  /// The error, if this is an error reply.
  var refusal: BusRefusal? {
    guard let error = unsafe sd_bus_message_get_error(pointer) else { return nil }
    return BusRefusal(
      unsafe Self.text(error.pointee.name) ?? BusRefusal.failed,
      unsafe Self.text(error.pointee.message) ?? "")
  }

  private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    unsafe pointer.map { unsafe String(cString: $0) }
  }
}

/// Converts the result of an sd-bus function: 0 or more on success, otherwise a negative errno.
@discardableResult
func busResult(_ call: () -> CInt) throws(Errno) -> CInt {
  let result = call()
  // bound: an error number of libsystemd
  guard result >= 0 else { throw Errno(rawValue: -result) }
  return result
}
