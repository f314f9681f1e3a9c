import CVitrineWayland
internal import VitrineLinux
internal import VitrinePictures
internal import VitrineTiming

/// A Wayland server for one client. Thread-bound.
///
/// Wraps libwayland-server, which checks the form of requests. `PageSession` knows their meaning.
@safe final class WaylandDisplay {
  /// Nil without a client.
  private(set) var session: PageSession?
  /// Why the latest client was disconnected; nil if it has left by itself.
  private(set) var cause: String?
  private var library: vitrine_wayland
  private let display: OpaquePointer
  /// A duplicate of libwayland's descriptor for its events.
  let descriptor: FileDescriptor
  private var client: OpaquePointer?
  private var resources: [UInt32: (resource: OpaquePointer, interface: PageInterface)] = unsafe [:]
  private var registries = 0
  private var globals: [Global] = []
  /// In libwayland's lists of a client, so their addresses stay the same.
  private let destroyed: UnsafeMutablePointer<Listener>
  private let created: UnsafeMutablePointer<Listener>
  private let binding = ThreadBinding()

  @safe private struct Listener {
    /// The first field, since libwayland passes its address.
    var listener: wl_listener
    unowned(unsafe) let display: WaylandDisplay
  }

  /// The context of a global object, which libwayland passes back.
  private final class Global {
    let interface: PageInterface
    unowned(unsafe) let display: WaylandDisplay

    init(_ interface: PageInterface, _ display: WaylandDisplay) {
      self.interface = interface
      unsafe self.display = display
    }
  }

  /// The client cannot remove registries, so it gets few of them.
  private static let mostRegistries = 16

  // Written once, and its tables never change.
  nonisolated(unsafe) private static let loaded: vitrine_wayland? = {
    var library = vitrine_wayland()
    return unsafe vitrine_load_wayland(&library) == 0 ? nil : library
  }()

  /// Loads libwayland. Returns nil if it is missing, or has no memory.
  init?() {
    guard let library = unsafe Self.loaded, let display = library.display_create(),
      let loop = unsafe library.get_event_loop(display)
    else { return nil }
    self.library = library
    unsafe self.display = display
    let number = unsafe library.get_fd(loop)
    guard let descriptor = try? FileDescriptor(duplicating: number) else {
      unsafe library.display_destroy(display)
      return nil
    }
    self.descriptor = descriptor
    unsafe destroyed = .allocate(capacity: 1)
    unsafe created = .allocate(capacity: 1)
    unsafe destroyed.initialize(to: Listener(listener: wl_listener(), display: self))
    unsafe created.initialize(to: Listener(listener: wl_listener(), display: self))
    unsafe destroyed.pointee.listener.notify = { listener, _ in
      unsafe WaylandDisplay.owner(of: listener)?.receiveEnd()
    }
    unsafe created.pointee.listener.notify = { listener, resource in
      unsafe WaylandDisplay.owner(of: listener)?.count(OpaquePointer(resource))
    }
    for (interface, version) in PageInterface.globals {
      let global = Global(interface, self)
      globals.append(global)
      _ = unsafe library.global_create(
        display, vitrine_wayland_interface(&self.library, interface.rawValue), version,
        Unmanaged.passUnretained(global).toOpaque(),
        { client, context, version, id in
          guard let context = unsafe context else { return }
          let global = unsafe Unmanaged<Global>.fromOpaque(context).takeUnretainedValue()
          unsafe global.display.bind(global.interface, client, version: version, id)
        })
    }
  }

  deinit {
    disconnect(nil)
    unsafe library.display_destroy(display)
    unsafe destroyed.deallocate()
    unsafe created.deallocate()
  }

