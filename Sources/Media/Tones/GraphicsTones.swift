import Glibc
package import VitrinePictures

/// A table-based conversion of premultiplied ARGB graphics between sRGB and an HDR signal: BT.2020
/// with PQ or HLG, in which graphics white is 203 cd/m² (ITU-R BT.2408). Alpha stays the same.
/// Thread-safe.
package struct GraphicsTones: Sendable {
  package let transfer: HDRMetadata.Transfer
  /// The light of each code, relative to graphics white; for HLG the scene light.
  private let light: [Float]
  /// The conversion of primaries.
  private let rows: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
  private let luminance: SIMD3<Float>
  /// The gain and the code, by luminance. Indexed by square roots, since both curves bend most near
  /// black.
  private let gain: [Float]
  private let code: [UInt8]

  private static let last = 4095
  /// The HLG default of the display's peak luminance (ITU-R BT.2100).
  private static let hlgWhite = ToneCurve.referenceWhite / ToneCurve.hlgPeak

  /// Converts sRGB to a signal.
  package init(to transfer: HDRMetadata.Transfer) {
    self.transfer = transfer
    light = Self.codes { Self.light(sRGB: $0) }
    // ITU-R BT.2087.
    rows = (
      SIMD3(0.6274, 0.3293, 0.0433), SIMD3(0.0691, 0.9195, 0.0114), SIMD3(0.0164, 0.0880, 0.8956)
    )
    luminance = SIMD3(0.2627, 0.6780, 0.0593)
    switch transfer {
    case .pq:
      gain = []
      code = Self.levels { Self.code(ToneCurve.pq($0 * ToneCurve.referenceWhite)) }
    case .hlg:
      gain = Self.levels {
        Float(Self.hlgWhite * pow(max($0 * Self.hlgWhite, 1e-7), 1 / 1.2 - 1))
      }
      code = Self.levels { Self.code(ToneCurve.hlg(scene: $0)) }
    }
  }

  /// Converts a signal to sRGB; light above graphics white becomes white.
  package init(from transfer: HDRMetadata.Transfer) {
    self.transfer = transfer
    rows = (
      SIMD3(1.6605, -0.5876, -0.0729), SIMD3(-0.1246, 1.1329, -0.0083),
      SIMD3(-0.0182, -0.1006, 1.1188)
    )
    luminance = SIMD3(0.2126, 0.7152, 0.0722)
    code = Self.levels { Self.code(Self.sRGB(light: $0)) }
    switch transfer {
    case .pq:
      light = Self.codes { ToneCurve.light(pq: $0) / ToneCurve.referenceWhite }
      gain = []
    case .hlg:
      light = Self.codes { ToneCurve.scene($0) }
      gain = Self.levels { Float(pow($0, 0.2) / Self.hlgWhite) }
    }
  }

  /// Converts a pixel.
  package func mapped(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0 else { return pixel }
    let own = SIMD3(
      light[Self.whole(pixel >> 16 & 255, alpha)], light[Self.whole(pixel >> 8 & 255, alpha)],
      light[Self.whole(pixel & 255, alpha)])
    var other = SIMD3((own * rows.0).sum(), (own * rows.1).sum(), (own * rows.2).sum())
    if !gain.isEmpty { other *= gain[Self.place((other * luminance).sum())] }
    func part(_ light: Float) -> UInt32 {
      (UInt32(code[Self.place(light)]) * alpha + 127) / 255
    }
    return alpha << 24 | part(other.x) << 16 | part(other.y) << 8 | part(other.z)
  }

  /// Converts a row of pixels into memory of the same size, which is written in order and not read.
  package func map(_ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer) {
    // Graphics have large areas of one colour.
    var (known, answer) = (UInt32(0), UInt32(0))
    for offset in stride(from: 0, to: min(source.count, target.count) - 3, by: 4) {
      let pixel = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
      if pixel != known { (known, answer) = (pixel, mapped(pixel)) }
      unsafe target.storeBytes(of: answer, toByteOffset: offset, as: UInt32.self)
    }
  }

  /// Undoes the multiplication of a code by alpha.
  private static func whole(_ code: UInt32, _ alpha: UInt32) -> Int {
    Int(min((code * 255 + alpha / 2) / alpha, 255))
  }

  private static func place(_ level: Float) -> Int {
    Int(min(max(level, 0), 1).squareRoot() * Float(last) + 0.5)
  }

  private static func codes(_ light: (Double) -> Double) -> [Float] {
    (0..<256).map { Float(light(Double($0) / 255)) }
  }

  private static func levels<Value>(_ value: (Double) -> Value) -> [Value] {
    (0...last).map { index in
      let root = Double(index) / Double(last)
      return value(root * root)
    }
  }

  private static func code(_ signal: Double) -> UInt8 {
    UInt8((min(max(signal, 0), 1) * 255).rounded())
  }

  private static func light(sRGB signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  private static func sRGB(light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
