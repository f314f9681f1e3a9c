internal import VitrineKMS
internal import VitrineLinux
internal import VitrinePictures

/// The kernel objects of a simulated board, with their numbers.
struct BoardObjects {
  static let connector: UInt32 = 40
  static let crtc: UInt32 = 50
  static let firstPlane: UInt32 = 60
  /// Left on screen by another client, of the mode's size.
  static let console: UInt32 = 1

  let board: FakeBoard
  let mode: Mode
  /// The properties of each object, with their initial values.
  private(set) var properties: [UInt32: [String: Properties.Property]] = [:]

  /// Returns nil if the board's mode is invalid.
  init?(_ board: FakeBoard) {
    guard let mode = Mode(custom: board.mode) else { return nil }
    self.board = board
    self.mode = mode
    var next: UInt32 = 1000
    func add(
      _ name: String, _ value: UInt64 = 0, fixed: Bool = false, names: [String: UInt64] = [:],
      range: ClosedRange<UInt64>? = nil, to object: UInt32
    ) {
      next += 1
      properties[object, default: [:]][name] = Properties.Property(
        id: next, value: value, isImmutable: fixed, names: names, range: range)
    }
    add("CRTC_ID", to: Self.connector)
    add("link-status", names: ["Good": 0, "Bad": 1], to: Self.connector)
    add("MODE_ID", to: Self.crtc)
    add("ACTIVE", range: 0...1, to: Self.crtc)
    // A night light left on by another client.
    if board.gammaTableLength > 0 {
      add("GAMMA_LUT", 7, to: Self.crtc)
      add("GAMMA_LUT_SIZE", UInt64(board.gammaTableLength), fixed: true, to: Self.crtc)
    }
    for (index, plane) in board.planes.enumerated() {
      let object = Self.firstPlane + UInt32(index)
      add("type", plane.kind.rawValue, fixed: true, to: object)
      let numbers = [
        "FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W",
        "CRTC_H",
      ]
      for name in numbers { add(name, to: object) }
      switch plane.order {
      case .unsaid: break
      case .fixed(let z): add("zpos", z, fixed: true, range: z...z, to: object)
      case .range(let range, let z): add("zpos", z, range: range, to: object)
      }
      if case .settable(let matrices, let ranges, let color) = plane.color {
        let all = ["ITU-R BT.601 YCbCr", "ITU-R BT.709 YCbCr", "ITU-R BT.2020 YCbCr"]
        let numbers = matrices.map(Self.number)
        add(
          "COLOR_ENCODING", Self.number(of: color.matrix),
          names: Dictionary(uniqueKeysWithValues: numbers.map { (all[Int($0)], $0) }), to: object)
        let names: [ColorDescription.Range: (String, UInt64)] = [
          .limited: ("YCbCr limited range", 0), .full: ("YCbCr full range", 1),
        ]
        add(
          "COLOR_RANGE", color.range == .full ? 1 : 0,
          names: Dictionary(uniqueKeysWithValues: ranges.compactMap { names[$0] }), to: object)
      }
      if !plane.rotations.isEmpty {
        let names = plane.rotations.map {
          ("rotate-\($0.rawValue)", UInt64(1) << UInt64($0.rawValue / 90))
        }
        // Rotated by another client.
        let left = plane.rotations.contains(.upsideDown) ? UInt64(4) : 1
        add("rotation", left, names: Dictionary(uniqueKeysWithValues: names), to: object)
      }
      if plane.hasBlend {
        add("alpha", 0x8000, range: 0...0xFFFF, to: object)
        add(
          "pixel blend mode", 0, names: ["None": 0, "Pre-multiplied": 1, "Coverage": 2],
          to: object)
      }
    }
  }

  /// As in `enum drm_color_encoding`.
  static func number(of matrix: ColorDescription.Matrix) -> UInt64 {
    switch matrix {
    case .bt601: 0
    case .bt709: 1
    case .bt2020: 2
    }
  }

  /// The matrix of a number.
  static func matrix(of number: UInt64) -> ColorDescription.Matrix {
    [.bt601, .bt709, .bt2020][Int(min(number, 2))]
  }

  /// The values before the first commit: a console uses the primary plane, and another client left
  /// the last plane on.
  var initially: [UInt32: [String: UInt64]] {
    var values = properties.mapValues { $0.mapValues(\.value) }
    let (width, height) = (UInt64(mode.size.width), UInt64(mode.size.height))
    let last = board.planes.indices.last { board.planes[$0].compressed.isEmpty }
    for (index, plane) in board.planes.enumerated()
    where plane.kind == .primary || index == last {
      let shown: [String: UInt64] = [
        "FB_ID": UInt64(Self.console), "CRTC_ID": UInt64(Self.crtc), "SRC_W": width << 16,
        "SRC_H": height << 16, "CRTC_W": width, "CRTC_H": height,
      ]
      values[Self.firstPlane + UInt32(index), default: [:]].merge(shown) { $1 }
    }
    return values
  }

  func connector(_ values: [UInt32: [String: UInt64]]) -> Connector? {
    guard let id = ObjectID<Connector>(rawValue: Self.connector) else { return nil }
    return Connector(
      id: id, name: board.connector, isConnected: true, isWriteback: false, modes: [mode],
      physicalSize: nil, possibleCRTCs: 1, properties: current(Self.connector, values),
      edid: board.edid)
  }

  func crtc(_ values: [UInt32: [String: UInt64]]) -> CRTC? {
    ObjectID<CRTC>(rawValue: Self.crtc).map {
      CRTC(id: $0, index: 0, properties: current(Self.crtc, values))
    }
  }

  func planes(_ values: [UInt32: [String: UInt64]]) -> [Plane] {
    board.planes.enumerated().compactMap { index, plane in
      let object = Self.firstPlane + UInt32(index)
      // ARM's compression, which no linear buffer has (`DRM_FORMAT_MOD_ARM_AFBC`).
      let afbc: UInt64 = 0x0800_0000_0000_0071
      var formats: [PixelFormat: [UInt64]] = [:]
      for format in plane.formats { formats[format] = [0] }
      for format in plane.compressed { formats[format, default: []].append(afbc) }
      return ObjectID<Plane>(rawValue: object).map {
        Plane(
          id: $0, kind: plane.kind, possibleCRTCs: 1, formats: formats,
          properties: current(object, values))
      }
    }
  }

  private func current(_ object: UInt32, _ values: [UInt32: [String: UInt64]]) -> Properties {
    let all = properties[object] ?? [:]
    return Properties(
      Dictionary(
        uniqueKeysWithValues: all.map { name, known in
          let value = values[object]?[name] ?? known.value
          return (
            name,
            Properties.Property(
              id: known.id, value: value, isImmutable: known.isImmutable, names: known.names,
              range: known.range)
          )
        }))
  }
}
