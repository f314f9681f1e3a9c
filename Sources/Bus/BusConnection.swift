import CVitrineBus
import Glibc
package import VitrineLinux
package import VitrineTiming

/// A connection to a bus. Confined to one thread; never blocks.
///
/// The owner waits for `descriptor` according to `interest` until `deadline`, and then calls
/// `process` (C: sd-bus(3)).
@safe package final class BusConnection {
  /// For an event loop.
  package let descriptor: FileDescriptor
  let bus: OpaquePointer
  let binding = ThreadBinding()

  /// The timeout for a called program.
  static let timeout = Duration.seconds(10)

  /// `address` is a D-Bus address such as `unix:path=/run/bus`; nil is the system bus. Messages are
  /// buffered until the bus has authenticated this program.
  ///
  /// Wraps `sd_bus_open_system` and `sd_bus_start`.
  package init(to address: String? = nil) throws(BusError) {
    let shown = address ?? "the system bus"
    do throws(Errno) {
      let bus = unsafe try Self.open(address)
      do throws(Errno) {
        // A duplicate, because sd-bus closes its own descriptor.
        let number = try busResult { unsafe sd_bus_get_fd(bus) }
        descriptor = FileDescriptor(
          owning: try valueOrErrno { fcntl(number, F_DUPFD_CLOEXEC, CInt(0)) })
      } catch {
        unsafe sd_bus_close_unref(bus)
        throw error
      }
      unsafe self.bus = unsafe bus
    } catch {
      throw .unreachable(address: shown, error)
    }
  }

  deinit { unsafe sd_bus_close_unref(bus) }

  private static func open(_ address: String?) throws(Errno) -> OpaquePointer {
    var opened: OpaquePointer?
    guard let address else {
      try busResult { unsafe sd_bus_open_system(&opened) }
      guard let opened = unsafe opened else { throw .noMemory }
      return unsafe opened
    }
    // With several addresses, sd-bus would try the next one and change its descriptor.
    guard !address.contains(";") else { throw .invalid }
    try busResult { unsafe sd_bus_new(&opened) }
    guard let opened = unsafe opened else { throw .noMemory }
    do throws(Errno) {
      try busResult { unsafe sd_bus_set_address(opened, address) }
      try busResult { unsafe sd_bus_set_bus_client(opened, 1) }
      try busResult { unsafe sd_bus_start(opened) }
    } catch {
      unsafe sd_bus_close_unref(opened)
      throw error
    }
    return unsafe opened
  }
}

// For the owner's event loop.
extension BusConnection {
  /// The readiness to wait for; it changes with each `process`.
  package var interest: Readiness {
    let events = unsafe sd_bus_get_events(bus)
    guard events >= 0 else { return .readable }
    var interest: Readiness = []
    if events & POLLIN != 0 { interest.insert(.readable) }
    if events & POLLOUT != 0 { interest.insert(.writable) }
    return interest
  }

  /// When to call `process` at the latest.
  package var deadline: HostTime? {
    var microseconds = UInt64.max
    guard unsafe sd_bus_get_timeout(bus, &microseconds) >= 0 else { return nil }
    // bound: a constant
    guard microseconds < UInt64(Int64.max / 1000) else { return nil }
    return HostTime(nanoseconds: Int64(microseconds) *| 1000)
  }

  /// Handles received messages and sends buffered ones: at most 64, so that a client that floods
  /// the bus does not block the thread. If there are more, `deadline` is now.
  package func process() throws(BusError) {
    binding.check()
    do throws(Errno) {
      for _ in 0..<64 {
        guard try busResult({ unsafe sd_bus_process(bus, nil) }) > 0 else { return }
      }
    } catch {
      throw .lost(error)
    }
  }
}
