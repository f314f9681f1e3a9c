import CVitrineALSA

/// A sound card, identified by the name that stays the same if cards are renumbered.
package struct SoundCard: Hashable, Sendable {
  /// ALSA's identifier of the card: `vc4hdmi0`.
  package let id: String
  /// The human-readable name.
  package let name: String
  /// Its ports, in ALSA's order.
  package let ports: [SoundPort]

  package var isHDMI: Bool { ports.contains(where: \.leadsToDisplay) }

  /// Returns all cards, those for monitors first, because a player's sound goes where its picture
  /// goes. Wraps `snd_card_next` and `snd_ctl_card_info`.
  package static func all() -> [SoundCard] {
    vitrine_alsa_be_quiet()
    var (cards, number) = ([SoundCard](), CInt(-1))
    while unsafe snd_card_next(&number) == 0, number >= 0 {
      if let card = SoundCard(number: number), !card.ports.isEmpty { cards.append(card) }
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
    let id = unsafe String(cString: snd_ctl_card_info_get_id(information))
    let name = unsafe String(cString: snd_ctl_card_info_get_name(information))
    self.id = id
    self.name = name
    ports = unsafe Self.ports(of: control, card: id, isForDisplays: Self.namesDisplay(id + name))
  }

  static func namesDisplay(_ name: String) -> Bool {
    name.lowercased().contains("hdmi")
  }
}

extension SoundCard {
  /// Returns the ports of a card with the monitors connected to them.
  private static func ports(
    of control: OpaquePointer?, card: String, isForDisplays: Bool
  ) -> [SoundPort] {
    var information: OpaquePointer?
    guard unsafe snd_pcm_info_malloc(&information) == 0 else { return [] }
    defer { unsafe snd_pcm_info_free(information) }
    var (ports, displays, number) = ([SoundPort](), 0, CInt(-1))
    while unsafe snd_ctl_pcm_next_device(control, &number) == 0, number >= 0 {
      unsafe snd_pcm_info_set_device(information, UInt32(number))
      unsafe snd_pcm_info_set_subdevice(information, 0)
      unsafe snd_pcm_info_set_stream(information, SND_PCM_STREAM_PLAYBACK)
      guard unsafe snd_ctl_pcm_info(control, information) == 0 else { continue }
      let name = unsafe String(cString: snd_pcm_info_get_name(information))
      let display = unsafe display(at: number, of: control)
      let leadsToDisplay = isForDisplays || namesDisplay(name) || display != .unknown
      ports.append(
        SoundPort(
          card: card, device: Int(number), place: ports.count,
          displayPlace: leadsToDisplay ? displays : nil, display: display))
      if leadsToDisplay { displays += 1 }
    }
    return ports
  }

  /// Returns the monitor's ELD from the driver. PC cards and boards have it in the same control
  /// (sound/hda/hdmi.c and sound/soc/codecs/hdmi-codec.c).
  private static func display(at device: CInt, of control: OpaquePointer?) -> SoundPort.Display {
    var (information, value): (OpaquePointer?, OpaquePointer?)
    guard unsafe snd_ctl_elem_info_malloc(&information) == 0 else { return .unknown }
    defer { unsafe snd_ctl_elem_info_free(information) }
    guard unsafe snd_ctl_elem_value_malloc(&value) == 0 else { return .unknown }
    defer { unsafe snd_ctl_elem_value_free(value) }
    unsafe snd_ctl_elem_info_set_interface(information, SND_CTL_ELEM_IFACE_PCM)
    unsafe snd_ctl_elem_info_set_device(information, UInt32(device))
    unsafe snd_ctl_elem_info_set_name(information, "ELD")
    guard unsafe snd_ctl_elem_info(control, information) == 0 else { return .unknown }
    let count = unsafe Int(snd_ctl_elem_info_get_count(information))
    unsafe snd_ctl_elem_value_set_interface(value, SND_CTL_ELEM_IFACE_PCM)
    unsafe snd_ctl_elem_value_set_device(value, UInt32(device))
    unsafe snd_ctl_elem_value_set_name(value, "ELD")
    guard unsafe snd_ctl_elem_read(control, value) == 0,
      let bytes = unsafe snd_ctl_elem_value_get_bytes(value)
    else { return .absent }
    let eld = unsafe UnsafeRawBufferPointer(start: bytes, count: min(count, Self.largestELD))
    return unsafe ELD(Array(eld)).map { .present($0) } ?? .absent
  }

  /// The capacity of a control's value.
  private static let largestELD = 512
}
