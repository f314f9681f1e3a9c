import CVitrineCurl
internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineStreams
internal import VitrineTiming

/// A transfer on the network thread with its redirects. Each redirect is a separate hop, so that
/// its target is checked before the request. Thread-bound.
final class Transfer {
  enum HopEnd {
    /// It follows a redirect.
    case redirected
    case ended(NetworkError?)
  }

  let id: TransferID
  let sink: any TransferSink
  private let request: TransferRequest
  private let multi: MultiHandle
  private let client: TransferClient
  private let meter: Shared<BandwidthMeter>
  private var url: RemoteURL
  private var redirects = 0
  private var hop: Hop?
  private var schedule: TransferSchedule
  private var taken: Int64 = 0
  /// The widest scope of all servers so far: no redirect may lead to a narrower one.
  private var outermost: AddressScope?

  init(
    _ id: TransferID, _ request: TransferRequest, _ sink: any TransferSink, on multi: MultiHandle,
    _ meter: Shared<BandwidthMeter>,
    as client: TransferClient
  ) {
    self.id = id
    self.request = request
    self.sink = sink
    (self.multi, self.client, url) = (multi, client, request.url)
    self.meter = meter
    schedule = TransferSchedule(due: request.notBefore ?? .now(), request.limits)
  }

  var host: String { url.host }
  var nextDue: HostTime? { schedule.next }
  /// When the response has to begin or continue.
  var deadline: HostTime? { schedule.deadline }

  func isDue(at now: HostTime) -> Bool { schedule.isDue(at: now) }

  /// Reacts to a network change. Starts waiting retries, and repeats requests without a response.
  func hurry(at now: HostTime) {
    guard request.post == nil || hop == nil,
      schedule.hurry(at: now, awaitsResponse: hop?.hasResponse == false)
    else { return }
    leaveHop()
  }

  func resume() {
    schedule.recordProgress(at: .now())
    hop?.resume()
  }

  /// Whether the response is a redirect.
  var isRedirected: Bool { hop?.redirect != nil }

  /// The error for a timeout.
  var timeoutError: NetworkError { .timedOut(hop?.hasResponse == true ? .bytes : .answer, host) }

  /// Cancels the hop; the sink is no longer called.
  func leave() {
    leaveHop()
    schedule.leave()
  }

  private func leaveHop() {
    hop?.leave()
    hop = nil
  }

  /// Sends the request. Returns an error if that fails.
  func begin(at now: HostTime) -> NetworkError? {
    schedule.begin(at: now)
    do throws(NetworkError) {
      var request = request
      if schedule.isHurried { request.mayReuseConnection = false }
      let hop = try Hop(request, to: url, as: client, for: self)
      self.hop = hop
      try hop.enter(multi)
      return nil
    } catch {
      return error
    }
  }

  /// Wraps CURLOPT_PRIVATE.
  static func of(_ easy: UnsafeMutableRawPointer) -> Transfer {
    guard let pointer = unsafe vitrine_curl_private(easy) else {
      preconditionFailure("a handle without a transfer")
    }
    return unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Handles the end of the current hop.
  func finishHop(_ result: CURLcode) -> HopEnd {
    guard let hop else { return .ended(.cancelled) }
    leaveHop()
    schedule.end()
    if let next = hop.redirect { return follow(next) }
    if let refusal = hop.refusal { return .ended(refusal) }
    if hop.hasEnough { return .ended(nil) }
    guard result == CURLE_OK else { return .ended(hop.error(result)) }
    return hop.hasResponse ? .ended(nil) : .ended(.cut(host))
  }

  private func follow(_ next: RemoteURL) -> HopEnd {
    redirects += 1
    guard redirects <= request.limits.redirects else {
      return .ended(.redirect("too many redirects (limit: \(request.limits.redirects))"))
    }
    guard url.scheme != .https || next.scheme == .https else {
      return .ended(
        .redirect("refused redirect from \(host) to \(next.host): not encrypted"))
    }
    url = next
    schedule.follow(at: .now())
    return .redirected
  }
}

// The interpretation of responses.
extension Transfer {
  /// Checks the head of a response. Nil continues with its body.
  func check(_ status: Int, _ fields: [String: String], scope: AddressScope) -> Hop.Verdict {
    schedule.recordProgress(at: .now())
    outermost = min(outermost ?? scope, scope)
    if request.post == nil, [301, 302, 303, 307, 308].contains(status),
      let target = fields["location"]
    {
      schedule.recordRedirect(at: .now())
      return redirect(to: target)
    }
    if status == 407, !request.isNearby, let proxy = client.proxy {
      return .refuse(.proxy(status, proxy.url.host))
    }
    let isKnown = status == 304 && request.ifNoneMatch != nil
    guard (200..<300).contains(status) || status == 416 || isKnown || request.post != nil else {
      return .refuse(.status(status, host))
    }
    let packing = fields["content-encoding"].map { $0.lowercased() } ?? "identity"
    guard request.allowsCompression || packing == "identity" else {
      return .refuse(
        .invalidResponse("content encoding \(packing.prefix(20)) was not requested"))
    }
    let head = ResponseHead(status: status, fields: fields, url: url, scope: scope)
    if let length = head.length, length > request.limits.bytes { return .refuse(limitExceeded) }
    return sink.begin(head, of: id).map { .refuse($0) } ?? .proceed
  }

  private func redirect(to target: String) -> Hop.Verdict {
    do throws(RemoteURL.Fault) {
      let next = try url.resolving(target)
      guard next.isWeb else {
        return .refuse(
          .redirect("refused redirect from \(host) to \(next.scheme.rawValue): unsupported scheme"))
      }
      return .redirect(next)
    } catch {
      return .refuse(.redirect("\(host) redirects to an invalid URL: \(error)"))
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> TransferStep {
    guard taken +| Int64(bytes.count) <= request.limits.bytes else { return .fail(limitExceeded) }
    let now = HostTime.now()
    schedule.recordProgress(at: now)
    if !request.isNearby { meter.update { $0.record(bytes: bytes.count, at: now) } }
    let step = unsafe sink.receive(bytes, of: id)
    if case .proceed = step { taken +|= Int64(bytes.count) }
    if case .pause = step { schedule.pause() }
    return step
  }

  private var limitExceeded: NetworkError {
    .limitExceeded("too large (limit: \(request.limits.bytes) bytes)")
  }

  /// Whether an address is allowed: all addresses for the operator, but lists and redirects may not
  /// refer to a narrower scope than their own.
  func allows(_ scope: AddressScope) -> Bool {
    let most = [request.scope, redirects > 0 ? outermost : nil].compactMap(\.self).min()
    return most.map { scope <= $0 } ?? true
  }

  /// Whether the current server may receive what is meant for the first one.
  var isSameOrigin: Bool { url.origin == request.url.origin }
}
