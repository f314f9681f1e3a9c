import CVitrineCurl
internal import VitrineLinux
internal import VitrineStreams
internal import VitrineTiming

/// One transfer on the network's thread, with its redirects: each is a hop of its own, so that where
/// it leads is judged before anything is asked there. Thread-bound.
final class Transfer {
  enum HopEnd {
    /// To where the answer sent it.
    case goesOn
    case ended(NetworkError?)
  }

  let id: TransferID
  let sink: any TransferSink
  private let request: TransferRequest
  private let multi: MultiHandle
  private let client: TransferClient
  private let meter: Shared<LineMeter>
  private var url: RemoteURL
  private var redirects = 0
  /// Set while it waits to be begun.
  private var due: HostTime?
  private var hop: Hop?
  /// When the answer has to have begun, or to have gone on.
  private(set) var deadline: HostTime?
  private var begun: HostTime?
  /// Whether connections that are open may be dead.
  private var isHurried = false
  private var taken: Int64 = 0
  /// In which network the outermost machine was that answered: no redirect leads further inside.
  private var outermost: AddressScope?

  init(
    _ id: TransferID, _ request: TransferRequest, _ sink: any TransferSink, on multi: MultiHandle,
    _ meter: Shared<LineMeter>,
    as client: TransferClient
  ) {
    (self.id, self.request, self.sink) = (id, request, sink)
    (self.multi, self.client, url) = (multi, client, request.url)
    self.meter = meter
    due = request.notBefore ?? .now()
  }

  var host: String { url.host }
  var nextLook: HostTime? { due ?? deadline }

  func isDue(at now: HostTime) -> Bool { due.map { $0 <= now } ?? false }

  /// The network may be back. What waits to be tried again is tried, and what was asked meanwhile and
  /// has no answer is asked anew: a connection that was begun on a dead line takes long to notice.
  func hurry(at now: HostTime) {
    let isOld = begun.map { now - $0 >= Self.patience } ?? false
    guard due != nil || hop?.isAnswered == false && isOld else { return }
    leave()
    (due, isHurried) = (now, true)
  }

  /// What was asked so lately is left to get its answer.
  private static let patience = Duration.seconds(1)

  func resume() {
    deadline = .now() + request.limits.silence
    hop?.resume()
  }

  /// Whether the answer sends it elsewhere.
  var isRedirected: Bool { hop?.redirect != nil }

  /// Nothing came in time: what is told.
  var lateness: NetworkError { .timedOut(hop?.isAnswered == true ? .bytes : .answer, host) }

  /// Forgets the connection's state; nothing more is told.
  func leave() {
    hop?.leave()
    hop = nil
    (due, deadline) = (nil, nil)
  }

  /// Asks the server; an error where it cannot even be asked.
  func begin(at now: HostTime) -> NetworkError? {
    (due, begun) = (nil, now)
    deadline = now + request.limits.connecting + request.limits.answer
    do throws(NetworkError) {
      var request = request
      if isHurried { request.mayReuseConnection = false }
      let hop = try Hop(request, to: url, as: client, for: self)
      self.hop = hop
      try hop.enter(multi)
      return nil
    } catch {
      return error
    }
  }

  /// The corresponding C value is CURLOPT_PRIVATE.
  static func of(_ easy: UnsafeMutableRawPointer) -> Transfer {
    guard let pointer = unsafe vitrine_curl_private(easy) else {
      preconditionFailure("a handle that is no transfer's")
    }
    return unsafe Unmanaged<Transfer>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Libcurl is done with the present hop.
  func finishHop(_ result: CURLcode) -> HopEnd {
    guard let hop else { return .ended(.cancelled) }
    hop.leave()
    self.hop = nil
    deadline = nil
    if let next = hop.redirect { return follow(next) }
    if let refusal = hop.refusal { return .ended(refusal) }
    if hop.hasEnough { return .ended(nil) }
    guard result == CURLE_OK else { return .ended(hop.error(result)) }
    return hop.isAnswered ? .ended(nil) : .ended(.cut(host))
  }

  private func follow(_ next: RemoteURL) -> HopEnd {
    redirects += 1
    guard redirects <= request.limits.redirects else {
      return .ended(.redirect("it is sent on more than \(request.limits.redirects) times"))
    }
    guard url.scheme != .https || next.scheme == .https else {
      return .ended(
        .redirect("\(host) sends it on to \(next.host) without encryption, which is not followed"))
    }
    url = next
    due = .now()
    return .goesOn
  }
}

// What a hop's answer means.
extension Transfer {
  /// An answer has begun. Nil goes on with its bytes.
  func judge(_ status: Int, _ fields: [String: String], scope: AddressScope) -> Hop.Verdict {
    deadline = .now() + request.limits.silence
    outermost = min(outermost ?? scope, scope)
    if [301, 302, 303, 307, 308].contains(status), let target = fields["location"] {
      // Its few words are waited for no longer.
      deadline = .now() + .seconds(1)
      return redirect(to: target)
    }
    if status == 407, !request.isNearby, let proxy = client.proxy {
      return .refuse(.proxy(status, proxy.url.host))
    }
    let isKnown = status == 304 && request.ifNoneMatch != nil
    guard (200..<300).contains(status) || status == 416 || isKnown else {
      return .refuse(.status(status, host))
    }
    let packing = fields["content-encoding"].map { $0.lowercased() } ?? "identity"
    guard request.allowsPacking || packing == "identity" else {
      return .refuse(.lied("it is packed (\(packing.prefix(20))), which was not asked for"))
    }
    let head = ResponseHead(status: status, fields: fields, url: url, scope: scope)
    if let length = head.length, length > request.limits.bytes { return .refuse(tooMuch) }
    return sink.begin(head, of: id).map { .refuse($0) } ?? .goOn
  }

  private func redirect(to target: String) -> Hop.Verdict {
    do throws(RemoteURL.Fault) {
      let next = try url.resolving(target)
      guard next.isWeb else {
        return .refuse(
          .redirect("\(host) sends it on to \(next.scheme.rawValue):, which is not followed"))
      }
      return .redirect(next)
    } catch {
      return .refuse(.redirect("\(host) sends it on to nowhere: \(error)"))
    }
  }

  func take(_ bytes: UnsafeRawBufferPointer) -> TransferStep {
    guard taken +| Int64(bytes.count) <= request.limits.bytes else { return .fail(tooMuch) }
    let now = HostTime.now()
    deadline = now + request.limits.silence
    if !request.isNearby { meter.update { $0.note(bytes: bytes.count, at: now) } }
    let step = unsafe sink.take(bytes, of: id)
    if case .goOn = step { taken +|= Int64(bytes.count) }
    // Whose bytes are not taken may be silent.
    if case .pause = step { deadline = nil }
    return step
  }

  private var tooMuch: NetworkError {
    .tooMuch("it is larger than \(request.limits.bytes) bytes, which is the limit for it")
  }

  /// Whether an address may be asked: what was written by the operator all, what a list or an answer
  /// names none that is further inside than what named it.
  func allows(_ scope: AddressScope) -> Bool {
    let most = [request.scope, redirects > 0 ? outermost : nil].compactMap(\.self).min()
    return most.map { scope <= $0 } ?? true
  }

  /// Whether what is meant for the origin that was asked first may be told the present one.
  var isAtHome: Bool { url.origin == request.url.origin }
}
