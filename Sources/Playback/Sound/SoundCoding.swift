/// A compressed coding of sound that receivers and televisions decode themselves.
package enum SoundCoding: String, CaseIterable, Sendable {
  case ac3 = "AC-3"
  case enhancedAC3 = "E-AC-3"
  case dts = "DTS"

  /// `codec` is FFmpeg's name. Returns nil for other codecs.
  package init?(codec: String) {
    switch codec {
    case "ac3": self = .ac3
    case "eac3": self = .enhancedAC3
    case "dts": self = .dts
    default: return nil
    }
  }

  /// `format` is the number in a display's audio descriptors (CTA-861-G, table 37). Returns nil for other
  /// formats.
  package init?(audioFormat format: UInt8) {
    switch format {
    case 2: self = .ac3
    case 7: self = .dts
    case 10: self = .enhancedAC3
    default: return nil
    }
  }

  /// The rate of the frames that carry its bursts, as a multiple of the sound's own (IEC 61937-3 and -5).
  package var carrier: Int { self == .enhancedAC3 ? 4 : 1 }
}

/// Whether compressed sound passes through the player to the device.
package enum PassthroughPolicy: String, CaseIterable, Sendable {
  case off
  /// If the display or receiver reports the coding.
  case automatic = "auto"
  case on

  /// The codings that pass through. `reported` are those that the display reports.
  package func codings(reported: Set<SoundCoding>) -> Set<SoundCoding> {
    switch self {
    case .off: []
    case .automatic: reported
    case .on: Set(SoundCoding.allCases)
    }
  }
}

/// Why compressed sound is decoded although the device takes it.
package enum DecodingCause: Hashable, Sendable, CustomStringConvertible {
  case loudness, speed, liveStream, volume, speech
  /// The device cannot be opened for it.
  case device(String)

  /// The cause and its cure.
  package var description: String {
    switch self {
    case .loudness: "audio.loudness changes it; set audio.loudness or audio.passthrough to off"
    case .speed: "the speed is not 1; items pass through again at speed 1"
    case .liveStream: "the speed follows a live stream"
    case .volume:
      "the volume is not 100%; set it to 100% (vitrine ctl volume 100%) and the volume on the receiver"
    case .speech: "speech is read aloud; the next item passes through again"
    case .device(let refusal):
      "\(refusal); choose the digital device itself, such as hdmi:CARD=PCH,DEV=0"
    }
  }
}

/// The bursts of compressed sound on a digital connection, as words of 16 bits (IEC 61937-1). Each starts
/// at the start of a frame.
package enum SoundBurst {
  private static let sync: [Int16] = [Int16(bitPattern: 0xF872), 0x4E1F]

  /// Returns the frames before the first burst that starts in these samples; nil if none does.
  package static func start(in samples: ArraySlice<Int16>, frameSize: Int) -> Int? {
    // bound: indices of an array
    for place in stride(from: samples.startIndex, to: samples.endIndex - 1, by: frameSize)
    where samples[place] == sync[0] && samples[place + 1] == sync[1] {
      return (place - samples.startIndex) / frameSize
    }
    return nil
  }

  /// Returns the frames before the last burst that starts in these samples; nil if none does.
  package static func lastStart(in samples: ArraySlice<Int16>, frameSize: Int) -> Int? {
    var (last, rest, passed): (Int?, ArraySlice<Int16>, Int) = (nil, samples, 0)
    while let next = start(in: rest, frameSize: frameSize) {
      last = passed + next
      rest = rest.dropFirst(frameSize * (next + 1))
      passed += next + 1
    }
    return last
  }
}
