internal import VitrineLinux
internal import VitrinePictures
internal import VitrineScenes
internal import VitrineStage
internal import VitrineTiming

/// The work of the thread `page` between two waits. Bound to that thread.
final class PageWork {
  /// The current requests of other threads.
  struct Order {
    var address: String?
    var size: PixelSize?
    /// The interface has drawn the latest picture.
    var isDrawn = false
    var touches: [AreaTouch] = []
  }

  private enum Token: UInt64 { case wakeup, timer, socket, display }

  private let folder: Folder
  private let report: @Sendable (PageServer.Report) -> Void
  private let loop: EventLoop
  private let timer: Timer
  private var isWatchingWakeup = false
  private var display: WaylandDisplay?
  private var socket: ListeningSocket?
  private var canvas = PageCanvas()
  private var health: PageHealth?
  private var isConnected = false
  /// The page in the engine's file.
  private var address: String?
  /// After a failure to listen, which is reported once.
  private var retry: HostTime?
  private var fault: String?

  private static let retryTime = Duration.seconds(10)

  init(in folder: Folder, report: @escaping @Sendable (PageServer.Report) -> Void) throws(Errno) {
    (self.folder, self.report) = (folder, report)
    loop = try EventLoop()
    timer = try Timer()
    try loop.add(timer.descriptor, token: Token.timer.rawValue)
  }

  /// Follows the order, and handles requests and deadlines. Returns a new picture.
  func turn(_ order: Order, at now: HostTime) -> PagePicture? {
    timer.clear()
    follow(order.address)
    if let size = order.size { listen(size, at: now) }
    guard let display else {
      timer.set(to: retry)
      return nil
    }
    display.dispatch()
    recordEnd(of: display, at: now)
    if let size = order.size { accept(for: display, size, at: now) }
    let picture = serve(display, order, at: now)
    display.flush()
    recordEnd(of: display, at: now)
    if let news = health?.timePassed(now) {
      report(.health(news))
      // Another engine may draw.
      if isConnected { display.disconnect(nil) }
    }
    timer.set(
      to: [retry, health?.deadline, display.session?.pacing.deadline].compactMap(\.self).min())
    return picture
  }

  func wait(_ wakeup: Wakeup) throws(Errno) {
    if !isWatchingWakeup {
      try loop.add(wakeup.descriptor, token: Token.wakeup.rawValue)
      isWatchingWakeup = true
    }
    try loop.wait { token in
      if token == Token.wakeup.rawValue { wakeup.clear() }
    }
  }

  /// Another page needs another engine, and no page needs none.
  private func follow(_ wanted: String?) {
    guard wanted != address else { return }
    address = wanted
    // With the socket, so that no engine connects before it knows the new address.
    close()
    canvas = PageCanvas()
    if wanted == nil { report(.removed) }
  }

  private func close() {
    if let display { display.disconnect(nil) }
    // A file that stays is replaced by the next page.
    if socket != nil { try? folder.write(nil, to: PageServer.environment) }
    socket = nil
    (display, health, retry) = (nil, nil, nil)
    isConnected = false
  }

  private func listen(_ size: PixelSize, at now: HostTime) {
    guard let address, socket == nil, retry.map({ $0 <= now }) ?? true else { return }
    do throws(PageFault) {
      try open(address, at: now)
      (retry, fault) = (nil, nil)
      report(.listening(folder.path(of: PageServer.socket)))
    } catch {
      close()
      retry = now + Self.retryTime
      if fault != error.text { report(.unavailable(error.text)) }
      fault = error.text
    }
  }

  private func open(_ address: String, at now: HostTime) throws(PageFault) {
    guard let made = WaylandDisplay() else {
      throw PageFault("libwayland-server.so.0 is not installed: apt install libwayland-server0")
    }
    let path = folder.path(of: PageServer.socket)
    do throws(Errno) {
      try folder.make(for: .owner)
      try loop.add(made.descriptor, token: Token.display.rawValue)
    } catch {
      throw PageFault("\(folder.path): \(error)")
    }
    do throws(ListeningSocket.Failure) {
      let socket = try ListeningSocket(at: path, mode: 0o660)
      do throws(Errno) {
        try loop.add(socket.descriptor, token: Token.socket.rawValue)
        // The file belongs to the player that has the socket.
        try folder.write("VITRINE_PAGE=\(address)\n", to: PageServer.environment)
      } catch {
        throw ListeningSocket.Failure.failed(error)
      }
      self.socket = consume socket
    } catch {
      throw switch error {
      case .inUse: PageFault("\(path): another player shows its page there")
      case .notASocket: PageFault("\(path) is not a socket: remove it")
      case .failed(let error): PageFault("\(path): \(error)")
      }
    }
    display = made
    health = PageHealth(at: now)
  }

  private func accept(for display: WaylandDisplay, _ size: PixelSize, at now: HostTime) {
    // A failure to accept leaves the client in the queue, and so does a flood of connections.
    for _ in 0..<4 {
      guard let client = try? socket?.accept() ?? nil else { return }
      guard !isConnected else { continue }
      display.connect(client, size)
      isConnected = display.session != nil
      if isConnected { health?.connect(at: now) }
    }
  }

  private func serve(
    _ display: WaylandDisplay, _ order: Order, at now: HostTime
  ) -> PagePicture? {
    if let size = order.size { display.perform { $0.resize(size) } }
    if order.isDrawn {
      display.perform {
        $0.recordDrawing()
        return []
      }
    }
    for touch in order.touches { display.perform { $0.receive(touch, at: now) } }
    let picture = order.size.flatMap { copy(from: display, within: $0, at: now) }
    display.perform { $0.answerCallbacks(at: now) }
    return picture
  }

  private func copy(
    from display: WaylandDisplay, within limit: PixelSize, at now: HostTime
  ) -> PagePicture? {
    var next: (SharedPicture, damage: [PixelRect])?
    display.perform {
      next = $0.picture(at: now)
      return []
    }
    guard let next else { return nil }
    guard canvas.update(from: next.0, next.damage, within: limit) else {
      display.disconnect("its memory is shorter than its picture")
      return nil
    }
    display.perform { $0.release() }
    if let news = health?.paint() { report(.health(news)) }
    return canvas.picture
  }

  private func recordEnd(of display: WaylandDisplay, at now: HostTime) {
    guard isConnected, display.session == nil else { return }
    isConnected = false
    if let news = health?.disconnect(display.cause, at: now) { report(.health(news)) }
  }
}

/// Why no engine can connect.
private struct PageFault: Error {
  let text: String

  init(_ text: String) { self.text = text }
}
