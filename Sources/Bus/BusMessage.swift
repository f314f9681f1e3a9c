import CVitrineBus
import Glibc
import VitrineLinux

/// A message of sd-bus', let go of with its owner. Thread-bound, as its connection is.
@safe struct BusMessage: ~Copyable {
  let pointer: OpaquePointer

  /// Shares one that sd-bus lends to a callback.
  init(sharing lent: OpaquePointer) {
    unsafe pointer = unsafe sd_bus_message_ref(lent)
  }

  /// A new one, by one of sd-bus' functions that make them.
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

  /// Why a call was not done, where this is the answer that says so.
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

/// What a function of sd-bus gives: a number from 0 on, or a kernel's number below.
@discardableResult
func busResult(_ call: () -> CInt) throws(Errno) -> CInt {
  let result = call()
  // bound: an error number of libsystemd
  guard result >= 0 else { throw Errno(rawValue: -result) }
  return result
}
