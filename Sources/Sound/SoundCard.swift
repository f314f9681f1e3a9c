import CVitrineALSA

/// A sound card, identified by the name that stays the same if cards are renumbered.
public struct SoundCard: Hashable, Sendable {
  /// ALSA's identifier of the card: `vc4hdmi0`.
  public let id: String
  /// The human-readable name.
  public let name: String
  /// Its ports, in ALSA's order.
  public let ports: [SoundPort]

  public var isHDMI: Bool { ports.contains(where: \.leadsToDisplay) }

  /// Returns all cards, those for monitors first, because a player's sound goes where its picture
  /// goes. The corresponding C functions are `snd_card_next` and `snd_ctl_card_info`.
  public static func all() -> [SoundCard] {
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
