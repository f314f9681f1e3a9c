import CVitrineCEC
import Glibc
internal import VitrineLinux
public import VitrineTiming

/// An open /dev/cecN: the CEC bus of one HDMI connector, on which we are a player. Thread-bound.
///
/// Opened so that no call blocks: waiting is done here, with a deadline. Shared with other
/// programs, so that their tools work beside us. Keys of the display's remote do not come this
/// way: once an address is claimed, the kernel makes them an input device (map rc-cec).
public struct Adapter: ~Copyable {
  public let path: String
  let descriptor: FileDescriptor
  /// What others said while we waited for something else.
  private var heard: [Message]
  private let binding: ThreadBinding

  /// The corresponding C functions are `open`, CEC_ADAP_G_CAPS and CEC_S_MODE.
  public init(path: String) throws(CECError) {
    descriptor = try Self.open(path)
    (self.path, heard) = (path, [])
    binding = ThreadBinding()
  }

  private static func open(_ path: String) throws(CECError) -> FileDescriptor {
    let device: FileDescriptor
    do throws(Errno) {
      device = try FileDescriptor(opening: path, O_RDWR | O_NONBLOCK)
    } catch {
      throw .cannotOpen(path: path, error)
    }
    var caps = cec_caps()
    let needed = UInt32(CEC_CAP_TRANSMIT | CEC_CAP_LOG_ADDRS)
    guard unsafe vitrine_cec_caps(device.rawValue, &caps) == 0, caps.capabilities & needed == needed
    else { throw .notCapable(path: path) }
    // Both sides of a talk, neither for us alone.
    guard vitrine_cec_set_mode(device.rawValue, UInt32(CEC_MODE_INITIATOR | CEC_MODE_FOLLOWER)) == 0
    else { throw .call("CEC_S_MODE", path: path, .last) }
    return device
  }

  /// Where the display says that we are plugged in; nil when nothing is.
  /// The corresponding C function is CEC_ADAP_G_PHYS_ADDR.
  public var physicalAddress: PhysicalAddress? {
    var address: UInt16 = 0xffff
    guard unsafe vitrine_cec_physical_address(descriptor.rawValue, &address) == 0 else {
      return nil
    }
    return PhysicalAddress(rawValue: address)
  }

  /// Which player we are; nil before `claim`. The corresponding C function is
  /// CEC_ADAP_G_LOG_ADDRS.
  public var logicalAddress: LogicalAddress? {
    var addresses = cec_log_addrs()
    guard unsafe vitrine_cec_logical_addresses(descriptor.rawValue, &addresses) == 0
    else { return nil }
    return LogicalAddress.player(in: addresses.log_addr_mask)
  }

  /// Sends a message and waits until the bus has taken it; with an opcode of an answer, until
  /// that has come. What others say meanwhile is kept for `nextMessage`.
  /// The corresponding C functions are CEC_TRANSMIT and CEC_RECEIVE.
  @discardableResult
  public mutating func send(
    _ message: Message, answer: UInt8? = nil, until deadline: HostTime
  ) throws(CECError) -> Message? {
    binding.check()
    var raw = cec_msg(message.bytes)
    if let answer {
      raw.reply = answer
      // The standard's patience is one second; the kernel's own is the same.
      raw.timeout = 1000
    }
    guard unsafe vitrine_cec_transmit(descriptor.rawValue, &raw) == 0 else {
      let error = Errno.last
      // Without an address, or unplugged since.
      if error.rawValue == ENONET { throw .notConnected(path: path) }
      throw .call("CEC_TRANSMIT", path: path, error)
    }
    while true {
      guard let result = try receive() else {
        guard wait(for: POLLIN, until: deadline) else { throw .timedOut(path: path) }
        continue
      }
      if result.sequence == raw.sequence { return try judge(result, isAnswered: answer != nil) }
      if let message = Message(bytes: result.bytes) { heard.append(message) }
    }
  }

  /// The next message on the bus; nil when there is none.
  public mutating func nextMessage() throws(CECError) -> Message? {
    binding.check()
    if !heard.isEmpty { return heard.removeFirst() }
    while let raw = try receive() {
      // The transmit status of a message that the caller no longer waits for.
      if raw.sequence != 0 { continue }
      if let message = Message(bytes: raw.bytes) { return message }
    }
    return nil
  }

  private func judge(_ result: cec_msg, isAnswered: Bool) throws(CECError) -> Message? {
    guard result.tx_status & UInt8(CEC_TX_STATUS_OK) != 0 else {
      if result.tx_status & UInt8(CEC_TX_STATUS_NACK) != 0 { throw .notAcknowledged(path: path) }
      throw .timedOut(path: path)
    }
    guard isAnswered else { return nil }
    guard result.rx_status & UInt8(CEC_RX_STATUS_OK) != 0,
      let answer = Message(bytes: result.bytes)
    else { throw .noAnswer(path: path) }
    return answer
  }

  private func receive() throws(CECError) -> cec_msg? {
    var raw = cec_msg()
    // Zero would wait for ever, were the descriptor not as it is.
    raw.timeout = 1
    if unsafe vitrine_cec_receive(descriptor.rawValue, &raw) == 0 { return raw }
    let error = Errno.last
    switch error {
    case .tryAgain, .timedOut, .interrupted: return nil
    default: throw .call("CEC_RECEIVE", path: path, error)
    }
  }

  /// Whether there was something before the deadline. The corresponding C function is `poll`.
  func wait(for events: CInt, until deadline: HostTime) -> Bool {
    while true {
      let left = (deadline.nanoseconds - HostTime.now().nanoseconds) / 1_000_000
      guard left > 0 else { return false }
      var watched = pollfd(fd: descriptor.rawValue, events: Int16(events), revents: 0)
      let count = unsafe poll(&watched, 1, CInt(min(left, 60_000)))
      if count > 0 { return true }
      if count < 0, Errno.last != .interrupted { return false }
    }
  }
}

extension cec_msg {
  fileprivate init(_ bytes: [UInt8]) {
    self.init()
    len = UInt32(bytes.count)
    unsafe withUnsafeMutableBytes(of: &msg) { unsafe $0.copyBytes(from: bytes) }
  }

  /// No more than there is room for, whatever the length says.
  fileprivate var bytes: [UInt8] {
    var copy = msg
    return unsafe withUnsafeBytes(of: &copy) { unsafe Array($0.prefix(Int(min(len, 16)))) }
  }
}
