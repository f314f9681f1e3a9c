import CVitrineCurl
import Glibc
import Testing

@testable import VitrineNetwork

/// The meaning of libcurl's errors: which are worth a retry, and their messages.
struct FailureWordsTests {
  private func error(
    _ code: CURLcode, text: String = "", verification: Int = 0, systemError: CInt = 0,
    certificateDay: String? = nil, isClockSet: Bool = true
  ) -> NetworkError {
    CurlFailure(
      code: code, text: text, verification: verification, systemError: systemError,
      certificateDay: certificateDay, isClockSet: isClockSet
    ).error("tv.example")
  }

  @Test("Only faults that a cable or a server restart can fix are transient")
  func transience() {
    let passing = [
      error(CURLE_COULDNT_RESOLVE_HOST), error(CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED),
      error(CURLE_COULDNT_CONNECT, systemError: ENETUNREACH), error(CURLE_OPERATION_TIMEDOUT),
      error(CURLE_PARTIAL_FILE), error(CURLE_RECV_ERROR), error(CURLE_GOT_NOTHING),
      error(CURLE_SSL_CONNECT_ERROR, text: "OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection"),
      .status(503, "a"), .status(429, "a"), .status(408, "a"),
      error(CURLE_PEER_FAILED_VERIFICATION, verification: 9),
    ]
    for failure in passing { #expect(failure.isTransient, "\(failure)") }
    let lasting = [
      error(CURLE_PEER_FAILED_VERIFICATION, verification: 10), error(CURLE_SSL_CONNECT_ERROR),
      error(CURLE_WEIRD_SERVER_REPLY), error(CURLE_SSL_PINNEDPUBKEYNOTMATCH),
      error(CURLE_OUT_OF_MEMORY), .status(404, "a"), .status(501, "a"), .changed,
      .forbidden("a"), .invalidResponse("a"),
    ]
    for failure in lasting { #expect(!failure.isTransient, "\(failure)") }
  }

  @Test("The message names the machine, the cause and the remedy")
  func words() {
    for (failure, words) in [
      (error(CURLE_COULDNT_RESOLVE_HOST), "tv.example; check the name and the DNS server"),
      (error(CURLE_COULDNT_CONNECT, systemError: ECONNREFUSED), "refused the connection"),
      (error(CURLE_COULDNT_CONNECT, systemError: EHOSTUNREACH), "check the cable"),
      (error(CURLE_OPERATION_TIMEDOUT), "does not respond"),
      (.timedOut(.answer, "tv.example"), "accepted the request"),
      (.timedOut(.bytes, "tv.example"), "stopped sending"),
      (
        error(CURLE_PEER_FAILED_VERIFICATION, verification: 10),
        "has expired; check this machine's clock"
      ),
      (
        error(CURLE_PEER_FAILED_VERIFICATION, verification: 10, isClockSet: false),
        "has expired; no time server has set this machine's clock: check it and the network"
      ),
      (
        error(CURLE_PEER_FAILED_VERIFICATION, verification: 9, isClockSet: false),
        "is not valid yet; no time server has set this machine's clock: check it and the network"
      ),
      (
        error(CURLE_PEER_FAILED_VERIFICATION, verification: 10, certificateDay: "2026-03-01"),
        "expired on 2026-03-01"
      ),
      (
        error(CURLE_PEER_FAILED_VERIFICATION, verification: 9, certificateDay: "2026-03-01"),
        "not valid before 2026-03-01"
      ),
      (error(CURLE_PEER_FAILED_VERIFICATION, verification: 20), "configure its CA"),
      (error(CURLE_PEER_FAILED_VERIFICATION, verification: 18), "self-signed"),
      (error(CURLE_PEER_FAILED_VERIFICATION), "for another name"),
    ] {
      #expect(failure.description.contains(words), "\(failure)")
      #expect(failure.description.contains("tv.example"))
    }
  }
}
