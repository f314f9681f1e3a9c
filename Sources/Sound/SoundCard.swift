import CALSA

/// A sound card, by the name that it keeps when cards are numbered anew.
public struct SoundCard: Hashable, Sendable {
  /// ALSA's identity of the card: `vc4hdmi0`.
  public let id: String
  /// For people.
  public let name: String
  public let playbackDevices: [Int]

  public var isHDMI: Bool {
    (id + name).lowercased().contains("hdmi")
  }

  /// The names to open it by, best first. The hardware itself tells its position exactly;
  /// HDMI ports that want frames of their own need their card's plug-ins; then conversion.
  public var deviceNames: [String] {
    let direct = playbackDevices.first.map { ["hw:CARD=\(id),DEV=\($0)"] } ?? []
    let wrapped = playbackDevices.first.map { ["plughw:CARD=\(id),DEV=\($0)"] } ?? []
    return direct + (isHDMI ? ["hdmi:CARD=\(id)"] : []) + ["sysdefault:CARD=\(id)"] + wrapped
  }

  /// The cards there are, HDMI first: a player's sound goes where its picture goes.
  /// The corresponding C functions are `snd_card_next` and `snd_ctl_card_info`.
  public static func all() -> [SoundCard] {
    vitrine_alsa_be_quiet()
    var (cards, number) = ([SoundCard](), CInt(-1))
    while unsafe snd_card_next(&number) == 0, number >= 0 {
      if let card = SoundCard(number: number), !card.playbackDevices.isEmpty { cards.append(card) }
    }
    return cards.filter(\.isHDMI) + cards.filter { !$0.isHDMI }
  }

  private init?(number: CInt) {
    var control: OpaquePointer?
    guard unsafe snd_ctl_open(&control, "hw:\(number)", 0) == 0 else { return nil }
    defer { unsafe snd_ctl_close(control) }
    var information: OpaquePointer?
    guard unsafe snd_ctl_card_info_malloc(&information) == 0 else { return nil }
    defer { unsafe snd_ctl_card_info_free(information) }
    guard unsafe snd_ctl_card_info(control, information) == 0 else { return nil }
    id = unsafe String(cString: snd_ctl_card_info_get_id(information))
    name = unsafe String(cString: snd_ctl_card_info_get_name(information))
    playbackDevices = unsafe Self.playbackDevices(of: control)
  }

  private static func playbackDevices(of control: OpaquePointer?) -> [Int] {
    var information: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&information) == 0 else { return [] }
    defer { unsafe snd_pcm_info_free(information) }
    var (devices, number) = ([Int](), CInt(-1))
    while unsafe snd_ctl_pcm_next_device(control, &number) == 0, number >= 0 {
      unsafe snd_pcm_info_set_device(information, UInt32(number))
      unsafe snd_pcm_info_set_subdevice(information, 0)
      unsafe snd_pcm_info_set_stream(information, SND_PCM_STREAM_PLAYBACK)
      if unsafe snd_ctl_pcm_info(control, information) == 0 { devices.append(Int(number)) }
    }
    return devices
  }
}
