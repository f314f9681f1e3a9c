package import VitrineLinux
package import VitrinePictures
package import VitrineScenes
package import VitrineStage
internal import VitrineTiming

/// Shows the page of a zone: a Wayland server for one client, the engine, which systemd or the operator starts.
/// Thread-safe; its thread `page` waits for the engine, and no other thread does.
package final class PageServer: Sendable {
  package enum Report: Hashable, Sendable {
    /// The socket, once an engine can connect.
    case listening(String)
    case health(PageHealth.Report)
    /// The page cannot be shown until this is cured.
    case unavailable(String)
    /// There is no page any more.
    case removed
  }

  /// The requests of other threads, and the picture for them.
  private struct Exchange: Sendable {
    var address: String?
    var size: PixelSize?
    var picture: PagePicture?
    /// The latest picture has been drawn.
    var isDrawn = false
    var touches: [AreaTouch] = []
    var isClosed = false
  }

  /// The name of the socket in the folder.
  package static let socket = "wayland"
  /// The file with the page's address, for the engine's unit.
  package static let environment = "environment"
  private static let mostTouches = 64

  private let exchange = Shared(Exchange())
  private let wakeup: Wakeup
  private let folder: Folder
  private let thread = Shared<NamedThread?>(nil)
  private let redraw: @Sendable () -> Void
  private let report: @Sendable (Report) -> Void

  /// `redraw` is called for each new picture, on the thread `page`.
  package init(
    in folder: Folder, redraw: @escaping @Sendable () -> Void,
    report: @escaping @Sendable (Report) -> Void
  ) throws(Errno) {
    (self.folder, self.redraw, self.report) = (folder, redraw, report)
    wakeup = try Wakeup()
  }

  /// Shows another page; nil for none. The engine starts again with another address.
  package func show(_ page: StageTemplate.Page?) {
    let address = page?.address
    let isNew = exchange.update { exchange in
      guard exchange.address != address else { return false }
      exchange.address = address
      exchange.picture = nil
      return true
    }
    guard isNew else { return }
    do throws(Errno) {
      try start()
    } catch {
      report(.unavailable("the thread of the page: \(error)"))
    }
    wakeup.ring()
  }

  private func start() throws(Errno) {
    let outcome = thread.update { thread in
      Result { () throws(Errno) in
        guard thread == nil else { return }
        thread = try NamedThread("page", priority: .background) { [self] in run() }
      }
    }
    try outcome.get()
  }

  /// The latest picture, which the caller draws now. The page gets the size of its zone.
  package func picture(of size: PixelSize) -> PagePicture? {
    let (picture, isNew) = exchange.update { exchange in
      let isNew = exchange.size != size || !exchange.isDrawn
      (exchange.size, exchange.isDrawn) = (size, true)
      return (exchange.picture, isNew)
    }
    if isNew { wakeup.ring() }
    return picture
  }

  /// Passes a finger to the page.
  package func receive(_ touch: AreaTouch) {
    exchange.update { exchange in
      // A page that hangs loses touches, the latest first.
      if exchange.touches.count < Self.mostTouches { exchange.touches.append(touch) }
    }
    wakeup.ring()
  }

  /// Ends the thread, and with it the engine's connection.
  package func close() {
    exchange.update { $0.isClosed = true }
    wakeup.ring()
    thread.update { $0.take() }?.join()
  }

  private func run() {
    do throws(Errno) {
      let work = try PageWork(in: folder, report: report)
      while true {
        let next = exchange.update { exchange in
          defer { exchange.touches = [] }
          return exchange
        }
        guard !next.isClosed else { return }
        let picture = work.turn(
          PageWork.Order(
            address: next.address, size: next.size, isDrawn: next.isDrawn, touches: next.touches),
          at: .now())
        if let picture {
          exchange.update { exchange in
            guard exchange.address == next.address else { return }
            (exchange.picture, exchange.isDrawn) = (picture, false)
          }
          redraw()
        }
        try work.wait(wakeup)
      }
    } catch {
      report(.unavailable("the event loop of the page: \(error)"))
    }
  }
}
