import Foundation
import Testing

/// The service in time-travel mode, checked by the scanned-out pictures and its notifications to systemd.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ServiceTests {
  /// Small, because the kernel composes each vblank.
  private static let display = ["--travel", "--display", "160x120@60", "--time-limit", "1800"]

  @Test("A changed list takes effect at an item boundary without a black frame")
  func changes() throws {
    let count = Lab.isSoak ? 50 : 8
    let clips = try (1...5).map {
      try Clips.motion("service-\($0).mp4", size: "160x120", seconds: $0 == 1 ? 3 : 2)
    }
    let out = try Lab.folder("service-changes")
    let result = try Lab.guest(
      Self.display + ["--audio", "none"], out: out,
      ScanoutSums.during(
        """
        export LIST=/tmp/menu.m3u CLIPS='\(clips.joined(separator: ":"))'
        printf '%s\\n' '\(clips[0])' '\(clips[1])' > $LIST
        tools/lab.d/serve changes \(count) 5 $OUT/log $VITRINE run --playlist $LIST
        """))
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let log = try ServiceLog(out)
    try checkNoBlack(out)
    checkEffect(log, first: ["service-1.mp4", "service-2.mp4"], longest: 3)
    // Some lists are fixed again before the service reads them.
    let refused = log.said.matches(of: /continuing with the previous version/).count
    print("\(log.lines.count { $0.broken == true }) broken lists, \(refused) of them reported")
    if Lab.isSoak { #expect(refused > 0) }
    #expect(log.peak(\.framebuffers, quarter: 3) <= log.peak(\.framebuffers, quarter: 0) + 2)
    #expect(log.peak(\.descriptors, quarter: 3) <= log.peak(\.descriptors, quarter: 0) + 8)
  }

  /// Checks from the first picture to the end of the service.
  private func checkNoBlack(_ out: URL) throws {
    let flips = try FlipTrace(out.appending(path: "flips.trace"), withBlocking: true).flips
    let last = try #require(flips.last).sequence
    let (_, missing, black) = try #require(try ScanoutSums(out).blanks(through: last))
    #expect(black == [], "black at these vblanks")
    #expect(missing == 0, "vblanks without a checksum")
  }

  /// Checks that only items of the list play once the item that was playing has ended.
  private func checkEffect(_ log: ServiceLog, first: [String], longest: Double) {
    var lists = [(time: 0.0, names: first)]
    lists += log.lines.compactMap { line in line.list.map { (line.time, $0) } }
    // The folder has to settle, the item to end, and the status is sent once a second.
    let patience = 0.3 + longest + 1.5
    var seen = 0
    for (number, list) in lists.enumerated() {
      let end = number + 1 < lists.count ? lists[number + 1].time : .infinity
      let items = log.items.filter { $0.time >= list.time + patience && $0.time < end }
      seen += items.count
      #expect(Set(items.map(\.name)).isSubset(of: list.names), "from \(list.time) s on")
    }
    #expect(seen > lists.count / 2)
  }

  @Test("A killed player resumes within two seconds of its position")
  func kills() throws {
    let count = Lab.isSoak ? 50 : 6
    let clip = try NumberedClip(seconds: 20)
    let out = try Lab.folder("service-kills")
    let result = try Lab.guest(
      Self.display + ["--audio", "none"], out: out,
      ScanoutSums.during(
        """
        $VITRINE play '\(clip.path)'; kill $sums; wait $sums; mv $OUT/checksums $OUT/once
        catch checksums
        tools/lab.d/serve kills \(count) 3 $OUT/log $VITRINE run --playlist '\(clip.path)'
        """))
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let jumps = try ScanoutSums(out).jumps(along: ScanoutSums.places(out.appending(path: "once")))
    // It may go back to the last stored position, and forward by at most the time of a start.
    let seconds = jumps.map { Double($0) / 60 }
    print("\(count) kills; resumed \(seconds.sorted().map { ($0 * 100).rounded() / 100 }) s off")
    #expect(jumps.count == count)
    #expect(seconds.allSatisfy { abs($0) <= 2 })
    let readiness = try ServiceLog(out).readiness
    #expect(readiness.count == count + 1 && readiness.allSatisfy { $0 < 2 })
  }
}

