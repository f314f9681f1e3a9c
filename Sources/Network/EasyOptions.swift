import CVitrineCurl
import Glibc
internal import VitrineAddresses
internal import VitrineTiming

/// A builder of an easy handle's options. It records the first error.
@safe struct EasyOptions {
  private(set) var failure: NetworkError?
  private let easy: UnsafeMutableRawPointer

  init(_ easy: UnsafeMutableRawPointer) { unsafe self.easy = unsafe easy }

  mutating func set(_ option: CURLoption, _ value: Int) {
    check(unsafe vitrine_curl_set_number(easy, option, value), option)
  }

  mutating func set(_ option: CURLoption, _ value: String?) {
    guard let value else { return }
    check(unsafe vitrine_curl_set_text(easy, option, value), option)
  }

  mutating func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
    check(unsafe vitrine_curl_set_pointer(easy, option, value), option)
  }

  private mutating func check(_ code: CURLcode, _ option: CURLoption) {
    guard code != CURLE_OK, failure == nil else { return }
    failure = .other(
      unsafe "libcurl rejects option \(option.rawValue): \(String(cString: curl_easy_strerror(code)))"
    )
  }

  /// Sets the options of all requests.
  mutating func setDefaults(agent: String) {
    set(CURLOPT_USERAGENT, agent)
    set(CURLOPT_PROTOCOLS_STR, "http,https")
    set(CURLOPT_NOSIGNAL, 1)
    // The transfer checks each redirect first.
    set(CURLOPT_FOLLOWLOCATION, 0)
    // Otherwise freeing a handle waits for a name server that does not answer.
    set(CURLOPT_QUICK_EXIT, 1)
    set(CURLOPT_TCP_KEEPALIVE, 1)
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    set(CURLOPT_HTTP09_ALLOWED, 0)
    // CURL_NETRC_IGNORED: credentials come only from the configuration.
    set(CURLOPT_NETRC, 0)
  }

  /// Nil disables proxies, including those from the environment: otherwise their addresses would be
  /// checked instead of the server's.
  mutating func set(_ proxy: ProxyRules?) {
    guard let proxy else { return set(CURLOPT_PROXY, "") }
    set(CURLOPT_PROXY, proxy.url.origin.text)
    // `ProxyRules` already decided which servers are contacted directly.
    set(CURLOPT_NOPROXY, "")
    // CURLHEADER_SEPARATE: the proxy does not get the headers for the server.
    set(CURLOPT_HEADEROPT, vitrine_curl_header_separate)
    guard let user = proxy.user else { return }
    set(CURLOPT_PROXYAUTH, vitrine_curl_auth_basic)
    set(CURLOPT_PROXYUSERNAME, user.name)
    set(CURLOPT_PROXYPASSWORD, user.password)
  }

  mutating func set(_ url: RemoteURL) { set(CURLOPT_URL, url.requestText) }

  mutating func set(_ limits: TransferLimits) {
    set(CURLOPT_CONNECTTIMEOUT_MS, Int(limits.connectTimeout.nanoseconds / 1_000_000))
  }

  mutating func set(_ request: TransferRequest) {
    set(CURLOPT_RANGE, request.range?.text)
    if request.allowsCompression, request.range == nil {
      set(CURLOPT_ACCEPT_ENCODING, "gzip, deflate")
    }
    if !request.mayReuseConnection { set(CURLOPT_FRESH_CONNECT, 1) }
    // With HTTP/2, a paused transfer fills a window of many megabytes.
    let isBounded = request.range?.end != nil || request.limits.bytes <= 64 << 20
    set(CURLOPT_HTTP_VERSION, isBounded ? vitrine_curl_http_2 : vitrine_curl_http_1)
    if let body = request.post { set(post: body) }
  }

  private mutating func set(post body: [UInt8]) {
    set(CURLOPT_POST, 1)
    set(CURLOPT_POSTFIELDSIZE, body.count)
    // libcurl copies the bytes.
    check(
      unsafe body.withUnsafeBytes { unsafe vitrine_curl_set_body(easy, $0.baseAddress) },
      CURLOPT_COPYPOSTFIELDS)
    // A closed connection would make libcurl send the request again.
    set(CURLOPT_FRESH_CONNECT, 1)
  }

  mutating func setTrust(_ access: AccessRules, isSameOrigin: Bool) {
    set(CURLOPT_CAINFO, access.authorities)
    guard isSameOrigin else { return }
    set(CURLOPT_PINNEDPUBLICKEY, access.pinnedKey)
    set(CURLOPT_SSLCERT, access.certificate)
    set(CURLOPT_SSLKEY, access.key)
  }

  mutating func setCredentials(_ access: AccessRules, _ url: RemoteURL) {
    let credentials = access.credentials ?? url.credentials
    guard case .basic(let name, let password) = credentials else { return }
    set(CURLOPT_HTTPAUTH, vitrine_curl_auth_basic)
    set(CURLOPT_USERNAME, name)
    set(CURLOPT_PASSWORD, password)
  }

  /// Sets the request's headers. The list has to be freed after the handle.
  mutating func setFields(
    _ request: TransferRequest, isSameOrigin: Bool
  ) -> UnsafeMutablePointer<curl_slist>? {
    var lines = request.post == nil ? [] : ["Content-Type: application/json", "Expect:"]
    if request.range != nil, let tag = request.ifRange?.strongTag {
      lines.append("If-Range: \(tag)")
    }
    if let known = request.ifNoneMatch {
      if let tag = known.entityTag { lines.append("If-None-Match: \(tag)") }
      if let date = known.lastModified { lines.append("If-Modified-Since: \(date)") }
    }
    if isSameOrigin {
      lines += request.access.fields.sorted(by: { $0.key < $1.key }).map {
        "\($0.key): \($0.value)"
      }
      if case .bearer(let token) = request.access.credentials {
        lines.append("Authorization: Bearer \(token)")
      }
    }
    var list: UnsafeMutablePointer<curl_slist>?
    for line in lines {
      // A line break would begin another header.
      guard line.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        failure = failure ?? .other("a header contains a control character")
        continue
      }
      guard let longer = unsafe curl_slist_append(list, line) else {
        failure = failure ?? .other("libcurl: out of memory")
        continue
      }
      unsafe list = unsafe longer
    }
    if unsafe list != nil {
      check(unsafe vitrine_curl_set_list(easy, CURLOPT_HTTPHEADER, list), CURLOPT_HTTPHEADER)
    }
    return unsafe list
  }

  /// `hop` is an unretained `Hop`.
  mutating func setCallbacks(_ hop: UnsafeMutableRawPointer) {
    unsafe set(CURLOPT_SSL_CTX_DATA, unsafe hop)
    check(
      unsafe vitrine_curl_set_context(easy) { _, context, opaque in
        guard let hop = unsafe Hop.from(opaque), let context = unsafe context else {
          return CURLE_OK
        }
        unsafe hop.certificateDay.watch(context)
        return CURLE_OK
      }, CURLOPT_SSL_CTX_FUNCTION)
    unsafe set(CURLOPT_HEADERDATA, unsafe hop)
    unsafe set(CURLOPT_WRITEDATA, unsafe hop)
    unsafe set(CURLOPT_OPENSOCKETDATA, unsafe hop)
    unsafe set(CURLOPT_PREREQDATA, unsafe hop)
    check(
      unsafe vitrine_curl_set_data(easy, CURLOPT_HEADERFUNCTION) { bytes, size, count, opaque in
        guard let hop = unsafe Hop.from(opaque) else { return 0 }
        return unsafe hop.receiveHeaderLine(
          UnsafeRawBufferPointer(start: bytes, count: size *| count))
      }, CURLOPT_HEADERFUNCTION)
    check(
      unsafe vitrine_curl_set_data(easy, CURLOPT_WRITEFUNCTION) { bytes, size, count, opaque in
        guard let hop = unsafe Hop.from(opaque) else { return 0 }
        return unsafe hop.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size *| count))
      }, CURLOPT_WRITEFUNCTION)
    check(
      unsafe vitrine_curl_set_open_socket(easy) { opaque, _, address in
        guard let hop = unsafe Hop.from(opaque), let address = unsafe address else {
          return vitrine_curl_no_socket
        }
        return unsafe hop.openSocket(address)
      }, CURLOPT_OPENSOCKETFUNCTION)
    check(
      unsafe vitrine_curl_set_before_request(easy) { opaque, address, _, _, _ in
        guard let hop = unsafe Hop.from(opaque), let address = unsafe address else {
          return vitrine_curl_go_on
        }
        return unsafe hop.allowsRequest(to: address) ? vitrine_curl_go_on : vitrine_curl_stop
      }, CURLOPT_PREREQFUNCTION)
  }
}

extension Hop {
  fileprivate static func from(_ opaque: UnsafeMutableRawPointer?) -> Hop? {
    guard let opaque = unsafe opaque else { return nil }
    return unsafe Unmanaged<Hop>.fromOpaque(opaque).takeUnretainedValue()
  }
}

extension RemoteURL {
  /// The credentials before the `@`.
  fileprivate var credentials: AccessRules.Credentials? {
    guard let userInfo else { return nil }
    let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      .map { PercentCoding.decoded($0) ?? String($0) }
    return .basic(name: parts[0], password: parts.count > 1 ? parts[1] : "")
  }
}
