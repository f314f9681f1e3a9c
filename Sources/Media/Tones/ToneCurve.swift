import Glibc
import VitrinePictures

/// The curves from HDR codes to light, and from that light to SDR. Light is in cd/m².
struct ToneCurve {
  /// The light of SDR white: the level of graphics and paper in HDR (ITU-R BT.2408).
  static let referenceWhite = 203.0
  /// The default peak of HLG (ITU-R BT.2100).
  static let hlgPeak = 1000.0

  let transfer: HDRMetadata.Transfer
  /// The content's peak in PQ, and SDR white relative to it.
  private let sourcePeak: Double
  private let whiteRatio: Double

  init(_ metadata: HDRMetadata) {
    transfer = metadata.transfer
    let peak = transfer == .hlg ? Self.hlgPeak : max(metadata.peak, Self.referenceWhite)
    sourcePeak = Self.pq(peak)
    whiteRatio = Self.pq(Self.referenceWhite) / sourcePeak
  }

  /// Returns the light of a pixel's red, green and blue codes, 0 to 1.
  func light(_ signal: SIMD3<Double>) -> SIMD3<Double> {
    switch transfer {
    case .pq:
      return SIMD3(Self.light(pq: signal.x), Self.light(pq: signal.y), Self.light(pq: signal.z))
    case .hlg:
      let scene = SIMD3(Self.scene(signal.x), Self.scene(signal.y), Self.scene(signal.z))
      let luminance = (scene * SIMD3(0.2627, 0.6780, 0.0593)).sum()
      return scene * (Self.hlgPeak * pow(max(luminance, 1e-9), 0.2))
    }
  }

  /// Returns the SDR light for an HDR light, relative to SDR white: the EETF of ITU-R BT.2390,
  /// which keeps dark and middle tones and rolls off highlights.
  func mapped(_ light: Double) -> Double {
    let level = min(Self.pq(light) / sourcePeak, 1)
    let knee = 1.5 * whiteRatio - 0.5
    guard level > knee, whiteRatio < 1 else {
      return min(Self.light(pq: level * sourcePeak) / Self.referenceWhite, 1)
    }
    let t = (level - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let rolled =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee)
      + (3 * t2 - 2 * t3) * whiteRatio
    return min(Self.light(pq: rolled * sourcePeak) / Self.referenceWhite, 1)
  }

  // SMPTE ST 2084's constants.
  private static let (m1, m2) = (0.1593017578125, 78.84375)
  private static let (c1, c2, c3) = (0.8359375, 18.8515625, 18.6875)

  static func light(pq signal: Double) -> Double {
    let root = pow(min(max(signal, 0), 1), 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  static func pq(_ light: Double) -> Double {
    let root = pow(min(max(light, 0), 10_000) / 10_000, m1)
    return pow((c1 + c2 * root) / (1 + c3 * root), m2)
  }

  /// Converts an ARIB STD-B67 signal to scene light, 0 to 1.
  static func scene(_ signal: Double) -> Double {
    let signal = min(max(signal, 0), 1)
    guard signal > 0.5 else { return signal * signal / 3 }
    return (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
  }
  /// Converts scene light to an ARIB STD-B67 signal, both 0 to 1.
  static func hlg(scene light: Double) -> Double {
    let light = min(max(light, 0), 1)
    guard light > 1.0 / 12 else { return sqrt(3 * light) }
    return 0.17883277 * log(12 * light - 0.28466892) + 0.55991073
  }
}