extension ServiceTests {
  @Test(
    "An item that crashes the player is quarantined until the list changes",
    arguments: ["poison", "opening"])
  func poison(how: String) throws {
    // Long enough to be killed three times during playback.
    let clips = try [("service-1", 3), ("poison", 12), ("service-3", 2)].map {
      try Clips.motion("\($0).mp4", size: "160x120", seconds: $1)
    }
    let out = try Lab.folder("service-\(how)")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--audio", "none"], out: out,
      """
      export LIST=/tmp/menu.m3u POISON=poison.mp4
      printf '%s\\n' \(clips.map { "'\($0)'" }.joined(separator: " ")) > $LIST
      tools/lab.d/serve \(how) 9 1 $OUT/log $VITRINE run --playlist $LIST
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let log = try ServiceLog(out)
    let kills = log.lines.filter { $0.kill == true }.map(\.time)
    let change = try #require(log.lines.first { $0.list != nil }?.time)
    // Three kills each: the item is retried once the list is rewritten.
    #expect(kills.count { $0 < change } == 3 && kills.count { $0 > change } == 3)
    #expect(log.said.contains("poison.mp4: quarantined after repeated crashes"))
    #expect(!log.said.contains("service-1.mp4: quarantined"))
    let third = try #require(kills.dropFirst(2).first)
    let after = log.items.filter { $0.time > third + 1 && $0.time < change }.map(\.name)
    if how == "poison" { #expect(after.first == "service-3.mp4", "the next item plays") }
    #expect(Set(after) == ["service-1.mp4", "service-3.mp4"])
  }

  @Test("Without inotify, the player logs one warning and polls the folder")
  func unwatched() throws {
    let clip = try Clips.motion("service-1.mp4", size: "160x120", seconds: 3)
    let out = try Lab.folder("service-unwatched")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--audio", "none"], out: out,
      """
      echo 0 > /proc/sys/fs/inotify/max_user_instances; mkdir /tmp/empty
      $VITRINE run --playlist /tmp/empty & P=$!
      sleep 60; cp '\(clip)' /tmp/empty; sleep 15; kill $P; wait $P
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    for words in ["/tmp/empty: empty", "cannot be watched"] {
      #expect(result.output.ranges(of: words).count == 1, "\(words): \(result.output)")
    }
    #expect(result.output.contains("service-1.mp4: playing"), "\(result.output)")
  }