  private static func owner(of listener: UnsafeMutablePointer<wl_listener>?) -> WaylandDisplay? {
    unsafe listener.map {
      unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: Listener.self).pointee.display
    }
  }

  /// Starts with a client, unless there is one.
  func connect(_ socket: consuming FileDescriptor, _ size: PixelSize) {
    binding.check()
    guard unsafe client == nil else { return }
    let number = socket.relinquish()
    guard let client = unsafe library.client_create(display, number) else {
      _ = FileDescriptor(owning: number)
      return
    }
    unsafe self.client = client
    (session, cause, registries) = (PageSession(size), nil, 0)
    unsafe library.add_destroy_listener(
      client, UnsafeMutableRawPointer(destroyed).assumingMemoryBound(to: wl_listener.self))
    unsafe library.add_created_listener(
      client, UnsafeMutableRawPointer(created).assumingMemoryBound(to: wl_listener.self))
  }

  /// Ends the client. Not for use during a request.
  func disconnect(_ cause: String?) {
    guard let client = unsafe client else { return }
    self.cause = cause
    unsafe library.client_destroy(client)
  }

  /// Handles the requests that have arrived, without waiting.
  func dispatch() {
    binding.check()
    _ = unsafe library.dispatch(library.get_event_loop(display), 0)
  }

  /// Sends the events as far as the client reads.
  func flush() { unsafe library.flush_clients(display) }

  /// Changes the session, and carries its actions out.
  func perform(_ body: (inout PageSession) -> [PageSession.Action]) {
    guard var session else { return }
    let actions = body(&session)
    self.session = session
    for action in actions {
      if case .fail(let cause) = action {
        disconnect(cause)
        return
      }
      carryOut(action, version: 1)
    }
  }

  private func receiveEnd() {
    unsafe client = nil
    session = nil
    unsafe resources = [:]
  }

  private func count(_ resource: OpaquePointer?) {
    guard let resource = unsafe resource, let client = unsafe client,
      let name = unsafe library.get_class(resource), unsafe String(cString: name) == "wl_registry"
    else { return }
    registries += 1
    if registries > Self.mostRegistries {
      cause = "too many objects (registry: \(registries))"
      unsafe library.post_no_memory(client)
    }
  }

  private func bind(
    _ interface: PageInterface, _ client: OpaquePointer?, version: UInt32, _ id: UInt32
  ) {
    guard unsafe client == self.client else { return }
    unsafe carryOut(during: nil, version: CInt(clamping: version)) { $0.bind(interface, id) }
  }

  /// A request of the client, during which it must not be disconnected directly.
  private func receive(
    _ opcode: UInt32, _ arguments: [PageRequest.Argument], _ resource: OpaquePointer
  ) {
    let id = unsafe library.get_id(resource)
    guard let interface = unsafe resources[id]?.interface else { return }
    unsafe carryOut(during: resource, version: library.get_version(resource)) {
      $0.receive(PageRequest(interface, opcode, arguments), of: id)
    }
  }

  private func carryOut(
    during resource: OpaquePointer?, version: CInt,
    _ body: (inout PageSession) -> [PageSession.Action]
  ) {
    guard var session, let client = unsafe client else { return }
    let actions = body(&session)
    self.session = session
    for action in actions {
      guard case .fail(let cause) = action else {
        carryOut(action, version: version)
        continue
      }
      self.cause = cause
      if let resource = unsafe resource {
        unsafe vitrine_wayland_fail(&library, resource, 0, cause)
      } else {
        unsafe library.post_no_memory(client)
      }
    }
  }

  private func carryOut(_ action: PageSession.Action, version: CInt) {
    switch action {
    case .create(let id, let interface): create(id, interface, version: version)
    case .send(let event, let id): send(event, to: id)
    case .destroy(let id):
      if let resource = unsafe resources[id]?.resource { unsafe library.resource_destroy(resource) }
    case .fail: break
    }
  }

  private func create(_ id: UInt32, _ interface: PageInterface, version: CInt) {
    guard let client = unsafe client else { return }
    guard
      let resource = unsafe library.resource_create(
        client, vitrine_wayland_interface(&library, interface.rawValue),
        min(version, interface.latestVersion), id)
    else { return unsafe library.post_no_memory(client) }
    unsafe resources[id] = (resource, interface)
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe library.set_dispatcher(
      resource,
      { context, target, opcode, message, arguments in
        guard let context = unsafe context, let target = unsafe target,
          let message = unsafe message, let arguments = unsafe arguments
        else { return -1 }
        let display = unsafe Unmanaged<WaylandDisplay>.fromOpaque(context).takeUnretainedValue()
        unsafe display.receive(
          opcode, display.decoded(message.pointee.signature, arguments), OpaquePointer(target))
        return 0
      }, context, context,
      { resource in
        guard let resource = unsafe resource, let library = unsafe WaylandDisplay.loaded,
          let context = unsafe library.get_user_data(resource)
        else { return }
        unsafe Unmanaged<WaylandDisplay>.fromOpaque(context).takeUnretainedValue()
          .forget(library.get_id(resource))
      })
  }

  private func forget(_ id: UInt32) {
    session?.forget(id)
    unsafe resources[id] = nil
  }

  /// Decodes the arguments by the request's signature. Owns the descriptors among them.
  private func decoded(
    _ signature: UnsafePointer<CChar>?, _ arguments: UnsafeMutablePointer<wl_argument>
  ) -> [PageRequest.Argument] {
    guard let signature = unsafe signature else { return [] }
    var (decoded, index): ([PageRequest.Argument], Int) = ([], 0)
    for letter in unsafe String(cString: signature) {
      let argument = unsafe arguments[index]
      switch letter {
      case "i", "u", "f": unsafe decoded.append(.number(argument.i))
      case "n": unsafe decoded.append(.object(argument.n))
      case "o":
        let resource = unsafe argument.o
        unsafe decoded.append(.object(resource.map { unsafe library.get_id($0) } ?? 0))
      case "h":
        unsafe decoded.append(.file(SharedMemoryFile(FileDescriptor(owning: argument.h))))
      case "s", "a": decoded.append(.other)
      // A version, or a question mark for arguments that may be missing.
      default: continue
      }
      index += 1
    }
    return decoded
  }

  private func send(_ event: PageEvent, to id: UInt32) {
    guard let resource = unsafe resources[id]?.resource else { return }
    func post(_ arguments: [wl_argument]) {
      var arguments = unsafe arguments
      unsafe library.post_event(resource, event.opcode, &arguments)
    }
    func number(_ number: Int32) -> wl_argument { unsafe wl_argument(i: number) }
    func number(_ number: UInt32) -> wl_argument { unsafe wl_argument(u: number) }
    switch event {
    case .format(let value), .capabilities(let value), .configured(let value), .drawn(let value):
      unsafe post([number(value)])
    case .geometry:
      // Without a size in millimetres, a client uses its usual density.
      unsafe "Vitrine".withCString { name in
        let name = unsafe wl_argument(s: name)
        let zero = unsafe number(Int32(0))
        unsafe post([zero, zero, zero, zero, zero, name, name, zero])
      }
    case .mode(let width, let height):
      // The current and preferred one, in millihertz.
      unsafe post([number(UInt32(3)), number(width), number(height), number(Int32(60_000))])
    case .done, .dismissed, .released, .framed, .cancelled: unsafe post([])
    case .resized(let width, let height):
      // Fullscreen and activated, as xdg_toplevel's states.
      var states: [UInt32] = [2, 4]
      unsafe states.withUnsafeMutableBytes { bytes in
        var array = unsafe wl_array(
          size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
        unsafe withUnsafeMutablePointer(to: &array) { array in
          unsafe post([number(width), number(height), wl_argument(a: array)])
        }
      }
    case .down(let serial, let time, let surface, let x, let y):
      guard let surface = unsafe resources[surface]?.resource else { return }
      unsafe post([
        number(serial), number(time), wl_argument(o: surface), number(Int32(0)),
        number(Self.fixed(x)), number(Self.fixed(y)),
      ])
    case .up(let serial, let time):
      unsafe post([number(serial), number(time), number(Int32(0))])
    case .moved(let time, let x, let y):
      unsafe post([
        number(time), number(Int32(0)), number(Self.fixed(x)), number(Self.fixed(y)),
      ])
    }
  }

  /// A number with eight binary digits after the point.
  private static func fixed(_ number: Double) -> Int32 {
    Int32(clamping: Int(saturating: (min(max(number, -32768), 32767) * 256).rounded()))
  }
}
