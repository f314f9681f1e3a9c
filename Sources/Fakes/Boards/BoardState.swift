internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The committed state of a simulated board, and its effect on the hardware. A test commit tries a
/// copy.
struct BoardState {
  let objects: BoardObjects
  var values: [UInt32: [String: UInt64]]
  var framebuffers: [UInt32: BufferLayout] = [:]
  var modes: [UInt32: Mode] = [:]
  /// The bytes of all other blobs.
  var blobs: [UInt32: [UInt8]] = [:]
  /// The planes that are on, as committed.
  private(set) var planes: [CommittedPlane] = []
  /// The hardware's registers of each plane that latches, by its index.
  private var latched: [Int: Registers] = [:]
  /// How far the clock allows pictures to be scaled down.
  private var clock = 1.0

  /// How a plane's hardware reads memory.
  struct Registers: Equatable {
    var layout: BufferLayout
    var color: ColorDescription?
  }

  init(_ objects: BoardObjects) {
    self.objects = objects
    values = objects.initially
    let size = objects.mode.size
    framebuffers[BoardObjects.console] = BufferLayout(
      format: .xrgb8888, size: size, pitch: size.width * 4)
    readPlanes()
  }

  var board: FakeBoard { objects.board }

  func value(_ name: String, of object: UInt32) -> UInt64 { values[object]?[name] ?? 0 }

  var isActive: Bool { value("ACTIVE", of: BoardObjects.crtc) == 1 }

  var mode: Mode? {
    modes[UInt32(truncatingIfNeeded: value("MODE_ID", of: BoardObjects.crtc))]
  }

  /// One plane as committed; nil if it is off.
  private func readPlane(_ index: Int) -> CommittedPlane? {
    let object = BoardObjects.firstPlane + UInt32(index)
    let number = UInt32(truncatingIfNeeded: value("FB_ID", of: object))
    guard number != 0, let layout = framebuffers[number] else { return nil }
    func place(_ names: [String], fixed: Bool) -> PixelRect {
      let numbers = names.map { name in
        let raw = Int(Int64(bitPattern: value(name, of: object)))
        return fixed ? raw >> 16 : raw
      }
      return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    let plane = board.planes[index]
    let color: ColorDescription =
      switch plane.color {
      case .fixed(let color): color
      case .settable:
        ColorDescription(
          matrix: BoardObjects.matrix(of: value("COLOR_ENCODING", of: object)),
          range: value("COLOR_RANGE", of: object) == 1 ? .full : .limited)
      }
    // The kernel counts counterclockwise.
    let turned = plane.rotations.first {
      value("rotation", of: object) == UInt64(1) << UInt64($0.rawValue / 90)
    }
    return CommittedPlane(
      index: index, framebuffer: number, layout: layout,
      source: place(["SRC_X", "SRC_Y", "SRC_W", "SRC_H"], fixed: true),
      destination: place(["CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"], fixed: false),
      rotation: turned?.inverse ?? .none, color: layout.format.isRGB ? nil : color,
      z: value("zpos", of: object),
      isOpaque: !plane.hasBlend || value("alpha", of: object) == 0xFFFF,
      isPremultiplied: !plane.hasBlend || value("pixel blend mode", of: object) == 1)
  }

  private mutating func readPlanes() { planes = board.planes.indices.compactMap { readPlane($0) } }
}

/// One plane as committed.
struct CommittedPlane {
  let index: Int
  let framebuffer: UInt32
  let layout: BufferLayout
  let source: PixelRect
  let destination: PixelRect
  let rotation: Rotation
  let color: ColorDescription?
  let z: UInt64
  let isOpaque: Bool
  let isPremultiplied: Bool

  /// The scale factor of the picture, across and down.
  var zoom: (Double, Double) {
    let upright = rotation.upright(destination.size)
    return (
      Double(upright.width) / Double(max(source.width, 1)),
      Double(upright.height) / Double(max(source.height, 1))
    )
  }

