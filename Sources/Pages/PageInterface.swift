/// The interfaces of a page's objects, in the order of CWayland.
package enum PageInterface: Int32, CaseIterable, Sendable {
  case compositor, surface, region, callback, output, seat, pointer, keyboard, touch, memory, pool
  case buffer
  case shell, positioner, shellSurface, toplevel, popup

  /// The global objects with the versions that are offered: the least with which Chromium and other programs draw.
  /// Without subsurfaces and selections, they do everything in one surface.
  static let globals: [(interface: PageInterface, version: Int32)] = [
    (.compositor, 4), (.memory, 1), (.output, 2), (.seat, 5), (.shell, 1),
  ]

  /// The version of an object that another one creates, at most.
  var latestVersion: Int32 {
    switch self {
    case .surface, .compositor: 4
    case .output: 2
    case .seat, .pointer, .keyboard, .touch: 5
    default: 1
    }
  }
}

/// A request of the client, as far as it has a meaning here.
package enum PageRequest: Sendable {
  case destroy
  /// Creates an object that has no further arguments.
  case create(PageInterface, UInt32)
  case attach(buffer: UInt32?)
  case damage(x: Int32, y: Int32, width: Int32, height: Int32)
  case commit
  case createPool(UInt32, SharedMemoryFile?, size: Int32)
  case resizePool(size: Int32)
  case createBuffer(
    UInt32, offset: Int32, width: Int32, height: Int32, pitch: Int32, format: UInt32)
  case createShellSurface(UInt32, surface: UInt32)
  /// Such as a title.
  case ignored

  /// An argument of a request.
  package enum Argument: Sendable {
    case number(Int32)
    case object(UInt32)
    case file(SharedMemoryFile?)
    /// A text or array.
    case other
  }

  /// Decodes a request, whose arguments libwayland has checked against the interface.
  package init(_ interface: PageInterface, _ opcode: UInt32, _ arguments: [Argument]) {
    func number(_ index: Int) -> Int32 {
      if case .number(let number)? = arguments.dropFirst(index).first { number } else { 0 }
    }
    func id(_ index: Int) -> UInt32 {
      if case .object(let id)? = arguments.dropFirst(index).first { id } else { 0 }
    }
    self =
      switch (interface, opcode) {
      case (.compositor, 0): .create(.surface, id(0))
      case (.compositor, 1): .create(.region, id(0))
      case (.surface, 1): .attach(buffer: id(0) == 0 ? nil : id(0))
      case (.surface, 2), (.surface, 9):
        .damage(x: number(0), y: number(1), width: number(2), height: number(3))
      case (.surface, 3): .create(.callback, id(0))
      case (.surface, 6): .commit
      case (.memory, 0):
        if case .file(let file)? = arguments.dropFirst().first {
          .createPool(id(0), file, size: number(2))
        } else {
          .ignored
        }
      case (.pool, 0):
        .createBuffer(
          id(0), offset: number(1), width: number(2), height: number(3), pitch: number(4),
          format: UInt32(bitPattern: number(5)))
      case (.pool, 2): .resizePool(size: number(0))
      case (.seat, 0): .create(.pointer, id(0))
      case (.seat, 1): .create(.keyboard, id(0))
      case (.seat, 2): .create(.touch, id(0))
      case (.shell, 1): .create(.positioner, id(0))
      case (.shell, 2): .createShellSurface(id(0), surface: id(1))
      case (.shellSurface, 1): .create(.toplevel, id(0))
      case (.shellSurface, 2): .create(.popup, id(0))
      case (.surface, 0), (.region, 0), (.pool, 1), (.buffer, 0), (.seat, 3), (.output, 0),
        (.pointer, 1), (.keyboard, 0), (.touch, 0), (.shell, 0), (.positioner, 0),
        (.shellSurface, 0), (.toplevel, 0), (.popup, 0):
        .destroy
      default: .ignored
      }
  }
}

/// An event for the client.
package enum PageEvent: Hashable, Sendable {
  case format(UInt32)
  case geometry
  case mode(width: Int32, height: Int32)
  case done
  case capabilities(UInt32)
  case resized(width: Int32, height: Int32)
  case configured(serial: UInt32)
  case dismissed
  case released
  case drawn(milliseconds: UInt32)
  /// Positions are in pixels of the surface.
  case down(serial: UInt32, milliseconds: UInt32, surface: UInt32, x: Double, y: Double)
  case up(serial: UInt32, milliseconds: UInt32)
  case moved(milliseconds: UInt32, x: Double, y: Double)
  case framed
  case cancelled

  var opcode: UInt32 {
    switch self {
    case .format, .geometry, .capabilities, .resized, .configured, .released, .drawn, .down: 0
    case .mode, .dismissed, .up: 1
    case .done, .moved: 2
    case .framed: 3
    case .cancelled: 4
    }
  }
}
