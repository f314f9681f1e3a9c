internal import VitrineCanvas
internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineThumbnails
package import VitrineTiming

/// The work of the "overlay" thread between two waits. Bound to that thread.
package final class InterfaceWork {
  private var interface: Interface
  private var canvas: InterfaceCanvas
  private let configuration: InterfaceConfiguration
  private var listed: ListedItems
  private let scan: ListScan
  private let player: Player
  private let display: any PresenterHost
  private let pictures: SharedDisplay
  private let now: @Sendable () -> HostTime
  private let mailbox: BoundedQueue<InterfaceLoop.Message>
  private let images: InterfaceImages
  private var touches: TouchSources
  private var scriptedDevice = ScriptedInputDevice()
  /// The rotation of drawings and touches on the panel.
  private var rotation: Rotation
  /// The current item.
  private var item: Item?
  private var presented = PresentedDrawings()
  /// Whether an input device is present.
  private var hasInputDevice = false
  /// The item whose interface has been prepared.
  private var rehearsed: Item?
  private var panel: PixelSize
  /// The latest part of the display that the player was asked to use.
  private var filmArea: PixelRect?
  /// The numbers of notices that were received, and that the player knows to be gone.
  private var notices = (received: 0, gone: 0)
  /// Speaks a text; nil without speech.
  var say: ((Utterance) -> Void)?
  private let binding = ThreadBinding()

  /// The interval to check animations in, even if the next picture is the same.
  private static let frame = Duration.milliseconds(16)

  init(
    _ configuration: InterfaceConfiguration, _ player: Player, _ display: any PresenterHost,
    _ pictures: SharedDisplay, _ mailbox: BoundedQueue<InterfaceLoop.Message>,
    now: @escaping @Sendable () -> HostTime = HostTime.now
  ) throws(PlaybackError) {
    self.now = now
    self.configuration = configuration
    self.player = player
    self.display = display
    listed = configuration.listed
    self.pictures = pictures
    self.mailbox = mailbox
    panel = try pictures.size()
    rotation = try pictures.onPanel(player.configuration.rotation)
    let theme = configuration.options.theme
    canvas = try InterfaceCanvas(pictures, rotation: rotation, font: theme.font)
    let metrics = Metrics(
      size: rotation.upright(panel), pixelsPerMillimetre: try pictures.pixelsPerMillimetre(),
      theme: theme, reach: configuration.options.reach)
    var options = configuration.options
    options.entries = listed.entries
    interface = Interface(options, metrics: metrics, now: now())
    Self.apply(player.own.value, to: &interface)
    touches = TouchSources(
      panel: panel, screen: try pictures.screen(), shift: try pictures.shift())
    scan = ListScan(player.openings) { mailbox.force(.facts($0, $1)) }
    images = InterfaceImages(
      configuration, unit: metrics.scale, player.openings, remotes: player.configuration.remotes,
      isNetworkFree: { [status = player.shownStatus] in status.value.isNetworkFree }
    ) {
      mailbox.force(.thumbnail($0))
    }
  }

  private static func apply(_ own: OwnRequests, to interface: inout Interface) {
    interface.drawStage(own.stage)
    interface.draw(own.drawing)
    interface.setListener(own.listener)
  }

  /// Whether the interface or the embedding program uses touches and keys.
  var acceptsInput: Bool { !configuration.waitsForListener || interface.listener.isActive }

  /// Starts reading touchscreens and keys. On failure, the display works without them.
  func openInput() -> InputThread? {
    guard let options = configuration.input else { return nil }
    do throws(Errno) {
      return try InputThread(options) { [mailbox] in mailbox.force(.input($0)) }
    } catch {
      player.events(.inputUnavailable("input devices: \(error)"))
      return nil
    }
  }

  /// Starts reading the list's files.
  func scanList() {
    if configuration.looksIntoFiles { scan.scan(images.unknown) }
  }

  package func close() {
    scan.close()
    images.close()
  }

  /// Replaces the list. Playback continues; the next choice is from the new list.
  private func list(_ items: [Item], _ title: String?) {
    guard configuration.options.hasList,
      items != listed.all || title != interface.options.listTitle
    else { return }
    listed.replace(with: items)
    interface.exchange(images.replaceItems(listed), title: title)
    scanList()
    if interface.isAttracting {
      player.performForVisitor(.edit(.visit(items, loop: .queue, isPatient: true)))
    }
  }

  /// The time to call `turn` if there is no mail.
  package func deadline(_ now: HostTime) -> HostTime? {
    let frame = interface.isMoving(at: now) && !presented.isInFlight ? now + Self.frame : nil
    let own = presented.isInFlight ? nil : interface.ownDeadline
    return [interface.deadline(now), frame, own].compactMap(\.self).min()
  }

  func handle(_ message: InterfaceLoop.Message) {
    binding.check()
    let now = now()
    switch message {
    case .input(let event): handle(event, now)
    case .scripted(let input, let time):
      hasInputDevice = true
      if let event = scriptedDevice.event(input, at: time) { handle(event, now) }
    case .status(let status):
      turn(to: status.rotation)
      item = status.item
      if hasInputDevice, !presented.isShown, status.phase == .playing { rehearse(now) }
      images.setItem(status.item)
      carryOut(interface.receive(status, at: now))
      prepareThumbnails(status)
    case .failed(let item):
      interface.receiveFailure(of: item, at: now)
    case .shown(let number, let time):
      presented.recordFlip(of: number)
      interface.recordFlip(at: time)
      player.events(.interfaceShown(isVisible: presented.isShown, at: time))
    case .setHidden(let part, let isHidden): interface.setHidden(part, isHidden)
    case .controls(let isShown): interface.showControls(isShown, at: now)
    case .wording(let wording): interface.setWording(wording)
    case .subtitlesChanged:
      presented.invalidate()
      guard interface.isReadAloudChosen else { break }
      let words = display.progress.subtitles?.words
      interface.receiveSubtitle(words?.lines, isGrowing: words?.isGrowing ?? false, at: now)
    case .displayChanged: moveToDisplay()
    case .thumbnail(.elsewhere(let folder, let cause)):
      player.events(.thumbnailsElsewhere(folder, because: cause))
    case .thumbnail(let event): images.receive(event, interface: &interface)
    case .facts(let id, let facts): images.receive(facts, of: id, interface: &interface)
    case .listed(let items, let title): list(items, title)
    case .livenessCheck(let answer): answer()
    case .ordered(let command): interface.record(command, at: now)
    case .idle(let idle): interface.setIdle(idle, at: now)
    case .keys(let keys): interface.setKeys(keys)
    case .notice(let notice):
      notices.received += 1  // bound: one for each request
      interface.show(notice, at: now)
    case .own:
      Self.apply(player.own.value, to: &interface)
      // Without notices and overlays, the player closes the interface.
      notices.gone = -1
    }
  }

  /// Does what is due, and draws.
  func turn(_ now: HostTime) {
    binding.check()
    let departures = interface.departures
    carryOut(interface.timePassed(now))
    if interface.departures != departures { player.events(.visitorLeft) }
    for utterance in [interface.utterance(), interface.subtitleUtterance()].compactMap(\.self) {
      player.events(.spoken(utterance))
      say?(utterance)
    }
    images.requestPosters(of: interface.wantedPosters, at: now)
    images.requestPagePicture(of: interface.wantedPagePicture)
    pictures.setSubtitleSample(
      interface.subtitleSample.map { SubtitleSample($0.text, covered: $0.covered) })
    guard !presented.isInFlight else { return }
    draw(now)
    reportGoneNotices(now)
  }

  /// Reports once that no notice is on screen, so that the session closes the interface.
  private func reportGoneNotices(_ now: HostTime) {
    guard configuration.isForNotices, notices.gone != notices.received, !presented.isShown,
      !presented.isInFlight, !interface.showsNotice(at: now), !interface.hasStage
    else { return }
    notices.gone = notices.received
    player.mailbox.push(.noticesGone(notices.received))
  }

  private func draw(_ now: HostTime) {
    interface.redrawOwn(at: now)
    placeFilm()
    let drawings = interface.drawings(at: now)
    guard presented.needsPicture(of: drawings) else { return }
    let below = display.progress
    let fall = interface.filmFall(at: now)
    images.beginPicture()
    let picture = canvas.picture(
      of: drawings, over: drawings.isEmpty || fall > 0 ? nil : below.subtitles,
      within: interface.roomForSubtitles(at: now), for: below.transfer,
      isCovering: interface.hidesPicture(at: now),
      movingFilm: rotation.onPanel(down: fall)
    ) { [images] in images.picture($0) }
    presented.record(drawings, isBehind: canvas.isBehind, picture)
    guard let picture else { return }
    display.perform { $0?.setInterface(picture) }
  }

  /// Once the controls are visible, a visitor may drag the slider.
  private func prepareThumbnails(_ status: PlaybackStatus) {
    guard interface.showsControls, status.phase == .playing, status.live == nil,
      status.duration != nil
    else { return }
    images.prepareThumbnails(of: status.item)
  }

  /// Prepares for the item's first touch while its video already plays.
  private func rehearse(_ now: HostTime) {
    guard item != rehearsed else { return }
    rehearsed = item
    canvas.rehearse(interface.rehearsal(at: now))
  }

  /// Switches to another display. If that one has gone again, another message will follow.
  private func moveToDisplay() {
    let font = configuration.options.theme.font
    guard let size = try? pictures.size(), let screen = try? pictures.screen(),
      let shift = try? pictures.shift(),
      let next = try? InterfaceCanvas(pictures, rotation: rotation, font: font, after: canvas)
    else { return }
    (panel, canvas) = (size, next)
    (touches.panel, touches.screen, touches.shift) = (panel, screen, shift)
    (presented, rehearsed) = (PresentedDrawings(), nil)
    carryOut(interface.undoTouches(at: now()))
    measure()
  }

  private func turn(to wanted: Rotation) {
    guard let turned = try? pictures.onPanel(wanted), turned != rotation else { return }
    rotation = turned
    canvas.turn(to: turned)
    presented.invalidate()
    rehearsed = nil
    measure()
  }

  private func measure() {
    let density = (try? pictures.pixelsPerMillimetre()) ?? nil
    interface.setMetrics(
      Metrics(
        size: rotation.upright(panel), pixelsPerMillimetre: density,
        theme: configuration.options.theme, reach: configuration.options.reach))
  }

  private func handle(_ event: InputEvent, _ now: HostTime) {
    switch event {
    case .touch(let frame) where frame.isCancelled:
      if touches.remove(frame.device) { carryOut(interface.loseTouches(at: now)) }
    case .touch(let frame):
      if let frame = touches.frame(frame, rotation) { carryOut(interface.receive(frame)) }
    case .key(let change) where change.isCancelled:
      carryOut(interface.loseKey(change.name, at: change.time))
    case .key(let change):
      carryOut(interface.receiveKey(change.name, isDown: change.isDown, at: change.time))
    case .pointer(let change): carryOut(handle(change))
    case .code(let code, let time): carryOut(interface.receiveCode(code, at: time))
    case .added(let device):
      hasInputDevice = true
      if device.kind == .touchscreen { interface.recordTouchscreen(at: now) }
      player.events(.inputAdded(device.name))
    case .removed(let device, _): player.events(.inputRemoved(device.name))
    case .refused(let path, let error): player.events(.inputUnavailable("\(path): \(error)"))
    }
  }

  private func handle(_ change: PointerChange) -> [InterfaceRequest] {
    switch change.kind {
    case .moved(let across, let down):
      return interface.movePointer(across: across, down: down, at: change.time)
    case .placed(let x, let y):
      return interface.putPointer(
        at: touches.place(ofUnit: Point(x, y), rotation, at: change.time), at: change.time)
    case .button(.left, _) where change.isCancelled:
      return touches.remove(change.device) ? interface.losePointer(at: change.time) : []
    case .button(.left, let isDown):
      // One finger or button at a time.
      guard touches.claim(change.device, isDown: isDown) else { return [] }
      return interface.pressPointer(isDown, at: change.time)
    case .button(let button, let isDown):
      let key = button == .right ? "KEY_BACK" : "KEY_PLAYPAUSE"
      if change.isCancelled { return interface.loseKey(key, at: change.time) }
      if interface.isLearningKeys { return [] }
      return interface.receiveKey(key, isDown: isDown, at: change.time)
    case .wheel(let notches): return interface.turnWheel(notches, at: change.time)
    }
  }

  private func placeFilm() {
    let area = interface.filmArea
    guard area != filmArea else { return }
    filmArea = area
    player.performForVisitor(.setArea(area))
  }

  private func carryOut(_ requests: [InterfaceRequest]) {
    // Before a film for it is opened.
    placeFilm()
    for request in requests {
      player.events(.requested(request))
      switch request {
      case .perform(let command): player.performForVisitor(command)
      case .thumbnail(let time): images.requestThumbnail(at: time, of: item, interface: &interface)
      case .open(let entry): open(entry)
      case .leave: player.performForVisitor(.stop)
      case .attract:
        player.performForVisitor(.edit(.visit(listed.all, loop: .queue)))
        player.performForVisitor(.play)
      case .serviceInfo: interface.receive(configuration.serviceInfo())
      case .programme: configuration.returnToProgramme()
      case .storeKeys(let keys): configuration.storeKeys(keys)
      case .trigger(let name, let isDown): configuration.trigger(name, isDown)
      case .restart: player.quit()
      // The embedding program was already notified.
      case .own, .back, .language: break
      }
    }
  }

  private func open(_ entry: Int) {
    guard let item = listed[entry] else { return }
    player.performForVisitor(.edit(.visit([item], loop: .none)))
    player.performForVisitor(.play)
  }
}

// An interface without a thread: its owner calls `work` when there is mail or a deadline has
// passed.
extension InterfaceWork {
  /// Creates an interface that reads `mail` and opens no devices.
  package convenience init(
    _ configuration: InterfaceConfiguration, _ player: Player, _ display: any PresenterHost,
    _ pictures: SharedDisplay, mail: InterfaceMailbox, now: @escaping @Sendable () -> HostTime
  ) throws(PlaybackError) {
    try self.init(configuration, player, display, pictures, mail.messages, now: now)
  }

  /// Handles all messages and due work, and draws. Returns false if there was no message and not
  /// `isDue`.
  package func work(_ mail: InterfaceMailbox, isDue: Bool, at now: HostTime) -> Bool {
    var hasMessages = false
    while let message = mail.messages.tryPop() {
      handle(message)
      hasMessages = true
    }
    guard hasMessages || isDue else { return false }
    turn(now)
    return true
  }
}
