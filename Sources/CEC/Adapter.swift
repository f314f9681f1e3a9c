import CVitrineCEC
import Glibc
internal import VitrineLinux
package import VitrineTiming

/// An open /dev/cecN: the CEC bus of one HDMI connector, on which this program is a player.
/// Confined to one thread.
///
/// Opened in non-blocking mode; waits have deadlines. Shared with other programs, so that their
/// tools keep working. The keys of the display's remote do not arrive here: once an address is
/// claimed, the kernel turns them into an input device (keymap rc-cec).
package struct Adapter: ~Copyable {
  package let path: String
  let descriptor: FileDescriptor
  /// Messages that arrived while waiting for something else.
  private var pending: [Message]
  private let binding: ThreadBinding

  /// Wraps `open`, `CEC_ADAP_G_CAPS` and `CEC_S_MODE`.
  package init(path: String) throws(CECError) {
    descriptor = try Self.open(path)
    (self.path, pending) = (path, [])
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
    // Initiator and follower, neither exclusive.
    guard vitrine_cec_set_mode(device.rawValue, UInt32(CEC_MODE_INITIATOR | CEC_MODE_FOLLOWER)) == 0
    else { throw .call("CEC_S_MODE", path: path, .last) }
    return device
  }

  /// The address of this machine on the bus, from the display; nil if nothing is connected. Wraps
  /// `CEC_ADAP_G_PHYS_ADDR`.
  package var physicalAddress: PhysicalAddress? {
    var address: UInt16 = 0xffff
    guard unsafe vitrine_cec_physical_address(descriptor.rawValue, &address) == 0 else {
      return nil
    }
    return PhysicalAddress(rawValue: address)
  }

  /// The claimed player address; nil before `claim`. Wraps `CEC_ADAP_G_LOG_ADDRS`.
  package var logicalAddress: LogicalAddress? {
    var addresses = cec_log_addrs()
    guard unsafe vitrine_cec_logical_addresses(descriptor.rawValue, &addresses) == 0
    else { return nil }
    return LogicalAddress.player(in: addresses.log_addr_mask)
  }

  /// Sends a message and waits until it is transmitted; if `reply` is an opcode, until that has
  /// arrived. Other messages are kept for `nextMessage`. Wraps `CEC_TRANSMIT` and `CEC_RECEIVE`.
  @discardableResult
  package mutating func send(
    _ message: Message, reply: UInt8? = nil, until deadline: HostTime
  ) throws(CECError) -> Message? {
    binding.check()
    var raw = cec_msg(message.bytes)
    if let reply {
      raw.reply = reply
      // The standard's timeout of one second, like the kernel's.
      raw.timeout = 1000
    }
    guard unsafe vitrine_cec_transmit(descriptor.rawValue, &raw) == 0 else {
      let error = Errno.last
      // There is no address, or the cable was unplugged.
      if error.rawValue == ENONET { throw .notConnected(path: path) }
      throw .call("CEC_TRANSMIT", path: path, error)
    }
    while true {
      guard let result = try receive() else {
        guard wait(for: POLLIN, until: deadline) else { throw .timedOut(path: path) }
        continue
      }
      if result.sequence == raw.sequence { return try judge(result, isReplyExpected: reply != nil) }
      if let message = Message(bytes: result.bytes) { pending.append(message) }
    }
  }

  /// Returns the next message on the bus, or nil if there is none.
  package mutating func nextMessage() throws(CECError) -> Message? {
    binding.check()
    if !pending.isEmpty { return pending.removeFirst() }
    while let raw = try receive() {
      // The transmit status of a message that nothing waits for any longer.
      if raw.sequence != 0 { continue }
      if let message = Message(bytes: raw.bytes) { return message }
    }
    return nil
  }

  private func judge(_ result: cec_msg, isReplyExpected: Bool) throws(CECError) -> Message? {
    guard result.tx_status & UInt8(CEC_TX_STATUS_OK) != 0 else {
      if result.tx_status & UInt8(CEC_TX_STATUS_NACK) != 0 { throw .notAcknowledged(path: path) }
      throw .timedOut(path: path)
    }
    guard isReplyExpected else { return nil }
    guard result.rx_status & UInt8(CEC_RX_STATUS_OK) != 0,
      let reply = Message(bytes: result.bytes)
    else { throw .noReply(path: path) }
    return reply
  }

  private func receive() throws(CECError) -> cec_msg? {
    var raw = cec_msg()
    // Zero would wait forever on a blocking descriptor.
    raw.timeout = 1
    if unsafe vitrine_cec_receive(descriptor.rawValue, &raw) == 0 { return raw }
    let error = Errno.last
    switch error {
    case .tryAgain, .timedOut, .interrupted: return nil
    default: throw .call("CEC_RECEIVE", path: path, error)
    }
  }

  /// Returns whether something arrived before the deadline. Wraps `poll`.
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

  /// Bounded by the buffer, whatever the length says.
  fileprivate var bytes: [UInt8] {
    var copy = msg
    return unsafe withUnsafeBytes(of: &copy) { unsafe Array($0.prefix(Int(min(len, 16)))) }
  }
}

