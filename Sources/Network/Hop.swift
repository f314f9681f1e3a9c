import CVitrineCurl
import Glibc
internal import VitrineAddresses
internal import VitrineTiming

/// A request and its response. Thread-bound.
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
  private var easy: EasyHandle
  private unowned let transfer: Transfer
  private var head = HeaderParser()
  private let server: Server
  /// The scope of the address that the socket is connected to.
  private var scope = AddressScope.world
  let certificateDay = CertificateDay()

  /// The requested host.
  private struct Server {
    let host: String
    /// The proxy that is contacted instead of the host.
    let proxy: String?
    /// The scope of the host that the proxy contacts; sockets are connected to the proxy then.
    let scope: AddressScope?
  }

  /// Sends nothing before `enter`.
  init(
    _ request: TransferRequest, to url: RemoteURL, as client: TransferClient,
    for transfer: Transfer
  ) throws(NetworkError) {
    easy = try EasyHandle()
    let proxy = client.proxy.flatMap { $0.serves(url) && !request.isNearby ? $0 : nil }
    self.transfer = transfer
    server = Server(
      host: url.host, proxy: proxy?.url.host,
      scope: proxy == nil ? nil : AddressScope(host: url.host))
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe try easy.configure { options in
      options.setDefaults(agent: client.agent)
      options.set(proxy)
      options.set(url)
      options.set(request.limits)
      options.setTrust(request.access, isSameOrigin: transfer.isSameOrigin)
      let fields = unsafe options.setFields(request, isSameOrigin: transfer.isSameOrigin)
      if transfer.isSameOrigin { options.setCredentials(request.access, request.url) }
      options.set(request)
      unsafe options.set(CURLOPT_PRIVATE, unsafe Unmanaged.passUnretained(transfer).toOpaque())
      unsafe options.setCallbacks(unsafe own)
      return unsafe fields
    }
  }

  func enter(_ multi: MultiHandle) throws(NetworkError) { try easy.enter(multi) }

  func leave() { easy.leave() }

  func resume() { easy.resume() }

  /// Converts an error code of libcurl.
  func error(_ code: CURLcode) -> NetworkError {
    easy.failure(code, certificateDay: certificateDay.text).error(server.host, over: server.proxy)
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
    let scope = unsafe server.scope ?? AddressScope(address)
    guard transfer.allows(scope) else {
      refusal = .forbidden(server.host)
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
    let scope = unsafe server.scope ?? AddressScope(text: address) ?? .machine
    self.scope = scope
    if transfer.allows(scope) {
      // Another address of the same name may have been refused before.
      refusal = nil
      return true
    }
    refusal = .forbidden(server.host)
    return false
  }

  private func refuse(_ error: NetworkError) -> Int {
    refusal = error
    return 0
  }
}
