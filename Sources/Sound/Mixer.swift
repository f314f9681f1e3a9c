import CVitrineALSA
import VitrineLinux
package import VitrinePlayback

/// The open mixer of a sound card.
///
/// Wraps ALSA's simple mixer: `snd_mixer_open` and `snd_mixer_selem_…`.
@safe package struct Mixer: ~Copyable {
  private let name: String
  private let handle: OpaquePointer

  /// A card has a few dozen.
  private static let mostControls = 1000

  /// Opens the mixer of a card by its number or identifier.
  package init(card: String) throws(SoundError) {
    vitrine_alsa_be_quiet()
    let name = "hw:\(card)"
    var opened: OpaquePointer?
    let result = unsafe snd_mixer_open(&opened, 0)
    guard result == 0, let handle = unsafe opened else {
      throw SoundError("open the mixer", name, result: result)
    }
    do throws(SoundError) {
      unsafe try Self.load(handle, name)
    } catch {
      unsafe snd_mixer_close(handle)
      throw error
    }
    unsafe (self.name, self.handle) = unsafe (name, handle)
  }

  deinit { unsafe snd_mixer_close(handle) }

  private static func load(_ handle: OpaquePointer, _ name: String) throws(SoundError) {
    for step in 0..<3 {
      let result =
        switch step {
        case 0: unsafe snd_mixer_attach(handle, name)
        case 1: unsafe snd_mixer_selem_register(handle, nil, nil)
        default: unsafe snd_mixer_load(handle)
        }
      guard result >= 0 else { throw SoundError("open the mixer", name, result: result) }
    }
  }

  /// The controls for playback; none if the card has no mixer.
  package func controls() -> [MixerControl] {
    var controls: [MixerControl] = []
    var next = unsafe snd_mixer_first_elem(handle)
    while let element = unsafe next, controls.count < Self.mostControls {
      if let control = unsafe MixerControl(element) { controls.append(control) }
      unsafe next = snd_mixer_elem_next(element)
    }
    return controls
  }

  package func apply(_ changes: [MixerChange]) throws(SoundError) {
    for change in changes {
      guard let element = unsafe element(change.control) else { continue }
      let volume =
        switch change.volume {
        // Rounded down, since no control may amplify.
        case .millibels(let level):
          unsafe snd_mixer_selem_set_playback_dB_all(element, level, -1)
        case .step(let step): unsafe snd_mixer_selem_set_playback_volume_all(element, step)
        case nil: CInt(0)
        }
      // Unmuted last, so that the old volume is not heard.
      let result =
        volume < 0 || !change.isUnmuted
        ? volume : unsafe snd_mixer_selem_set_playback_switch_all(element, 1)
      guard result >= 0 else {
        throw SoundError("set \(change.control)", name, result: result)
      }
    }
  }

  private func element(_ control: MixerControl.ID) -> OpaquePointer? {
    var id: OpaquePointer?
    guard unsafe snd_mixer_selem_id_malloc(&id) == 0 else { return nil }
    defer { unsafe snd_mixer_selem_id_free(id) }
    unsafe snd_mixer_selem_id_set_name(id, control.name)
    unsafe snd_mixer_selem_id_set_index(id, control.index)
    return unsafe snd_mixer_find_selem(handle, id)
  }
}

extension MixerControl {
  /// Nil for a control without playback, such as a microphone.
  fileprivate init?(_ element: OpaquePointer) {
    guard unsafe snd_mixer_elem_get_type(element) == SND_MIXER_ELEM_SIMPLE,
      unsafe snd_mixer_selem_is_active(element) != 0,
      let name = unsafe snd_mixer_selem_get_name(element)
    else { return nil }
    let volume = unsafe Volume(element)
    let isOn = unsafe Self.isOn(element)
    guard volume != nil || isOn != nil else { return nil }
    self.init(
      ID(unsafe String(cString: name), unsafe snd_mixer_selem_get_index(element)), volume: volume,
      isOn: isOn)
  }

  private static func isOn(_ element: OpaquePointer) -> Bool? {
    guard unsafe snd_mixer_selem_has_playback_switch(element) != 0 else { return nil }
    return unsafe channels(of: element).contains { channel in
      var value = CInt(0)
      return unsafe snd_mixer_selem_get_playback_switch(element, channel, &value) == 0 && value != 0
    }
  }

  fileprivate static func channels(
    of element: OpaquePointer
  ) -> [snd_mixer_selem_channel_id_t] {
    (0...SND_MIXER_SCHN_LAST.rawValue).map { snd_mixer_selem_channel_id_t(rawValue: $0) }
      .filter { unsafe snd_mixer_selem_has_playback_channel(element, $0) != 0 }
  }
}

extension MixerControl.Volume {
  fileprivate init?(_ element: OpaquePointer) {
    guard unsafe snd_mixer_selem_has_playback_volume(element) != 0 else { return nil }
    var (lowest, highest) = (0, 0)
    guard unsafe snd_mixer_selem_get_playback_volume_range(element, &lowest, &highest) == 0,
      lowest < highest
    else { return nil }
    let steps = unsafe MixerControl.channels(of: element).compactMap { channel in
      var value = 0
      let result = unsafe snd_mixer_selem_get_playback_volume(element, channel, &value)
      return result == 0 ? value : nil
    }
    guard let loudest = steps.max() else { return nil }
    var (quiet, loud) = (0, 0)
    let isKnown =
      unsafe snd_mixer_selem_get_playback_dB_range(element, &quiet, &loud) == 0 && quiet < loud
    self.init(steps: lowest...highest, step: loudest, millibels: isKnown ? quiet...loud : nil)
  }
}
