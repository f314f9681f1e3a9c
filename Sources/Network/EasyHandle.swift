import CVitrineCurl
import Glibc
internal import VitrineLinux

/// An easy handle of libcurl, and the memory that it refers to. Thread-bound.
@safe struct EasyHandle: ~Copyable {
  private let raw: UnsafeMutableRawPointer
  private var fields: UnsafeMutablePointer<curl_slist>?
  /// libcurl's error message.
  private let text: UnsafeMutablePointer<CChar>
  private var multi: MultiHandle?

  init() throws(NetworkError) {
    guard let raw = unsafe curl_easy_init() else { throw .other("libcurl: out of memory") }
    unsafe self.init(raw)
  }

  // A separate initializer, because Swift 6.2.3 miscompiles an initializer that throws before all properties are set.
  private init(_ raw: UnsafeMutableRawPointer) {
    unsafe self.raw = unsafe raw
    unsafe text = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe text.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
  }

  deinit {
    if let multi { _ = unsafe curl_multi_remove_handle(multi.raw, raw) }
    unsafe curl_easy_cleanup(raw)
    unsafe curl_slist_free_all(fields)
    unsafe text.deallocate()
  }

  /// Sets options once. `body` returns the header fields, which are freed with the handle.
  mutating func configure(
    _ body: (inout EasyOptions) -> UnsafeMutablePointer<curl_slist>?
  ) throws(NetworkError) {
    var options = unsafe EasyOptions(raw)
    unsafe fields = unsafe body(&options)
    unsafe options.set(CURLOPT_ERRORBUFFER, unsafe UnsafeMutableRawPointer(text))
    if let failure = options.failure { throw failure }
  }

  /// Begins the transfer.
  mutating func enter(_ multi: MultiHandle) throws(NetworkError) {
    guard unsafe curl_multi_add_handle(multi.raw, raw) == CURLM_OK else {
      throw .other("libcurl accepts no more transfers")
    }
    self.multi = multi
  }

  /// Ends the transfer.
  mutating func leave() {
    guard let multi else { return }
    self.multi = nil
    _ = unsafe curl_multi_remove_handle(multi.raw, raw)
  }

  func resume() { _ = unsafe curl_easy_pause(raw, CInt(CURLPAUSE_CONT)) }

  /// The details of a failed transfer.
  func failure(_ code: CURLcode, certificateDay: String?) -> CurlFailure {
    unsafe CurlFailure(
      code: code, text: String(cString: text),
      verification: Int(vitrine_curl_number(raw, CURLINFO_SSL_VERIFYRESULT)),
      // bound: an error number
      systemError: CInt(vitrine_curl_number(raw, CURLINFO_OS_ERRNO)),
      proxyStatus: vitrine_curl_number(raw, CURLINFO_HTTP_CONNECTCODE),
      certificateDay: certificateDay, isClockSet: WallTime.isSynchronised)
  }
}
