/// Assigns the channels of the player to those of a device.
///
/// The player's order is that of WAVE files: front left and right, front centre, LFE, rear left and
/// right, side left and right.
package struct ChannelOrder: Hashable, Sendable {
  /// A loudspeaker, with ALSA's number (`snd_pcm_chmap_position`).
  package enum Speaker: UInt32, Sendable {
    case frontLeft = 3
    case frontRight, rearLeft, rearRight, center, lfe, sideLeft, sideRight
    case rearLeftCenter = 14
    case rearRightCenter
  }

  /// For each channel of the device, the player's channel.
  package let sources: [Int]
  /// Whether both orders are the same.
  package let isPlain: Bool

  private static let wave: [Speaker] = [
    .frontLeft, .frontRight, .center, .lfe, .rearLeft, .rearRight, .sideLeft, .sideRight,
  ]
  /// The order of devices that do not report theirs (Documentation/sound/designs/channel-mapping-api.rst).
  private static let unreported: [Speaker] = [
    .frontLeft, .frontRight, .rearLeft, .rearRight, .center, .lfe, .sideLeft, .sideRight,
  ]

  /// Returns nil if the device has no loudspeaker for one of the channels. `reported` are the
  /// positions that it reports for its channels; nil if it does not.
  package init?(channels: Int, reported: [UInt32]?) {
    let wanted = Self.wave.prefix(channels)
    let order: [Speaker?] =
      reported.map { $0.map(Speaker.init(rawValue:)) } ?? Array(Self.unreported.prefix(channels))
    guard order.count == wanted.count else { return nil }
    // With 5.1, some drivers call the second pair the side one.
    let hasRear = order.contains(.rearLeft) || order.contains(.rearLeftCenter)
    // HDMI's 7.1 calls the pair at the sides the rear one, and the pair behind the listener its centre
    // (CTA-861; sound/hda/hdmi_chmap.c).
    let isHDMI = order.contains(.rearLeftCenter)
    let sources = order.compactMap { speaker -> Int? in
      switch speaker {
      case .rearLeft where isHDMI: wanted.firstIndex(of: .sideLeft)
      case .rearRight where isHDMI: wanted.firstIndex(of: .sideRight)
      case .rearLeftCenter: wanted.firstIndex(of: .rearLeft)
      case .rearRightCenter: wanted.firstIndex(of: .rearRight)
      case .sideLeft where !hasRear: wanted.firstIndex(of: .rearLeft)
      case .sideRight where !hasRear: wanted.firstIndex(of: .rearRight)
      case let speaker?: wanted.firstIndex(of: speaker)
      case nil: nil
      }
    }
    guard sources.count == channels, Set(sources).count == channels else { return nil }
    self.sources = sources
    isPlain = sources == Array(sources.indices)
  }

  /// The positions to request from a device, so that it needs no other order.
  package static func positions(channels: Int) -> [UInt32] {
    wave.prefix(channels).map(\.rawValue)
  }
}
