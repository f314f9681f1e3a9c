import CVitrineMosquitto
import VitrineAddresses
import VitrineLinux
import VitrineTiming

/// One connection to a broker, which its owner waits for and then lets `process`. Confined to its thread.
///
/// Wraps libmosquitto's `struct mosquitto` and its functions for the owner's loop. The library would keep messages
/// without a limit while it is not connected, so that its owner publishes only while it is.
@safe final class MQTTConnection {
  struct Options {
    let clientID: String
    let broker: BrokerAddress
    let version: MQTTVersion
    let credentials: BrokerCredentials
    /// Published by the broker if the connection is lost.
    let will: (topic: String, bytes: [UInt8])?
  }

  /// The broker publishes the will after one and a half of these without a message. With TLS, a ping and its answer
  /// are 204 bytes on the network.
  static let keepAlive: CInt = 90
  /// In bytes. MQTT 3.1.1 has no limit.
  private static let largestPacket: UInt32 = 256 << 10

  private let functions: vitrine_mosquitto
  private let handle: OpaquePointer
  private let inbox = MQTTInbox()
  /// A duplicate of the socket, because the library closes its own. Nil without a connection.
  private var descriptor: FileDescriptor?
  private let binding = ThreadBinding()

  /// Looks up the broker's name and connects: blocks until the machine answers or the system gives up.
  init(_ library: MQTTLibrary, _ options: Options) throws(MQTTError) {
    functions = library.functions
    // The inbox outlives the handle.
    let owner = unsafe Unmanaged.passUnretained(inbox).toOpaque()
    guard let handle = unsafe functions.create(options.clientID, true, owner) else {
      throw .lost("out of memory")
    }
    unsafe self.handle = unsafe handle
    try configure(options)
    try connect(options)
  }

  deinit { unsafe functions.destroy(handle) }

  private func configure(_ options: Options) throws(MQTTError) {
    inbox.version = options.version
    let number = options.version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
    _ = unsafe functions.set_number(handle, MOSQ_OPT_PROTOCOL_VERSION, CInt(number))
    receive()
    if options.broker.isEncrypted {
      let credentials = options.credentials
      let folder = credentials.authorities == nil ? "/etc/ssl/certs" : nil
      let result = unsafe functions.set_tls(
        handle, credentials.authorities, folder, credentials.certificate, credentials.key, nil)
      guard result == 0 else {
        throw .rejected("cannot read the certificates of the broker's section in access")
      }
    }
    if let user = options.credentials.user {
      _ = unsafe functions.set_user(handle, user, options.credentials.password)
    }
    if let (topic, bytes) = options.will {
      _ = unsafe functions.set_will(
        handle, topic, CInt(clamping: bytes.count), bytes, 1, true, nil)
    }
  }

  private func connect(_ options: Options) throws(MQTTError) {
    var properties: OpaquePointer?
    if options.version == .five {
      _ = unsafe functions.add_number(
        &properties, CInt(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), Self.largestPacket)
    }
    defer { unsafe functions.free_properties(&properties) }
    let result = unsafe functions.connect(
      handle, options.broker.host, CInt(options.broker.port), Self.keepAlive, nil, properties)
    let error = Errno.last
    guard result == 0 else { throw failure(result, error) }
    do throws(Errno) {
      descriptor = try FileDescriptor(duplicating: unsafe functions.socket(handle))
    } catch {
      throw .lost("\(error)")
    }
  }

  var isOpen: Bool { descriptor != nil }

  /// For the owner's event loop.
  func withDescriptor(_ body: (borrowing FileDescriptor) throws(Errno) -> Void) throws(Errno) {
    switch descriptor {
    case .some(let descriptor): try body(descriptor)
    case .none: break
    }
  }

  /// Whether there is something to send.
  var interest: Readiness {
    unsafe functions.wants_write(handle) ? [.readable, .writable] : .readable
  }

  /// Reads and sends without waiting. Returns the events since the previous call.
  func process(_ readiness: Readiness) -> [MQTTEvent] {
    binding.check()
    if readiness.contains(.readable) || readiness.contains(.gone) {
      check(unsafe functions.read(handle, 1))
    }
    if unsafe functions.wants_write(handle) { check(unsafe functions.write(handle, 1)) }
    return takeEvents()
  }

  /// Sends a ping if one is due.
  func keepAlive() -> [MQTTEvent] {
    binding.check()
    check(unsafe functions.upkeep(handle))
    return takeEvents()
  }

  func subscribe(_ topics: [String], isAcknowledged: Bool) {
    let quality: CInt = isAcknowledged ? 1 : 0
    for topic in topics { check(unsafe functions.subscribe(handle, nil, topic, quality, 0, nil)) }
  }

  /// Returns the number that its acknowledgement has, for messages of QoS 1.
  @discardableResult
  func publish(_ topic: String, _ bytes: [UInt8], isRetained: Bool, isAcknowledged: Bool) -> CInt {
    var number: CInt = 0
    check(
      unsafe functions.publish(
        handle, &number, topic, CInt(clamping: bytes.count), bytes, isAcknowledged ? 1 : 0,
        isRetained, nil))
    return number
  }

  /// Sends the end of the connection, so that the broker does not publish the will.
  func disconnect() {
    _ = unsafe functions.disconnect(handle, 0, nil)
    _ = unsafe functions.write(handle, 1)
    descriptor = nil
  }

  private func check(_ result: CInt) {
    let error = Errno.last
    guard result != 0, descriptor != nil, inbox.end == nil else { return }
    inbox.end = failure(result, error)
  }

