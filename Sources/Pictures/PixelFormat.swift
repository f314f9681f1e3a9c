/// The pixel layout of a buffer: the kernel's four-character code.
///
/// Raw values are those of `DRM_FORMAT_…` in `drm_fourcc.h`.
package struct PixelFormat: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  private init(_ code: StaticString) { rawValue = UInt32(fourCharacters: code) }

  package static let xrgb8888 = PixelFormat("XR24")
  package static let argb8888 = PixelFormat("AR24")
  package static let xbgr8888 = PixelFormat("XB24")
  package static let rgb565 = PixelFormat("RG16")
  package static let nv12 = PixelFormat("NV12")
  package static let nv16 = PixelFormat("NV16")
  package static let nv24 = PixelFormat("NV24")
  package static let yuv420 = PixelFormat("YU12")
  package static let yuv422 = PixelFormat("YU16")
  package static let yuv444 = PixelFormat("YU24")
  package static let yuyv = PixelFormat("YUYV")
  package static let uyvy = PixelFormat("UYVY")
  package static let p010 = PixelFormat("P010")
}

extension UInt32 {
  /// A four-character code, as the kernel numbers formats.
  package init(fourCharacters code: StaticString) {
    precondition(code.utf8CodeUnitCount == 4, "a format code must have four characters")
    self = code.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The four characters, as `drm_info` and the kernel's log print them.
  package var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    guard bytes.allSatisfy({ $0 >= 32 && $0 < 127 }) else {
      return "0x" + String(rawValue, radix: 16)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension PixelFormat {
  /// The samples of one memory plane, relative to the picture.
  package struct MemoryPlane: Hashable, Sendable {
    /// The bytes per sample group.
    package let bytes: Int
    /// The pixels of the picture per sample group, across and down.
    package let across: Int
    package let down: Int
  }

  /// The memory planes of the formats that Vitrine writes; nil for other formats.
  package var memoryPlanes: [MemoryPlane]? {
    func plane(_ bytes: Int, _ across: Int = 1, _ down: Int = 1) -> MemoryPlane {
      MemoryPlane(bytes: bytes, across: across, down: down)
    }
    switch self {
    case .xrgb8888, .argb8888, .xbgr8888: return [plane(4)]
    case .rgb565: return [plane(2)]
    case .yuyv, .uyvy: return [plane(4, 2)]
    case .nv12: return [plane(1), plane(2, 2, 2)]
    case .nv16: return [plane(1), plane(2, 2)]
    case .nv24: return [plane(1), plane(2)]
    case .p010: return [plane(2), plane(4, 2, 2)]
    case .yuv420: return [plane(1), plane(1, 2, 2), plane(1, 2, 2)]
    case .yuv422: return [plane(1), plane(1, 2), plane(1, 2)]
    case .yuv444: return [plane(1), plane(1), plane(1)]
    default: return nil
    }
  }

  /// Whether pictures can be rotated sample by sample. Rotated by 90 degrees, chroma shared by two
  /// pixels across would be shared by two down; packed formats have pairs of pixels.
  package func canTurn(by rotation: Rotation) -> Bool {
    guard let memory = memoryPlanes else { return false }
    return memory.allSatisfy { plane in
      rotation.isSideways ? plane.across == plane.down : plane.across == 1 || memory.count > 1
    }
  }

  package var isRGB: Bool {
    [.xrgb8888, .argb8888, .xbgr8888, .rgb565].contains(self)
  }

  /// Bits per colour component.
  package var depth: Int { self == .p010 ? 10 : self == .rgb565 ? 5 : 8 }

  /// The pixels that share one chroma sample, across and down; (1, 1) for RGB and 4:4:4.
  package var chroma: (across: Int, down: Int) {
    let planes = memoryPlanes ?? []
    return (planes.map(\.across).max() ?? 1, planes.map(\.down).max() ?? 1)
  }
}
