internal import VitrineTiming

/// The settings that a player makes in the mixer of a sound card when it opens the card.
package enum MixerPolicy: Hashable, Sendable {
  /// Unmutes the outputs that are silent and sets them to 0 dB, and leaves the rest as it is.
  case audible
  /// Changes nothing.
  case keep
  /// Unmutes all outputs and sets the card to this level, from -6000 to 0 millibels (0.01 dB).
  case level(millibels: Int)

  /// In decibels.
  package static let levels = -60.0...0.0

  /// Parses `auto` or `keep`.
  package init?(word: String) {
    switch word {
    case "auto": self = .audible
    case "keep": self = .keep
    default: return nil
    }
  }

  /// Nil out of the range.
  package init?(decibels: Double) {
    guard Self.levels.contains(decibels) else { return nil }
    // bound: -6000 to 0
    self = .level(millibels: Int((decibels * 100).rounded()))
  }
}

/// A change of one control.
package struct MixerChange: Hashable, Sendable {
  package enum Volume: Hashable, Sendable {
    case millibels(Int)
    /// A step of a driver that reports no decibels.
    case step(Int)
  }

  package let control: MixerControl.ID
  package let isUnmuted: Bool
  package let volume: Volume?

  package init(_ control: MixerControl.ID, isUnmuted: Bool = false, volume: Volume? = nil) {
    self.control = control
    self.isUnmuted = isUnmuted
    self.volume = volume
  }
}

extension MixerChange: CustomStringConvertible {
  package var description: String {
    let level: String? =
      switch volume {
      case .millibels(let level): "set to \(Double(level) / 100) dB"
      case .step(let step): "set to \(step)"
      case nil: nil
      }
    let parts = [isUnmuted ? "unmuted" : nil, level].compactMap(\.self)
    return "\(control) \(parts.joined(separator: ", "))"
  }
}

extension MixerPolicy {
  /// The changes to make to a card with these controls.
  package func changes(to controls: [MixerControl]) -> [MixerChange] {
    let outputs = controls.outputs
    switch self {
    case .keep: return []
    case .audible:
      return outputs.filter(\.isSilent).map { control in
        MixerChange(
          control.id, isUnmuted: control.isOn == false,
          volume: control.isQuietest ? control.volume?.nearest(0) : nil)
      }
    case .level(let level):
      let levels = outputs.levels
      return outputs.compactMap { control in
        let volume = control.volume?.nearest(levels.contains(control.id) ? level : 0)
        guard volume != nil || control.isOn == false else { return nil }
        return MixerChange(control.id, isUnmuted: control.isOn == false, volume: volume)
      }
    }
  }
}

extension MixerControl {
  /// Whether its volume alone makes it silent.
  fileprivate var isQuietest: Bool { MixerControl(id, volume: volume).isSilent }
}

extension MixerControl.Volume {
  /// The level in millibels, limited to the control's range. Without decibels, its steps span the
  /// range of the setting.
  fileprivate func nearest(_ level: Int) -> MixerChange.Volume {
    guard let millibels else {
      let part = 1 - Double(level) / 100 / MixerPolicy.levels.lowerBound
      let span = Double(steps.upperBound) - Double(steps.lowerBound)
      return .step(Int(saturating: Double(steps.lowerBound) + (span * part).rounded()))
    }
    return .millibels(min(max(level, millibels.lowerBound), millibels.upperBound))
  }
}
