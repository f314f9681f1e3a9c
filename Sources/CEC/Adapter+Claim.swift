import CVitrineCEC
import Glibc
import VitrineLinux
public import VitrineTiming

extension Adapter {
  /// Becomes a player with this name on the bus, unless it is one, and lets the kernel make
  /// keys of what the display's remote sends. The kernel keeps the address when we end.
  /// The corresponding C function is CEC_ADAP_S_LOG_ADDRS.
  public func claim(name: String, until deadline: HostTime) throws(CECError) -> LogicalAddress {
    if let address = logicalAddress { return address }
    guard physicalAddress != nil else { throw .notConnected(path: path) }
    var wish = cec_log_addrs(playerNamed: name)
    if unsafe vitrine_cec_claim(descriptor.rawValue, &wish) != 0 {
      let error = Errno.last
      // Another program claims an address at this moment: the result is ours, too.
      if error != .busy { throw .call("CEC_ADAP_S_LOG_ADDRS", path: path, error) }
    }
    while logicalAddress == nil {
      guard wait(for: POLLPRI, until: deadline) else { throw .noAddress(path: path) }
      clearNews()
      guard physicalAddress != nil else { throw .notConnected(path: path) }
    }
    return logicalAddress ?? .broadcast
  }

  /// Takes what was told of plugs and addresses, so that the next wait sleeps.
  /// The corresponding C function is CEC_DQEVENT.
  func clearNews() {
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
    // The bus has room for 14 letters, of ASCII.
    let letters = name.utf8.filter { (32..<127).contains($0) }.prefix(14)
    unsafe withUnsafeMutableBytes(of: &osd_name) { unsafe $0.copyBytes(from: letters) }
  }
}
