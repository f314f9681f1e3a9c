import CVitrineCurl
internal import VitrineLinux
internal import VitrineTiming

/// The loop of the network thread: receives commands, moves bytes, and ends transfers that are
/// complete or time out.
struct TransferLoopBody {
  private let multi: MultiHandle
  private let commands: BoundedQueue<TransferLoop.Command>
  private let client: TransferClient
  private let meter: Shared<BandwidthMeter>
  private var transfers: [TransferID: Transfer] = [:]
  private var isClosed = false
  /// Nil if the kernel offers none: retries then depend only on time.
  private let networkMonitor = try? NetworkMonitor()
  /// When waiting transfers are retried again after a network change.
  private var hurryAgain: HostTime?

  init(
    _ multi: MultiHandle, _ commands: BoundedQueue<TransferLoop.Command>,
    _ meter: Shared<BandwidthMeter>,
    as client: TransferClient
  ) {
    self.multi = multi
    self.commands = commands
    self.client = client
    self.meter = meter
  }

  mutating func run() {
    while !isClosed {
      while let command = commands.tryPop() { handle(command) }
      hurryWhereDue()
      beginDue()
      move()
      endOverdue()
      if commands.isEmpty, !isClosed { wait() }
    }
    for transfer in transfers.values { transfer.leave() }
    transfers = [:]
  }

  private mutating func handle(_ command: TransferLoop.Command) {
    switch command {
    case .begin(let id, let request, let sink):
      transfers[id] = Transfer(id, request, sink, on: multi, meter, as: client)
    case .cancel(let id): transfers.removeValue(forKey: id)?.leave()
    case .resume(let id): transfers[id]?.resume()
    case .ping(let answer): answer()
    case .close: isClosed = true
    }
  }

  private mutating func beginDue() {
    let now = HostTime.now()
    for (id, transfer) in transfers where transfer.isDue(at: now) {
      if let error = transfer.begin(at: now) { end(id, error) }
    }
  }

  private mutating func move() {
    var running: CInt = 0
    _ = unsafe curl_multi_perform(multi.raw, &running)
    var left: CInt = 0
    while let message = unsafe curl_multi_info_read(multi.raw, &left) {
      guard unsafe message.pointee.msg == CURLMSG_DONE,
        let easy = unsafe message.pointee.easy_handle
      else { continue }
      let result = unsafe vitrine_curl_result(message)
      let transfer = unsafe Transfer.of(easy)
      switch transfer.finishHop(result) {
      case .redirected: break
      case .ended(let error): end(transfer.id, error)
      }
    }
  }

  private mutating func endOverdue() {
    let now = HostTime.now()
    for (id, transfer) in transfers {
      if let deadline = transfer.deadline, deadline <= now {
        if transfer.isRedirected {
          if case .ended(let error) = transfer.finishHop(CURLE_OK) { end(id, error) }
          continue
        }
        let timeoutError = transfer.timeoutError
        transfer.leave()
        end(id, timeoutError)
      }
    }
  }

  private mutating func end(_ id: TransferID, _ error: NetworkError?) {
    transfers.removeValue(forKey: id)?.sink.end(id, error)
  }

  /// Waits for bytes, a due transfer or another thread.
  private mutating func wait() {
    let now = HostTime.now()
    let next = (transfers.values.compactMap(\.nextDue) + [hurryAgain].compactMap(\.self)).min()
    // libcurl wakes up for its own timers.
    let most = Duration.seconds(60)
    let pause = next.map { min(max($0 - now, .zero), most) } ?? most
    // Rounds up, or the last millisecond would be spent polling.
    let milliseconds = (pause.nanoseconds +| 999_999) / 1_000_000
    var count: CInt = 0
    var watched = curl_waitfd()
    let descriptor = networkMonitor?.descriptor.rawValue
    (watched.fd, watched.events) = (descriptor ?? -1, Int16(CURL_WAIT_POLLIN))
    _ = unsafe curl_multi_poll(
      // bound: a minute
      multi.raw, &watched, descriptor == nil ? 0 : 1, CInt(milliseconds), &count)
    if watched.revents != 0 { handleNetworkChange() }
  }

  /// Reacts to a network change: retries waiting transfers now, and again a little later, since an
  /// interface that came up has no neighbours yet.
  private mutating func handleNetworkChange() {
    guard networkMonitor?.drain() == true, hurryAgain == nil else { return }
    let now = HostTime.now()
    hurryAgain = now + Self.betweenHurries
    hurry(at: now)
  }

  private mutating func hurryWhereDue() {
    let now = HostTime.now()
    guard let due = hurryAgain, due <= now else { return }
    hurryAgain = nil
    hurry(at: now)
  }

  private func hurry(at now: HostTime) {
    for transfer in transfers.values { transfer.hurry(at: now) }
  }

  /// Combines several changes in a row.
  private static let betweenHurries = Duration.seconds(1)
}
