import CVitrineBus
import Glibc
import VitrineLinux
import VitrineTiming

// Calls and signals. `body` and `done` are released with the connection at the latest.
extension BusConnection {
  /// Calls a method of another program; `done` receives the reply. Does not start a program that is
  /// not running.
  package func call(
    _ call: BusCall, done: @escaping (BusReply) -> Void
  ) throws(BusError) {
    binding.check()
    try sending(call.member) { () throws(Errno) in
      let message = try unsafe BusMessage {
        unsafe sd_bus_message_new_method_call(
          bus, $0, call.peer, call.path, call.interface, call.member)
      }
      try busResult { unsafe sd_bus_message_set_auto_start(message.pointer, 0) }
      try message.append(call.arguments)
      let callback = BusCallback { answer in
        if let refusal = answer.refusal { return done(.failure(refusal)) }
        done(Result { () throws(BusRefusal) in try answer.values() })
      }
      // bound: a constant
      let timeout = UInt64(Self.timeout.nanoseconds / 1000)
      try unsafe register(callback) { slot, context in
        unsafe sd_bus_call_async(
          bus, slot, message.pointer, BusCallback.run, context, timeout)
      }
    }
  }

  package func emit(_ signal: BusSignal) throws(BusError) {
    binding.check()
    try sending(signal.member) { () throws(Errno) in
      let message = try unsafe BusMessage {
        unsafe sd_bus_message_new_signal(bus, $0, signal.path, signal.interface, signal.member)
      }
      try message.append(signal.arguments)
      try busResult { unsafe sd_bus_send(bus, message.pointer, nil) }
    }
  }

  /// Calls `body` for the signals that match a rule: D-Bus Specification, "Match Rules".
  package func observe(
    _ rule: String, _ body: @escaping (BusSignal) -> Void
  ) throws(BusError) {
    binding.check()
    let callback = BusCallback(isLast: false) { message in
      guard let path = message.path, let interface = message.interface,
        let member = message.member, let values = try? message.values()
      else { return }
      body(BusSignal(path, interface, member, values))
    }
    try sending("AddMatch") { () throws(Errno) in
      try unsafe register(callback) { slot, context in
        unsafe sd_bus_add_match_async(bus, slot, rule, BusCallback.run, nil, context)
      }
    }
  }

  /// Calls `body` for each method call on the object at `path`. sd-bus only answers
  /// org.freedesktop.DBus.Peer there.
  package func serve(
    _ path: String, _ body: @escaping (BusCall, BusPendingCall) -> Void
  ) throws(BusError) {
    binding.check()
    let callback = BusCallback { message in
      let pending = BusPendingCall(message)
      guard let member = message.member else { return }
      do throws(BusRefusal) {
        body(
          BusCall(
            message.sender ?? "", path, message.interface, member, try message.values()), pending)
      } catch {
        pending.reply(.failure(error))
      }
    }
    try sending(path) { () throws(Errno) in
      try unsafe register(callback) { slot, context in
        unsafe sd_bus_add_object(bus, slot, path, BusCallback.run, context)
      }
    }
  }

  private func sending(
    _ what: String, _ body: () throws(Errno) -> Void
  ) throws(BusError) {
    do throws(Errno) { try body() } catch { throw .unsent(what: what, error) }
  }

  /// Passes a callback to sd-bus, which releases it when it can no longer be called.
  private func register(
    _ callback: BusCallback,
    _ begin: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> CInt
  ) throws(Errno) {
    let context = unsafe Unmanaged.passRetained(callback)
    var slot: OpaquePointer?
    let result = unsafe begin(&slot, context.toOpaque())
    guard result >= 0, let slot = unsafe slot else {
      unsafe context.release()
      // bound: an error number of libsystemd
      throw Errno(rawValue: -result)
    }
    unsafe sd_bus_slot_set_destroy_callback(slot) { context in
      guard let context = unsafe context else { return }
      unsafe Unmanaged<BusCallback>.fromOpaque(context).release()
    }
    // From here on the bus owns the slot.
    unsafe sd_bus_slot_set_floating(slot, 1)
    unsafe sd_bus_slot_unref(slot)
  }
}

/// The callback for sd-bus. Confined to one thread.
private final class BusCallback {
  /// Whether the message is handled: sd-bus would answer a call too, while a signal may have other
  /// receivers.
  private let isLast: Bool
  private let body: (borrowing BusMessage) -> Void

  init(isLast: Bool = true, _ body: @escaping (borrowing BusMessage) -> Void) {
    self.isLast = isLast
    self.body = body
  }

  static let run: sd_bus_message_handler_t = { message, context, _ in
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let callback = unsafe Unmanaged<BusCallback>.fromOpaque(context).takeUnretainedValue()
    unsafe callback.body(BusMessage(sharing: message))
    return callback.isLast ? 1 : 0
  }
}
