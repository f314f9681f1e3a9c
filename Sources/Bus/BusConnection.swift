import CVitrineBus
import Glibc
public import VitrineLinux
public import VitrineTiming

/// A connection to a bus. Thread-bound; waits for nothing.
///
/// The owner waits for `descriptor` as `interest` says, until `deadline`, and calls `process` then. The
/// corresponding C functions are those of sd-bus(3).
@safe public final class BusConnection {
  /// What an event loop waits on.
  public let descriptor: FileDescriptor
  let bus: OpaquePointer
  let binding = ThreadBinding()

  /// How long a called program may take to answer.
  static let patience = Duration.seconds(10)

  /// `address` is as D-Bus writes them, such as `unix:path=/run/bus`; nil is the system's bus. What is
  /// sent is kept until the bus has let this program in.
  ///
  /// The corresponding C functions are `sd_bus_open_system` and `sd_bus_start`.
  public init(to address: String? = nil) throws(BusError) {
    let shown = address ?? "the system's bus"
    do throws(Errno) {
      let bus = unsafe try Self.open(address)
      do throws(Errno) {
        // sd-bus closes its own.
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
    // Of several, sd-bus would go on to the next one and change its descriptor.
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

// What the owner's event loop needs.
extension BusConnection {
  /// What of the descriptor is waited for; it changes with each `process`.
  public var interest: Readiness {
    let events = unsafe sd_bus_get_events(bus)
    guard events >= 0 else { return .readable }
    var interest: Readiness = []
    if events & POLLIN != 0 { interest.insert(.readable) }
    if events & POLLOUT != 0 { interest.insert(.writable) }
    return interest
  }

  /// When `process` is to be called at the latest.
  public var deadline: HostTime? {
    var microseconds = UInt64.max
    guard unsafe sd_bus_get_timeout(bus, &microseconds) >= 0 else { return nil }
    // bound: a constant
    guard microseconds < UInt64(Int64.max / 1000) else { return nil }
    return HostTime(nanoseconds: Int64(microseconds) *| 1000)
  }

  /// Does what has come, and sends what was kept: no more than 64 messages, so that a client that
  /// floods the bus does not keep the thread. Where more have come, `deadline` is now.
  public func process() throws(BusError) {
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