extension Adapter {
  /// Claims a player's address on the bus under this name, unless there is one, and makes the
  /// kernel turn the keys of the display's remote into input events. The kernel keeps the address
  /// when this program ends. Wraps `CEC_ADAP_S_LOG_ADDRS`.
  package func claim(name: String, until deadline: HostTime) throws(CECError) -> LogicalAddress {
    if let address = logicalAddress { return address }
    guard physicalAddress != nil else { throw .notConnected(path: path) }
    var request = cec_log_addrs(playerNamed: name)
    if unsafe vitrine_cec_claim(descriptor.rawValue, &request) != 0 {
      let error = Errno.last
      // Another program is claiming an address; the result applies here too.
      if error != .busy { throw .call("CEC_ADAP_S_LOG_ADDRS", path: path, error) }
    }
    while logicalAddress == nil {
      guard wait(for: POLLPRI, until: deadline) else { throw .noAddress(path: path) }
      discardEvents()
      guard physicalAddress != nil else { throw .notConnected(path: path) }
    }
    return logicalAddress ?? .broadcast
  }

  /// Discards hot-plug and address events, so that the next wait blocks. Wraps `CEC_DQEVENT`.
  func discardEvents() {
    var event = cec_event()
    while unsafe vitrine_cec_next_event(descriptor.rawValue, &event) == 0 {}
  }
}

extension cec_log_addrs {
  fileprivate init(playerNamed name: String) {
    self.init()
    cec_version = UInt8(CEC_OP_CEC_VERSION_1_4)
    num_log_addrs = 1
    vendor_id = UInt32(CEC_VENDOR_ID_NONE)
    flags = UInt32(CEC_LOG_ADDRS_FL_ALLOW_RC_PASSTHRU)
    primary_device_type.0 = UInt8(CEC_OP_PRIM_DEVTYPE_PLAYBACK)
    log_addr_type.0 = UInt8(CEC_LOG_ADDR_TYPE_PLAYBACK)
    // CEC allows 14 ASCII characters.
    let letters = name.utf8.filter { (32..<127).contains($0) }.prefix(14)
    unsafe withUnsafeMutableBytes(of: &osd_name) { unsafe $0.copyBytes(from: letters) }
  }
}

extension Adapter {
  /// Turns the display on and switches it to this input. A sleeping display may look unplugged, so
  /// that there is no address: then it is only turned on, which needs none.
  package mutating func turnOn(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    let place = physicalAddress
    let initiator = place == nil ? .broadcast : player
    try send(Message(.imageViewOn, from: initiator, to: .television), until: deadline)
    guard let place, player != .broadcast else { return }
    try send(Message(.activeSource(place), from: player, to: .broadcast), until: deadline)
  }

  /// Puts only the display into standby, and no other device on the bus.
  package mutating func standBy(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) {
    try send(Message(.standby, from: player, to: .television), until: deadline)
  }

  /// Queries the display's power status.
  package mutating func powerStatus(
    as player: LogicalAddress, until deadline: HostTime
  ) throws(CECError) -> PowerStatus {
    let question = Message(.giveDevicePowerStatus, from: player, to: .television)
    let reply = try send(question, reply: Opcode.reportPowerStatus, until: deadline)
    guard case .reportPowerStatus(let status) = reply?.content else {
      throw .noReply(path: path)
    }
    return status
  }
}
