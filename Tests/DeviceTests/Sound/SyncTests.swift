import Foundation
import Testing

/// A/V sync, through every fault of a sound device.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct SyncTests {
  /// Half a minute; half an hour for tools/soak.
  private static let seconds = Lab.isSoak ? 1800 : 30

  private func play(
    _ name: String, seconds: Int = SyncTests.seconds, travel: Bool = true, before: String = "",
    during: String = "", delay: Double = 0
  ) throws -> (SyncTrace, Statistics) {
    let clip = try SyncTrace.clip(seconds: seconds)
    let out = try Lab.folder("sync-\(name)")
    let result = try Lab.guest(
      (travel ? ["--travel"] : []) + ["--display", "640x480@60", "--record"], out: out,
      """
      \(before)
      echo 'audio: {delay: \(delay)}' > /tmp/delay.yaml
      $VITRINE play --config /tmp/delay.yaml --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json '\(clip)' & player=$!
      \(during)
      wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    return (try SyncTrace(out), try Statistics(out.appending(path: "stats.json")))
  }

  @Test("Subtitles appear with the sound, within a refresh")
  func subtitles() throws {
    let clip = try SyncTrace.subtitled(seconds: 40)
    let out = try Lab.folder("sync-subtitles")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--record"], out: out,
      "$VITRINE play '\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let sync = try SyncTrace(out)
    print("subtitles: p99 \(sync.percentile(0.99) * 1000) ms from the sound")
    #expect(sync.offsets.count >= 37, "\(sync.offsets.count) of \(sync.flashes)")
    #expect(sync.percentile(0.99) <= 1 / 60, "\(sync.offsets)")
  }

  @Test("Picture and sound are within 20 ms at the 99th percentile")
  func plain() throws {
    let (sync, stats) = try play("plain")
    #expect(sync.offsets.count >= Self.seconds - 1)
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
    #expect(stats.underruns == 0)
  }

  @Test("Sound plays later or earlier than the picture by the set delay", arguments: [0.12, -0.12])
  func delayed(seconds: Double) throws {
    let (sync, stats) = try play("delay\(seconds)", before: "", delay: seconds)
    #expect(sync.offsets.count >= Self.seconds - 3, "\(sync.offsets.count)")
    // An offset is positive if the picture is late.
    let errors = sync.offsets.map { abs($0 + seconds) }.sorted()
    #expect((errors.last ?? .infinity) <= 0.025, "\(sync.offsets)")
    #expect(stats.underruns == 0)
  }

  @Test("A skewed device clock does not break A/V sync", arguments: [-1000, 1000])
  func skewed(partsPerMillion: Int) throws {
    // The control is the number of device frames per 100000 of real time: a larger value is a slower clock.
    let shift = 100_000 - partsPerMillion / 10
    let (sync, _) = try play(
      "skew\(partsPerMillion)",
      before: """
        for device in 0 1; do amixer -q -c Loopback cset \
          iface=PCM,name='PCM Rate Shift 100000',device=$device,subdevice=0 \(shift); done
        """)
    let measured = (sync.rate / 48000 - 1) * 1e6
    #expect(abs(measured - Double(partsPerMillion)) < 50, "the clock ran \(measured) ppm off")
    #expect(sync.offsets.count >= Self.seconds - 3)
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }

  @Test("Picture and sound are in sync after a pause")
  func pause() throws {
    let clip = try SyncTrace.clip(seconds: 30)
    let out = try Lab.folder("sync-pause")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--record"], out: out,
      """
      (sleep 10.35; printf ' '; sleep 7.777; printf ' '; sleep 30) |
        script -qec "$VITRINE play --audio hw:CARD=Loopback,DEV=0 '\(clip)'" /dev/null > /dev/null
      """)
    #expect(result.status == 0, "\(result.output)")
    let sync = try SyncTrace(out)
    #expect(sync.offsets.count >= 29)
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }

  @Test("Picture and sound are in sync after an underrun")
  func underrun() throws {
    let (sync, stats) = try play(
      "underrun", seconds: 30,
      during: "sleep 10.35; kill -STOP $player; sleep 0.5; kill -CONT $player")
    #expect(stats.underruns >= 1)
    #expect(sync.offsets.count >= 27)
    // Up to two of the thirty may fall into the time the player was stopped.
    #expect(sync.percentile(0.92) <= 0.020, "\(sync.percentile(0.92) * 1000) ms")
    #expect(sync.offsets.suffix(15).allSatisfy { abs($0) <= 0.020 })
  }

  @Test("The picture continues without the sound device, and sound returns in sync")
  func deviceGone() throws {
    let driver = "/sys/bus/platform/drivers/snd_aloop"
    let (sync, stats) = try play(
      "gone", seconds: 30,
      during: """
        sleep 10.35; name=$(ls \(driver) | grep snd_aloop | head -n 1)
        echo $name > \(driver)/unbind; sleep 3; echo $name > \(driver)/bind
        """)
    #expect(stats.frames.dropped == 0 && sync.flashes >= 29)
    #expect(sync.offsets.count >= 20)
    #expect(sync.percentile(0.99) <= 0.020, "\(sync.percentile(0.99) * 1000) ms")
  }

  /// The loopback's timer is another card's here. While that card does not play, the loopback reports that it runs but
  /// does not advance, like HDMI without a pixel clock. A recording of it would not advance either.
  @Test("A stalled sound device is closed, the picture continues, and sound returns later")
  func standing() throws {
    let clip = try SyncTrace.clip(seconds: 30)
    let out = try Lab.folder("sync-standing")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "both"], out: out,
      """
      echo Dummy,0,0 > /proc/asound/Loopback/timer_source
      $VITRINE play --audio hw:CARD=Loopback,DEV=0 --stats $OUT/stats.json '\(clip)' & player=$!
      sleep 10.35; timeout 40 aplay -q -D hw:Dummy --period-time=10000 \
        --buffer-time=80000 -f S16_LE -r 48000 -c 2 /dev/zero & wait $player
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("accepts audio but plays nothing"), "\(result.output)")
    let opened = result.output.ranges(of: "sound: hw:CARD=Loopback").count
    #expect(opened >= 3, "opened, lost and opened: \(result.output)")
    #expect(try Statistics(out.appending(path: "stats.json")).frames.dropped == 0)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    let length = (flips.last?.time ?? 0) - (flips.first?.time ?? 0)
    // The picture does not wait for the sound to return.
    #expect(abs(length - 29.03) < 0.1, "\(length) s")
  }

  @Test("Picture and sound are within 20 ms at the 95th percentile in real time")
  func realTime() throws {
    let seconds = Lab.isSoak ? 30 : 14
    let ((sync, _), isFit) = try GuestPace.around {
      try play("real-time", seconds: seconds, travel: false)
    }
    let figures = [0.5, 0.95, 1].map { ($0, (sync.percentile($0) * 10_000).rounded() / 10) }
    print("in real time: \(figures.map { "\(Int($0 * 100)) % within \($1) ms" })")
    guard isFit else { return }
    #expect(sync.offsets.count >= seconds - 5)
    // On a shared machine a few pictures are late, but not most. The exact test runs in time-travel mode.
    #expect(sync.percentile(0.5) <= 0.050)
    withKnownIssue(isIntermittent: true) { #expect(sync.percentile(0.95) <= 0.020, "\(figures)") }
  }
}