  private func takeEvents() -> [MQTTEvent] {
    defer { inbox.events = [] }
    let isClosed = unsafe functions.socket(handle) < 0
    guard let end = inbox.end ?? (isClosed ? .lost("closed") : nil) else { return inbox.events }
    descriptor = nil
    inbox.end = nil
    return inbox.events + [.ended(end)]
  }

  /// The error of a call of the library.
  private func failure(_ result: CInt, _ error: Errno) -> MQTTError {
    // A broker that ends a connection without saying so is not a rejection.
    if !inbox.hasConnected, let cause = inbox.securityError { return .rejected("TLS: \(cause)") }
    switch result {
    case CInt(MOSQ_ERR_ERRNO.rawValue): return .lost("\(error)")
    case CInt(MOSQ_ERR_EAI.rawValue): return .lost("unknown host")
    case CInt(MOSQ_ERR_TLS.rawValue): return .rejected("TLS: the handshake failed")
    default:
      let text = unsafe functions.error_text(result).map { unsafe String(cString: $0) }
      return .lost(text ?? "error \(result)")
    }
  }

  /// Passes the library's callbacks to the inbox.
  private func receive() {
    unsafe functions.on_connect(handle) { _, inbox, code, _, _ in
      unsafe MQTTInbox.of(inbox)?.receiveAnswer(code)
    }
    unsafe functions.on_disconnect(handle) { _, inbox, code, _ in
      unsafe MQTTInbox.of(inbox)?.receiveEnd(code)
    }
    unsafe functions.on_message(handle) { _, inbox, message, _ in
      guard let message = unsafe message else { return }
      unsafe MQTTInbox.of(inbox)?.receive(message)
    }
    unsafe functions.on_publish(handle) { _, inbox, number, code, _ in
      unsafe MQTTInbox.of(inbox)?.events.append(
        .acknowledged(number: number, isRefused: code >= 128))
    }
    unsafe functions.on_subscribe(handle) { _, inbox, _, count, granted, _ in
      guard count > 0, let granted = unsafe granted, unsafe granted[0] >= 128 else { return }
      unsafe MQTTInbox.of(inbox)?.events.append(.subscriptionRejected)
    }
    unsafe functions.on_log(handle) { _, inbox, _, text in
      guard let text = unsafe text else { return }
      unsafe MQTTInbox.of(inbox)?.receiveLog(String(cString: text))
    }
  }
}

/// Collects what libmosquitto reports within a call. Confined to the connection's thread.
private final class MQTTInbox {
  var events: [MQTTEvent] = []
  var version = MQTTVersion.five
  var end: MQTTError?
  private(set) var hasConnected = false
  /// The latest error of OpenSSL.
  var securityError: String?

  /// Above the length of every message that a screen or a tool accepts.
  private static let longestMessage = 65_537

  static func of(_ pointer: UnsafeMutableRawPointer?) -> MQTTInbox? {
    unsafe pointer.map { unsafe Unmanaged<MQTTInbox>.fromOpaque($0).takeUnretainedValue() }
  }

  func receiveAnswer(_ code: CInt) {
    guard code == 0 else { return end = MQTTError(code, of: version) }
    // A broker says so once.
    if !hasConnected { events.append(.connected) }
    hasConnected = true
  }

  func receiveEnd(_ code: CInt) {
    // Below 128, the code is that of the call, which returns it as well.
    if code >= 128, end == nil { end = MQTTError(code, of: .five) }
  }

  func receive(_ message: UnsafePointer<mosquitto_message>) {
    guard let name = unsafe message.pointee.topic else { return }
    // A longer one is cut, and refused for its length.
    let count = unsafe min(Int(max(0, message.pointee.payloadlen)), Self.longestMessage)
    let bytes = unsafe vitrine_mosquitto_payload(message).map {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
    events.append(
      .message(
        topic: unsafe String(cString: name), bytes ?? [],
        isRetained: unsafe message.pointee.retain))
  }

  /// `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`
  func receiveLog(_ line: String) {
    guard line.hasPrefix("OpenSSL Error") else { return }
    securityError = line.split(separator: ":").last.map { String($0).short(80) }
  }
}

/// An event of a connection.
enum MQTTEvent: Hashable, Sendable {
  case connected
  case message(topic: String, [UInt8], isRetained: Bool)
  case acknowledged(number: CInt, isRefused: Bool)
  case subscriptionRejected
  case ended(MQTTError)
}

/// Why there is no connection.
enum MQTTError: Error, Hashable, Sendable {
  case lost(String)
  /// The broker, or TLS, rejects this screen until the operator changes a setting.
  case rejected(String)
  /// The broker does not speak this version of MQTT.
  case version

  /// From the broker's reason code.
  init(_ code: CInt, of version: MQTTVersion) {
    switch code {
    case 1, 132: self = .version
    case 3, 136, 137, 139, 141, 151, 159: self = .lost("the broker is busy or ends")
    case 2, 133: self = .rejected("the broker rejects the client identifier")
    case 4, 134: self = .rejected("the broker rejects the user name or password")
    case 5, 135: self = .rejected("the broker does not permit this screen to connect")
    case 142: self = .lost("another connection took over")
    default: self = .rejected("the broker ended the connection (reason \(code))")
    }
  }
}

extension MQTTError {
  var cause: String {
    switch self {
    case .lost(let cause), .rejected(let cause): cause
    case .version: "the broker speaks neither MQTT 5 nor MQTT 3.1.1"
    }
  }
}
