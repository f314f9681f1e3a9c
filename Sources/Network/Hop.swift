import CVitrineCurl
import Glibc
internal import VitrineAddresses
internal import VitrineTiming

/// A request and its response: an easy handle of libcurl, which is freed with it. Thread-bound.
@safe final class Hop {
  enum Verdict {
    case proceed
    case redirect(RemoteURL)
    case refuse(NetworkError)
  }

  /// The target of a redirect response.
  private(set) var redirect: RemoteURL?
  /// The bytes of the redirect's body.
  private var skippedBytes = 0
  private static let maxSkippedBytes = 64 << 10
  /// Why the transfer ended it.
  private(set) var refusal: NetworkError?
  /// Whether the sink wants no more data.
  private(set) var hasEnough = false
  private(set) var hasResponse = false
  private let easy: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  private unowned let transfer: Transfer
  private var multi: MultiHandle?
  private var head = HeaderParser()
  private let host: String
  /// The proxy that is contacted instead of the host.
  private let proxy: String?
  /// The scope of the host that the proxy contacts; sockets are connected to the proxy then.
  private let beyond: AddressScope?
  /// The scope of the address that the socket is connected to.
  private var scope = AddressScope.world
  private let text: UnsafeMutablePointer<CChar>
  let certificateDay = CertificateDay()

  /// Sends nothing before `enter`.
  init(
    _ request: TransferRequest, to url: RemoteURL, as client: TransferClient,
    for transfer: Transfer
  ) throws(NetworkError) {
    guard let easy = unsafe curl_easy_init() else { throw .other("libcurl: out of memory") }
    unsafe self.easy = unsafe easy
    unsafe text = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let proxy = client.proxy.flatMap { $0.serves(url) && !request.isNearby ? $0 : nil }
    (self.transfer, host) = (transfer, url.host)
    (self.proxy, beyond) = (proxy?.url.host, proxy == nil ? nil : AddressScope(host: url.host))
    var options = unsafe EasyOptions(easy)
    options.setDefaults(agent: client.agent)
    options.set(proxy)
    options.set(url)
    options.set(request.limits)
    options.setTrust(request.access, isSameOrigin: transfer.isSameOrigin)
    unsafe fields = unsafe options.setFields(request, isSameOrigin: transfer.isSameOrigin)
    if transfer.isSameOrigin { options.setCredentials(request.access, request.url) }
    options.set(request)
    unsafe options.set(CURLOPT_ERRORBUFFER, unsafe UnsafeMutableRawPointer(text))
    unsafe options.set(CURLOPT_PRIVATE, unsafe Unmanaged.passUnretained(transfer).toOpaque())
    unsafe options.setCallbacks(unsafe Unmanaged.passUnretained(self).toOpaque())
    if let failure = options.failure { throw failure }
  }

  deinit {
    leave()
    unsafe curl_easy_cleanup(easy)
    unsafe curl_slist_free_all(fields)
    unsafe text.deallocate()
  }

  func enter(_ multi: MultiHandle) throws(NetworkError) {
    guard unsafe curl_multi_add_handle(multi.raw, easy) == CURLM_OK else {
      throw .other("libcurl accepts no more transfers")
    }
    self.multi = multi
  }

  func leave() {
    guard let multi else { return }
    self.multi = nil
    _ = unsafe curl_multi_remove_handle(multi.raw, easy)
  }

  func resume() { _ = unsafe curl_easy_pause(easy, CInt(CURLPAUSE_CONT)) }

  /// Converts an error code of libcurl.
  func error(_ code: CURLcode) -> NetworkError {
    let failure = unsafe CurlFailure(
      code: code, text: String(cString: text),
      verification: Int(vitrine_curl_number(easy, CURLINFO_SSL_VERIFYRESULT)),
      // bound: an error number
      systemError: CInt(vitrine_curl_number(easy, CURLINFO_OS_ERRNO)),
      proxyStatus: vitrine_curl_number(easy, CURLINFO_HTTP_CONNECTCODE),
      certificateDay: certificateDay.text)
    return failure.error(host, over: proxy)
  }
}

// libcurl's callbacks, on the network thread.
extension Hop {
  /// Returns how many bytes of a header line were accepted; fewer than `count` end the hop.
  func receiveHeaderLine(_ bytes: UnsafeRawBufferPointer) -> Int {
    switch unsafe head.parse(bytes) {
    case .more: return bytes.count
    case .refused(let cause): return refuse(.limitExceeded(cause))
    case .whole(let status, let fields):
      // Trailers also arrive here.
      guard !hasResponse else { return bytes.count }
      hasResponse = true
      switch transfer.check(status, fields, scope: scope) {
      case .proceed: return bytes.count
      case .redirect(let next):
        redirect = next
        return bytes.count
      case .refuse(let error): return refuse(error)
      }
    }
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard redirect == nil else {
      // Reads a short body, so that the connection can be reused.
      skippedBytes += bytes.count
      return skippedBytes <= Self.maxSkippedBytes ? bytes.count : 0
    }
    switch unsafe transfer.receive(bytes) {
    case .proceed: return bytes.count
    case .pause: return vitrine_curl_pause
    case .enough:
      hasEnough = true
      return 0
    case .fail(let error): return refuse(error)
    }
  }

  /// Returns a socket if the address is allowed.
  func openSocket(_ address: UnsafePointer<curl_sockaddr>) -> CInt {
    let scope = unsafe beyond ?? AddressScope(address)
    guard transfer.allows(scope) else {
      refusal = .forbidden(host)
      return vitrine_curl_no_socket
    }
    self.scope = scope
    let (family, type, number) = unsafe (
      address.pointee.family, address.pointee.socktype, address.pointee.protocol
    )
    return socket(family, type | CInt(SOCK_CLOEXEC.rawValue), number)
  }

  /// Decides whether to send the request over a connection, which may be reused.
  func allowsRequest(to address: UnsafePointer<CChar>) -> Bool {
    // An unreadable address counts as the narrowest scope.
    let scope = unsafe beyond ?? AddressScope(text: address) ?? .machine
    self.scope = scope
    if transfer.allows(scope) {
      // Another address of the same name may have been refused before.
      refusal = nil
      return true
    }
    refusal = .forbidden(host)
    return false
  }

  private func refuse(_ error: NetworkError) -> Int {
    refusal = error
    return 0
  }
}
