import Foundation
import Testing
import VitrineMedia
import VitrinePlayback

/// The loudness of files, and their gains.
struct LoudnessTests {
  @Test(
    "Tags of ReplayGain and R128 are read, and bad ones ignored",
    arguments: [
      (["REPLAYGAIN_TRACK_GAIN": "-6.50 dB", "REPLAYGAIN_TRACK_PEAK": "0.95"], -11.5, 0.95),
      (["replaygain_track_gain": " +3 dB "], -21, nil),
      (["replaygain_track_gain": "3.25DB"], -21.25, nil),
      (["R128_TRACK_GAIN": "-512"], -21, nil),
      (["R128_TRACK_GAIN": "0", "REPLAYGAIN_TRACK_GAIN": "-6 dB"], -23, nil),
      (["REPLAYGAIN_TRACK_GAIN": "-6 dB", "REPLAYGAIN_TRACK_PEAK": "nan"], -12, nil),
      (["REPLAYGAIN_TRACK_GAIN": "-6 dB", "REPLAYGAIN_TRACK_PEAK": "-1"], -12, nil),
      (["REPLAYGAIN_TRACK_GAIN": "nan dB"], nil, nil),
      (["REPLAYGAIN_TRACK_GAIN": "inf"], nil, nil),
      (["REPLAYGAIN_TRACK_GAIN": "1000 dB"], nil, nil),
      (["REPLAYGAIN_TRACK_GAIN": "-1000 dB"], nil, nil),
      (["REPLAYGAIN_TRACK_GAIN": "loud"], nil, nil),
      (["REPLAYGAIN_TRACK_GAIN": ""], nil, nil),
      (["R128_TRACK_GAIN": "32767"], nil, nil),
      (["R128_TRACK_GAIN": "99999999999999999999"], nil, nil),
      (["REPLAYGAIN_ALBUM_GAIN": "-6 dB"], nil, nil),
      ([:], nil, nil),
    ] as [([String: String], Double?, Double?)])
  func tags(_ values: [String: String], integrated: Double?, peak: Double?) {
    let loudness = Loudness(MediaTags(values))
    #expect(loudness?.integrated == integrated)
    #expect(loudness?.peak == peak)
  }

  @Test(
    "The gain leads to the target, and amplifies only as far as peaks do not clip",
    arguments: [
      (-23, 1, -23, 0), (-13, 1, -23, -10), (-13, nil, -23, -10), (-33, 0.1, -23, 10),
      // The peak permits less, nothing, or is unknown; and silence is not amplified to noise.
      (-33, 0.45, -23, 6.02), (-33, 0.95, -23, 0), (-33, nil, -23, 0), (-33, 2, -23, 0),
      (-60, 0.001, -10, 24), (5, 3, -40, -45),
    ] as [(Double, Double?, Double, Double)])
  func gain(integrated: Double, peak: Double?, target: Double, decibels: Double) throws {
    let loudness = try #require(Loudness(integrated: integrated, peak: peak))
    #expect(abs(20 * log10(loudness.gain(to: target)) - decibels) < 0.01)
  }

  @Test("Values that cannot be true are ignored", arguments: [-70, -61, 6, .nan, .infinity])
  func implausible(_ value: Double) {
    #expect(Loudness(integrated: value, peak: 1) == nil)
  }
}
