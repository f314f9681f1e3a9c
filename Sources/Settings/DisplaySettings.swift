package import VitrinePictures
package import VitrinePlayback
package import VitrineSchedules

/// The section `display`.
package struct DisplaySettings: Hashable, Sendable {
  /// The path of a DRM node; nil uses the first one with a display.
  package var device: String?
  /// Nil uses the first one with a display.
  package var connector: String?
  /// Connectors that show the same picture.
  package var mirrors: [String] = []
  /// The displays that show one picture together.
  package var wall: Wall?
  package var bezels = Wall.Bezels.none
  /// The only output path to use; nil uses the best that works.
  package var renderMode: RenderMode?
  /// The rotator; nil uses the plane where possible.
  package var rotator: Rotator?
  package var mode = ModePolicy.preferred
  /// Modes that the display does not list, in the syntax of `--custom-mode`. Whether the cable
  /// supports them is not checked.
  package var customModes: [String] = []
  package var matching = RateMatching.off
  package var hdr = HDRPolicy.off
  package var fit = Fit.contain
  package var turning = RotationChoice.fixed(.none)
  package var margins = Margins.none
  package var shift = PixelShift.none
  package var dimming = ExternalDimming.picture
  package var brightness = ScheduledBrightness()

  /// Clockwise from upright, regardless of how the panel is built in; upright until the sensor has
  /// reported.
  package var rotation: Rotation {
    get { if case .fixed(let rotation) = turning { rotation } else { .none } }
    set { turning = .fixed(newValue) }
  }

  package init() {}
}

/// How everything is rotated.
package enum RotationChoice: Hashable, Sendable {
  case fixed(Rotation)
  /// As the device is held, by its accelerometer.
  case sensor

  package static var words: [String] { Rotation.words + ["sensor"] }

  package init?(word: String) {
    guard word != "sensor" else {
      self = .sensor
      return
    }
    guard let rotation = Rotation(word: word) else { return nil }
    self = .fixed(rotation)
  }
}

/// The brightness of a display.
package struct ScheduledBrightness: Hashable, Sendable {
  /// Outside of the schedule.
  package var standard = Brightness.asFound
  /// The range, in per cent, that a light sensor chooses from; nil without one. `standard` is then the
  /// brightness until the sensor reports.
  package var light: ClosedRange<Int>?
  /// By time of day.
  package var schedule = AmountTable()
}

/// A section in `outputs`: settings for one connector.
package struct OutputSettings: Hashable, Sendable {
  package var mode: ModePolicy?
  package var rotation: Rotation?
  package var margins: Margins?
  package var brightness: Brightness?
  /// The path of a playlist to play there.
  package var playlist: String?
  /// The sound device for it; nil is silent on outputs with their own playlist.
  package var audio: String?
  /// Overrides the delay of the section `audio`.
  package var audioDelay: Duration?

  package init(
    mode: ModePolicy? = nil, rotation: Rotation? = nil, margins: Margins? = nil,
    brightness: Brightness? = nil, playlist: String? = nil, audio: String? = nil,
    audioDelay: Duration? = nil
  ) {
    self.mode = mode
    (self.rotation, self.margins) = (rotation, margins)
    self.playlist = playlist
    self.brightness = brightness
    (self.audio, self.audioDelay) = (audio, audioDelay)
  }
}

extension Configuration {
  /// The brightness outside of a schedule for the player of a connector; nil is the first player.
  package func brightness(at connector: String?) -> Brightness {
    (connector ?? display.connector).flatMap { outputs[$0]?.brightness }
      ?? display.brightness.standard
  }

  /// Whether the brightness of that player follows the light around it.
  package func followsLight(at connector: String?) -> Bool {
    display.brightness.light != nil
      && (connector ?? display.connector).flatMap { outputs[$0]?.brightness } == nil
  }
}
