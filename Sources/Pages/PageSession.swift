package import VitrinePictures
package import VitrineScenes
package import VitrineTiming

/// The objects of the connected client, and its latest picture. `WaylandDisplay` passes requests in and carries the
/// actions out.
package struct PageSession: Sendable {
  package enum Action: Hashable, Sendable {
    case create(UInt32, PageInterface)
    case send(PageEvent, to: UInt32)
    case destroy(UInt32)
    /// Disconnects the client, which has broken a rule or a limit.
    case fail(String)
  }

  private struct Surface {
    /// Attached, not committed yet.
    var buffer: UInt32??
    var damage: [PixelRect] = []
    var callbacks: [UInt32] = []
  }

  private struct Pool {
    let memory: SharedMemoryFile
    var length: Int32
  }

  /// The window that is shown.
  private struct Window {
    let surface: UInt32
    let shellSurface: UInt32
    let toplevel: UInt32
    var isConfigured = false
  }

  private var interfaces: [UInt32: PageInterface] = [:]
  private var surfaces: [UInt32: Surface] = [:]
  private var pools: [UInt32: Pool] = [:]
  private var buffers: [UInt32: SharedPicture] = [:]
  /// The surface of each shell surface.
  private var shellSurfaces: [UInt32: UInt32] = [:]
  /// The first toplevel; others are not shown.
  private var window: Window?
  /// The picture of the latest commit, until it is copied. Its buffer may be gone before.
  private var waiting: (buffer: UInt32?, picture: SharedPicture, damage: [PixelRect])?
  private var callbacks: [UInt32] = []
  private var touch = PageTouchState()
  private var serial: UInt32 = 0
  package private(set) var pacing = PagePacing()
  /// The size of the zone.
  private var size: PixelSize

  /// Chromium has about 20 objects.
  private static let mostObjects = 500
  private static let most: [PageInterface: Int] = [
    .surface: 32, .pool: 32, .buffer: 64, .callback: 100,
  ]
  /// More parts are combined.
  private static let mostDamage = 32

  package init(_ size: PixelSize) { self.size = size }

  /// The client has bound a global object.
  package mutating func bind(_ interface: PageInterface, _ id: UInt32) -> [Action] {
    let created = create(interface, id)
    let events: [PageEvent] =
      switch interface {
      case .memory: SharedPicture.formats.map { .format($0) }
      // The capability of touches.
      case .seat: [.capabilities(4)]
      case .output: outputEvents
      default: []
      }
    return created + events.map { .send($0, to: id) }
  }

  private var outputEvents: [PageEvent] {
    let mode = PageEvent.mode(
      width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    return [.geometry, mode, .done]
  }

  private mutating func create(_ interface: PageInterface, _ id: UInt32) -> [Action] {
    interfaces[id] = interface
    let count = interfaces.values.count { $0 == interface }
    guard interfaces.count <= Self.mostObjects, count <= Self.most[interface] ?? .max else {
      return [.fail("too many objects (\(interface): \(count))")]
    }
    return [.create(id, interface)]
  }

  package mutating func receive(_ request: PageRequest, of id: UInt32) -> [Action] {
    switch request {
    case .ignored: return []
    case .destroy: return [.destroy(id)]
    case .create(.callback, let new):
      surfaces[id]?.callbacks.append(new)
      return create(.callback, new)
    case .create(.surface, let new):
      surfaces[new] = Surface()
      return create(.surface, new)
    case .create(.popup, let new):
      // A menu of the page: closed, since there is one surface.
      return create(.popup, new) + [.send(.dismissed, to: new)]
    case .create(.toplevel, let new):
      if window == nil, let surface = shellSurfaces[id] {
        window = Window(surface: surface, shellSurface: id, toplevel: new)
      }
      return create(.toplevel, new)
    case .create(let interface, let new): return create(interface, new)
    case .createShellSurface(let new, let surface):
      shellSurfaces[new] = surface
      return create(.shellSurface, new)
    case .createPool(let new, let memory, let length):
      guard let memory else { return [.fail("its memory is not a file in memory")] }
      guard length > 0 else { return [.fail("a pool of \(length) bytes")] }
      pools[new] = Pool(memory: memory, length: length)
      return create(.pool, new)
    case .resizePool(let length):
      guard let pool = pools[id], length >= pool.length else {
        return [.fail("a pool of memory cannot become smaller")]
      }
      pools[id]?.length = length
      return []
    case .createBuffer(let new, let offset, let width, let height, let pitch, let format):
      let picture = pools[id].flatMap {
        SharedPicture(
          $0.memory, length: $0.length, offset: offset, width: width, height: height, pitch: pitch,
          format: format)
      }
      guard let picture else { return [.fail("a picture beyond its memory (\(width)x\(height))")] }
      buffers[new] = picture
      return create(.buffer, new)
    case .attach(let buffer):
      surfaces[id]?.buffer = .some(buffer)
      return []
    case .damage(let x, let y, let width, let height):
      damage(id, x, y, width, height)
      return []
    case .commit: return commit(id)
    }
  }

  private mutating func damage(
    _ id: UInt32, _ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32
  ) {
    guard width > 0, height > 0 else { return }
    // Within the largest picture, so that no sum overflows.
    let whole = PixelRect(PixelSize(1 << 16, 1 << 16))
    let part = PixelRect(
      x: Int(x), y: Int(y), width: Int(width), height: Int(height)
    ).intersection(whole)
    if let part { surfaces[id]?.damage.append(part) }
    guard let all = surfaces[id]?.damage, all.count > Self.mostDamage, let first = all.first
    else { return }
    surfaces[id]?.damage = [all.dropFirst().reduce(first) { $0.union($1) }]
  }

  private mutating func commit(_ id: UInt32) -> [Action] {
    guard var surface = surfaces[id] else { return [] }
    let (buffer, damage, new) = (surface.buffer, surface.damage, surface.callbacks)
    (surface.buffer, surface.damage, surface.callbacks) = (nil, [], [])
    surfaces[id] = surface
    callbacks += new
    var actions: [Action] = []
    let isShown = window?.surface == id
    if isShown, window?.isConfigured == false { actions += configure() }
    if case .some(.some(let buffer)) = buffer, let picture = buffers[buffer] {
      if isShown {
        // A picture that was not copied in time is never shown, but its changes are in the next one.
        if let earlier = waiting?.buffer, earlier != buffer {
          actions.append(.send(.released, to: earlier))
        }
        waiting = (buffer, picture, combined(waiting?.damage ?? [], damage))
      } else {
        actions.append(.send(.released, to: buffer))
      }
    }
    pacing.commit(picture: waiting != nil, callbacks: !callbacks.isEmpty)
    return actions
  }

  private func combined(_ first: [PixelRect], _ second: [PixelRect]) -> [PixelRect] {
    let all = first + second
    guard all.count > Self.mostDamage, let one = all.first else { return all }
    return [all.dropFirst().reduce(one) { $0.union($1) }]
  }

  private mutating func configure() -> [Action] {
    guard let window else { return [] }
    self.window?.isConfigured = true
    serial &+= 1
    let resized = PageEvent.resized(
      width: Int32(clamping: size.width), height: Int32(clamping: size.height))
    return [
      .send(resized, to: window.toplevel),
      .send(.configured(serial: serial), to: window.shellSurface),
    ]
  }

  /// The zone has this size.
  package mutating func resize(_ new: PixelSize) -> [Action] {
    guard new != size else { return [] }
    size = new
    let outputs = interfaces.filter { $0.value == .output }.keys.sorted()
    return outputs.flatMap { output in outputEvents.map { .send($0, to: output) } } + configure()
  }

  /// The picture to copy now, with its changes; nil if there is none or it is too early.
  package mutating func picture(at now: HostTime) -> (SharedPicture, damage: [PixelRect])? {
    guard pacing.copies(at: now), let waiting else { return nil }
    return (waiting.picture, waiting.damage)
  }

  /// The picture has been copied.
  package mutating func release() -> [Action] {
    defer { waiting = nil }
    return waiting?.buffer.map { [.send(.released, to: $0)] } ?? []
  }

  /// The interface has drawn the latest copy.
  package mutating func recordDrawing() { pacing.recordDrawing() }

  /// Asks the client for its next picture if it is time.
  package mutating func answerCallbacks(at now: HostTime) -> [Action] {
    guard pacing.calls(at: now) else { return [] }
    defer { callbacks = [] }
    return callbacks.filter { interfaces[$0] == .callback }.flatMap { id in
      [.send(.drawn(milliseconds: now.milliseconds), to: id), .destroy(id)] as [Action]
    }
  }

  /// A finger in the zone.
  package mutating func receive(_ finger: AreaTouch, at now: HostTime) -> [Action] {
    guard let window else { return [] }
    let touches = interfaces.filter { $0.value == .touch }.keys.sorted()
    let events = touch.events(of: finger, on: window.surface, at: now.milliseconds, &serial)
    return touches.flatMap { id in events.map { .send($0, to: id) } }
  }

  /// An object is gone.
  package mutating func forget(_ id: UInt32) {
    interfaces[id] = nil
    surfaces[id] = nil
    pools[id] = nil
    buffers[id] = nil
    shellSurfaces[id] = nil
    if waiting?.buffer == id { waiting?.buffer = nil }
    if let window, [window.surface, window.shellSurface, window.toplevel].contains(id) {
      self.window = nil
      touch = PageTouchState()
    }
  }
}

extension HostTime {
  /// The protocol's clock, which wraps.
  fileprivate var milliseconds: UInt32 { UInt32(truncatingIfNeeded: nanoseconds / 1_000_000) }
}
