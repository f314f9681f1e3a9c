import CVitrineBus
import VitrineLinux

/// A received call whose reply is outstanding. Confined to the thread of its connection; answered
/// once.
package final class BusPendingCall {
  private let call: BusMessage
  private var isAnswered = false

  init(_ message: borrowing BusMessage) {
    unsafe call = BusMessage(sharing: message.pointer)
  }

  /// Sends the reply, unless the caller wants none. Errors are ignored: without the bus there is no
  /// caller either.
  package func reply(_ reply: BusReply) {
    guard !isAnswered else { return }
    isAnswered = true
    do throws(Errno) {
      switch reply {
      case .success(let values): try send(values)
      case .failure(let refusal): try sendError(refusal)
      }
    } catch {
      try? sendError(BusRefusal(BusRefusal.failed, "cannot write the reply: \(error)"))
    }
  }

  private func send(_ values: [BusValue]) throws(Errno) {
    let message = try unsafe BusMessage {
      unsafe sd_bus_message_new_method_return(call.pointer, $0)
    }
    try message.append(values)
    try busResult { unsafe sd_bus_send(nil, message.pointer, nil) }
  }

  private func sendError(_ refusal: BusRefusal) throws(Errno) {
    let text = refusal.text.isEmpty ? refusal.name : refusal.text
    try busResult {
      unsafe refusal.name.withCString { name in
        unsafe text.withCString { text in
          var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
          return unsafe sd_bus_reply_method_error(call.pointer, &error)
        }
      }
    }
  }
}