  var isScaled: Bool { zoom != (1, 1) }
  var isYUV: Bool { !layout.format.isRGB }
}

extension BoardState {
  /// Applies a request; throws ENOENT for unknown properties, and EINVAL for values that cannot be
  /// set.
  mutating func set(_ request: AtomicRequest) throws(Errno) {
    for assignment in request.assignments {
      guard let known = objects.properties[assignment.object]?[assignment.name],
        known.id == assignment.property
      else { throw Errno(rawValue: 2) }  // ENOENT, as for objects that are gone
      guard !known.isImmutable || known.value == assignment.value else { throw .invalid }
      if !known.names.isEmpty, !known.names.values.contains(assignment.value) { throw .invalid }
      if let range = known.range, !range.contains(assignment.value) { throw .invalid }
      if assignment.name == "FB_ID", assignment.value != 0,
        framebuffers[UInt32(truncatingIfNeeded: assignment.value)] == nil
      {
        throw .invalid
      }
      if assignment.name == "GAMMA_LUT", assignment.value != 0 {
        let table = blobs[UInt32(truncatingIfNeeded: assignment.value)]
        let isRefused = board.rules.contains(.refusesGamma)
        guard !isRefused, table?.count == board.gammaTableLength * 8 else { throw .invalid }
      }
      values[assignment.object, default: [:]][assignment.name] = assignment.value
    }
    readPlanes()
  }

  /// Updates the hardware from the committed state, as far as it supports that; `isSet` if the CRTC
  /// is turned on.
  mutating func latch(isSet: Bool) {
    if isSet { clock = demand }
    guard board.rules.contains(.latchesAtEnable) else { return }
    for plane in planes where isSet || latched[plane.index] == nil {
      latched[plane.index] = Registers(layout: plane.layout, color: plane.color)
    }
  }

  /// How far pictures are scaled down.
  private var demand: Double {
    planes.map { max(1 / $0.zoom.0, 1 / $0.zoom.1) }.max() ?? 1
  }

  /// Removes a framebuffer; planes that show it turn off.
  mutating func remove(_ framebuffer: UInt32) {
    framebuffers[framebuffer] = nil
    guard planes.contains(where: { $0.framebuffer == framebuffer }) else { return }
    for index in board.planes.indices {
      let object = BoardObjects.firstPlane + UInt32(index)
      guard value("FB_ID", of: object) == UInt64(framebuffer) else { continue }
      values[object]?["FB_ID"] = 0
      values[object]?["CRTC_ID"] = 0
    }
    readPlanes()
  }

  /// Whether the change from `before` needs a mode set.
  func needsModeset(after before: BoardState) -> Bool {
    let feeds = ("CRTC_ID", BoardObjects.connector)
    if isActive != before.isActive || mode?.size != before.mode?.size
      || value(feeds.0, of: feeds.1) != before.value(feeds.0, of: feeds.1)
    {
      return true
    }
    guard isActive else { return false }
    if board.rules.contains(.gammaNeedsModeset), gammaTable != before.gammaTable { return true }
    if board.rules.contains(.clockFollowsScaling), demand > max(before.clock, 1) { return true }
    guard board.rules.contains(.changeNeedsModeset) else { return false }
    return planes.contains { new in
      guard let old = before.planes.first(where: { $0.index == new.index }) else { return false }
      return old.layout.format != new.layout.format
        || old.layout.planes.map(\.pitch) != new.layout.planes.map(\.pitch)
        || old.layout.planes.map(\.offset) != new.layout.planes.map(\.offset)
        || old.destination.size != new.destination.size
    }
  }

  /// The active gamma table; nil without one.
  var gammaTable: [UInt8]? {
    blobs[UInt32(truncatingIfNeeded: value("GAMMA_LUT", of: BoardObjects.crtc))]
  }

  /// The current content of the screen.
  var screen: BoardScreen {
    guard isActive, let mode, value("CRTC_ID", of: BoardObjects.connector) != 0 else {
      return .dark
    }
    let ordered = planes.sorted { ($0.z, $0.index) < ($1.z, $1.index) }
    return .lit(
      mode.size, hasGamma: value("GAMMA_LUT", of: BoardObjects.crtc) != 0,
      ordered.map { plane in
        let registers = latched[plane.index]
        let rules = board.planes[plane.index]
        var shown = plane.destination
        if let most = rules.sizes.shownAtMost {
          shown.width = min(shown.width, most.width)
          shown.height = min(shown.height, most.height)
        }
        return BoardScreen.Layer(
          framebuffer: plane.framebuffer, layout: registers?.layout ?? plane.layout,
          source: plane.source, destination: shown, rotation: plane.rotation,
          color: registers.map(\.color) ?? plane.color, isOpaque: plane.isOpaque,
          isPremultiplied: plane.isPremultiplied)
      })
  }
}
