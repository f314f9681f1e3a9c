import CVitrineCEC
import Glibc
import VitrineLinux
public import VitrineTiming

extension Adapter {
  /// Claims a player's address on the bus under this name, unless there is one, and makes the
  /// kernel turn the keys of the display's remote into input events. The kernel keeps the address
  /// when this program ends. The corresponding C function is CEC_ADAP_S_LOG_ADDRS.
  public func claim(name: String, until deadline: HostTime) throws(CECError) -> LogicalAddress {
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

  /// Discards hot-plug and address events, so that the next wait blocks. The corresponding C
  /// function is CEC_DQEVENT.
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