  /// `ServiceFaultTests` has a short form.
  @Test(
    "For hours, reloads show no black, each plugged display is lit, and nothing leaks",
    .enabled(if: Lab.isSoak))
  func long() throws {
    let (hours, period) = (72, 3600)
    let clip = try Clips.motion("long.mp4", size: "160x120", rate: "2", seconds: 10)
    let picture = Lab.root.appending(path: ".build/lab-media/long.png").path
    _ = try Lab.run("ffmpeg", ["-v", "error", "-y", "-i", clip, "-frames:v", "1", picture])
    let out = try Lab.folder("service-long")
    // Small and slow, because the kernel composes each vblank while checksums are read.
    let mode = "320x240@10"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--audio", "none", "--time-limit", "7000"], out: out,
      """
      \(ScanoutSums.afterBlack("--custom-mode \(mode) --mode \(mode)"))
      export PERIOD=\(period)
      printf '%s\\n' '\(clip)' '\(picture)' > /tmp/menu.m3u
      tools/lab.d/serve long \(hours) 1 $OUT/log $VITRINE run --playlist /tmp/menu.m3u \
        --set display.custom-modes=\(mode) --set display.mode=\(mode)
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let (log, sums) = (try ServiceLog(out), try ScanoutSums(out, "log.sums"))
    #expect(sums.sums.count > hours * 2 * 36, "checksums")
    #expect(sums.sums.count { $0.sum == sums.black } == 0, "black around a reload or after a plug")
    // Each item takes ten seconds and is reported to systemd.
    #expect(log.items.count > hours * (period / 10 - 3))
    checkHeld(log, hours)
  }

  private func checkHeld(_ log: ServiceLog, _ hours: Int) {
    // One sample at the start and one per hour.
    let held = log.lines.filter { $0.rss != nil }
    let said = held.compactMap(\.said)
    let rates = zip(said.dropFirst(), said).map { $0 - $1 }
    let (least, most) = (rates.min() ?? 0, rates.max() ?? .max)
    print(
      "\(hours) h, \(log.items.count) items: memory \(log.peak(\.rss, quarter: 1)) KiB, "
        + "later \(log.peak(\.rss, quarter: 3)) KiB; descriptors "
        + "\(Set(held.compactMap(\.descriptors)).sorted()), framebuffers "
        + "\(Set(held.compactMap(\.framebuffers)).sorted()); \(least) to \(most) bytes of log in "
        + "each; silent for \(log.longestSilence) s at most")
    #expect(held.count == hours + 1 && log.longestSilence < 20)
    #expect(rates.count == hours && most <= least + least / 10, "log bytes in each part")
    #expect(log.peak(\.rss, quarter: 3) <= log.peak(\.rss, quarter: 1) + 1024)
    #expect(log.peak(\.descriptors, quarter: 3) <= log.peak(\.descriptors, quarter: 1) + 2)
    #expect(log.peak(\.framebuffers, quarter: 3) <= log.peak(\.framebuffers, quarter: 1) + 2)
  }
}

extension ServiceTests {
  /// Conditions that a service may find when it starts, with a word of the resulting log message.
  private static let beginnings: [(name: String, before: String, options: String, word: String)] = [
    ("plain", "", "--playlist $CLIP", "playing"),
    ("dark", "; echo 2 > $PLUG", "--playlist $CLIP", "no picture"),
    ("off", "", "--playlist $CLIP --set 'power.schedule=mon 09:00-10:00'", "staying off"),
    (
      "stopped", "",
      "--playlist $CLIP --set 'power.schedule=mon 09:00-10:00'"
        + " --set power.meanwhile=stop", "staying off"
    ),
    ("chosen", "", "--playlist $CLIP --set interface.list=true", "input"),
    ("no-list", "", "--playlist /nowhere/menu.m3u", "No such file"),
    ("empty", "; mkdir /tmp/empty", "--playlist /tmp/empty", "/tmp/empty: empty"),
    (
      "gone", "; echo /nowhere/clip.mp4 > /tmp/gone.m3u", "--playlist /tmp/gone.m3u",
      "no such file"
    ),
    (
      "later", "; (sleep 2; mkdir /tmp/later; cp $CLIP /tmp/later/) &", "--playlist /tmp/later",
      "service-1.mp4: playing"
    ),
    (
      "listed-later", "; (sleep 2; echo $CLIP > /tmp/later.m3u) &", "--playlist /tmp/later.m3u",
      "service-1.mp4: playing"
    ),
    ("unnamed", "", "", "no playlist is configured"),
    ("broken", "", "--set display.mod=1", "display.mode"),
    ("safe", "", "--safe", "Safe mode"),
  ]

  @Test("The service is ready and alive under any startup condition, and logs faults")
  func beginnings() throws {
    let clip = try Clips.motion("service-1.mp4", size: "160x120", seconds: 3)
    let out = try Lab.folder("service-beginnings")
    let visits = Self.beginnings.map { name, before, options, _ in
      "true \(before)\ntools/lab.d/serve kills 0 1 $OUT/\(name) $VITRINE run \(options); "
        + "echo \"\(name) ended with $?\"; echo 1 > $PLUG; sleep 1"
    }
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--audio", "none", "--touch"], out: out,
      "date -s '2026-06-03 12:00' > /dev/null; CLIP='\(clip)'; PLUG=/sys/kernel/config/vkms/lab/connectors/o/status\n"
        + visits.joined(separator: "\n"))
    for (name, _, _, word) in Self.beginnings {
      let log = try ServiceLog(out, name)
      let readiness = log.readiness.first ?? .infinity
      #expect(readiness < 2, "\(name)")
      #expect(log.lines.contains { $0.notice == "WATCHDOG=1" }, "\(name)")
      #expect(log.said.contains(word), "\(name): \(log.said)")
      #expect(result.output.contains("\(name) ended with 0"), "\(result.output.suffix(2000))")
    }
  }
}

extension ScanoutSums {
  /// The first vblank of each picture in one playback, counted from the first picture that is not black.
  static func places(_ file: URL) throws -> [Substring: Int] {
    let all = try read(file)
    guard let black = all.first?.sum, let start = all.firstIndex(where: { $0.sum != black }) else {
      return [:]
    }
    let numbered = all[start...].map { ($0.sum, $0.vblank - all[start].vblank) }
    return Dictionary(numbered, uniquingKeysWith: min)
  }

  /// The jumps in the looped playback described by `places`, in vblanks: the difference between the scanned-out
  /// position and the position expected from the time.
  func jumps(along places: [Substring: Int]) -> [Int] {
    let seen = sums.compactMap { entry in places[entry.sum].map { (entry.vblank, $0) } }
    let length = (places.values.max() ?? 0) + 1
    return zip(seen.dropFirst(), seen).compactMap { after, before in
      var jump = after.1 - before.1
      // The clip loops, so its end is next to its beginning.
      if jump < -length / 2 { jump += length } else if jump > length / 2 { jump -= length }
      // A picture is shown for two vblanks but has one position.
      return abs(jump) <= 3 ? nil : jump
    }
  }
}
