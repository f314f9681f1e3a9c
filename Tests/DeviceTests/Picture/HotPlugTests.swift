import Foundation
import Testing

/// Plugging and unplugging connectors, checked by the kernel's flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct HotPlugTests {
  @Test(
    "The picture returns within 2 s of each plug, in the same mode")
  func plugCycles() throws {
    let cycles = Lab.isSoak ? 1000 : 20
    let clip = try Clips.motion("plug.mp4", size: "320x180", rate: "30", seconds: 240)
    let out = try Lab.folder("hot-plug")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      "tools/lab.d/plug-cycles \(cycles) 7 $OUT/plugs $VITRINE play --loop queue "
        + "--commands /dev/null '\(clip)'")
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let plugs = try PlugLog(out.appending(path: "plugs"))
    #expect(plugs.stays.count == cycles && plugs.isAlive)
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let waits = plugs.waits(for: flips)
    let slowest = waits.max() ?? .infinity
    print("\(waits.count) plugs, picture after at most \(slowest) s")
    #expect(waits.count > cycles / 2 && slowest <= 2)
    let modes = result.output.matches(of: /"mode":"([^"]*)"/).map { String($0.1) }
    #expect(Set(modes) == ["640x480@59.94"], "\(Set(modes))")
    // Skips the first cycles, in which the player allocates its buffers.
    let settled = plugs.held.dropFirst(plugs.held.count / 4)
    let framebuffers = Set(settled.map(\.framebuffers))
    #expect((framebuffers.max() ?? 0) - (framebuffers.min() ?? 0) <= 2, "\(framebuffers)")
    // Memory rises and falls with each item boundary, so the peaks are compared.
    let growth = plugs.peak(of: 3) - plugs.peak(of: 1)
    print("the highest memory of a quarter grew by \(growth) KiB in half of the cycles")
    // A few dozen cycles do not warm up the allocator's arenas.
    if Lab.isSoak { #expect(growth <= 1024) }
  }
}

extension HotPlugTests {
  private static let connectors = "/sys/kernel/config/vkms/lab/connectors"

  @Test("Unplugging one of two outputs costs the other no frame")
  func twoOutputs() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("two-outputs")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      $VITRINE play --audio none '\(clip)' --also Virtual-2='\(clip)' & P=$!
      sleep 3; echo 2 > \(Self.connectors)/o2/status
      sleep 3; awk '{print $1}' /proc/uptime > $OUT/plugged; echo 1 > \(Self.connectors)/o2/status
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let file = out.appending(path: "flips.trace")
    let steady = try FlipTrace(file, crtc: 0)
    let mismatch = steady.mismatch(with: try frameTimes(of: clip), period: Self.vgaPeriod)
    #expect(mismatch == nil)
    let pulled = try FlipTrace(file, crtc: 1).flips.map(\.time)
    let plugged = try Self.seconds("plugged", in: out)
    let away = pulled.filter { plugged - 2.7...plugged ~= $0 }
    #expect(away.isEmpty, "\(away.count) flips while unplugged")
    let back = try #require(pulled.first { $0 > plugged })
    #expect(back - plugged < 2 && pulled.contains { $0 < plugged - 3 })
  }

  @Test("An output that refuses every mode costs the other no frame")
  func refusing() throws {
    let clip = try Clips.motion("refused.mp4", size: "320x180", rate: "30", seconds: 60)
    let out = try Lab.folder("two-refused")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      "$VITRINE play --wait --audio none --inject connector=Virtual-2,modeset=1000000 "
        + "'\(clip)' --also Virtual-2='\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let steady = try FlipTrace(out.appending(path: "flips.trace"), crtc: 0)
    #expect(steady.mismatch(with: try frameTimes(of: clip), period: Self.vgaPeriod) == nil)
    #expect(result.output.contains("Virtual-2"), "\(result.output)")
  }

  /// A time of the guest's uptime, from a file.
  private static func seconds(_ name: String, in folder: URL) throws -> Double {
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    return try #require(Double(text.trimmingCharacters(in: .whitespacesAndNewlines)))
  }

  /// Adds a second card, `D`, with one connector, whose status is 1 (connected) or 2 (disconnected).
  private static func secondCard(status: Int) -> String {
    """
    D=/sys/kernel/config/vkms/second; mkdir $D $D/crtcs/c $D/encoders/e $D/connectors/o $D/planes/p
    echo 1 > $D/planes/p/type; echo \(status) > $D/connectors/o/status
    ln -s $D/crtcs/c $D/planes/p/possible_crtcs/c; ln -s $D/crtcs/c $D/encoders/e/possible_crtcs/c
    ln -s $D/encoders/e $D/connectors/o/possible_encoders/e; echo 1 > $D/enabled
    """
  }

  @Test("A card that appears after the start shows the picture within 0.1 s")
  func laterCard() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("later-card")
    let result = try Lab.guest(
      ["--travel", "--display", "none", "--audio", "none"], out: out,
      """
      mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
      $VITRINE play --wait --audio none '\(clip)' & P=$!
      sleep 5; awk '{print $1}' /proc/uptime > $OUT/appeared
      \(Self.secondCard(status: 1))
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let appeared = try Self.seconds("appeared", in: out)
    let first = try #require(flips.first { $0 > appeared })
    print("\(first - appeared) s from the card to the picture")
    #expect(first - appeared <= 0.1)
  }

  @Test("A connector's name finds it on the second card")
  func namedCard() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("named-card")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60"], out: out,
      """
      \(Self.secondCard(status: 1))
      name=$(cd /sys/class/drm; ls -d card*-Virtual-* | tail -n 1); name=${name#card*-}
      $VITRINE play --audio none --display $name '\(clip)' & P=$!
      sleep 5; (cd /sys/class/drm; grep . card*-Virtual-*/enabled)
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let lit = result.output.split(whereSeparator: \.isNewline).filter {
      $0.hasSuffix("/enabled:enabled")
    }
    #expect(lit.count == 1 && lit[0].contains("-Virtual-2/"), "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips
    #expect(flips.count > 300)
  }

  @Test("A display plugged into the second card later is lit")
  func secondCard() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("two-cards")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60"], out: out,
      """
      echo 2 > \(Self.connectors)/o/status
      \(Self.secondCard(status: 2))
      ls /dev/dri
      $VITRINE play --wait --audio none '\(clip)' & P=$!
      sleep 5; awk '{print $1}' /proc/uptime > $OUT/plugged; echo 1 > $D/connectors/o/status
      wait $P
      """)
    #expect(result.status == 0 && result.output.contains("card1"), "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let plugged = try Self.seconds("plugged", in: out)
    let first = try #require(flips.first, "\(result.output)")
    #expect(first > plugged && first - plugged < 2 && flips.count > 150, "\(result.output)")
  }

  /// The period of 640x480 at 59.94 Hz by VESA's timings.
  private static let vgaPeriod = 800 * 525 / 25_175_000.0

  @Test("A mirror is within a vblank of the first output and unplugged separately")
  func mirror() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("mirror")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      $VITRINE play --audio none --mirror Virtual-2 '\(clip)' & P=$!
      sleep 3; echo 2 > \(Self.connectors)/o2/status
      sleep 3; echo 1 > \(Self.connectors)/o2/status
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let file = out.appending(path: "flips.trace")
    let first = try FlipTrace(file, crtc: 0)
    #expect(first.mismatch(with: try frameTimes(of: clip), period: Self.vgaPeriod) == nil)
    let mirror = try FlipTrace(file, crtc: 1).flips.map(\.time)
    #expect(mirror.count > 250 && mirror.contains { $0 < 3 } && mirror.contains { $0 > 7 })
    let distances = mirror.filter { $0 > 7 }.map { time in
      first.flips.map { abs(time - $0.time) }.min() ?? 1
    }
    let farthest = distances.max() ?? 1
    #expect(farthest <= Self.vgaPeriod + 0.001, "\(farthest)")
  }

  @Test("With --wait, the display device may appear after the player starts")
  func laterDevice() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("later-device")
    let enabled = "/sys/kernel/config/vkms/lab/enabled"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60"], out: out,
      """
      echo 0 > \(enabled)
      $VITRINE play --wait --audio none '\(clip)' & P=$!
      sleep 5; awk '{print $1}' /proc/uptime > $OUT/here; echo 1 > \(enabled)
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let here = try #require(
      Double(
        String(contentsOf: out.appending(path: "here"), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    let first = try #require(flips.first)
    #expect(first > here && first - here < 2 && (flips.last ?? 0) > 11)
  }

  @Test(
    "A refused first mode set is retried with --wait and fatal without it",
    arguments: [1, 3])
  func refusedAtFirst(count: Int) throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("refused-at-first-\(count)")
    let play = "$VITRINE play --audio none --inject clone=refused,modeset=\(count)"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60"], out: out,
      "\(play) '\(clip)' && exit 1; \(play) --wait '\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    #expect(flips.count > 200, "\(flips.count)")
    #expect(result.output.contains("no picture: Virtual-1: commit refused"), "\(result.output)")
  }

  @Test("The picture follows a cable to another connector of the only CRTC")
  func moved() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("moved")
    let lab = "/sys/kernel/config/vkms/lab"
    let note = "awk '{print $1}' /proc/uptime >> $OUT/moves"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      cd \(lab); echo 0 > enabled; echo 2 > connectors/o2/status
      rm planes/p*-2/possible_crtcs/c2 encoders/e2/possible_crtcs/c2; rmdir planes/p*-2 crtcs/c2
      ln -s \(lab)/crtcs/c encoders/e2/possible_crtcs/c; echo 1 > enabled; cd - > /dev/null
      $VITRINE play --audio none '\(clip)' & P=$!
      sleep 3; echo 2 > \(Self.connectors)/o/status; echo 1 > \(Self.connectors)/o2/status; \(note)
      sleep 4; echo 2 > \(Self.connectors)/o2/status; echo 1 > \(Self.connectors)/o/status; \(note)
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let moves = try String(contentsOf: out.appending(path: "moves"), encoding: .utf8)
      .split(separator: "\n").compactMap { Double($0) }
    try #require(moves.count == 2)
    for move in moves {
      // The flips right after the move may still be of the previous display.
      let next = try #require(flips.first { $0 > move + 0.1 })
      #expect(next - move < 1, "\(next - move) s")
    }
    #expect(flips.count > 300, "\(flips.count)")
    let lit = result.output.matches(of: /display: (Virtual-[0-9])/).map { String($0.1) }
    #expect(lit.contains("Virtual-1") && lit.contains("Virtual-2"), "\(result.output)")
  }

  @Test("A display device that returns under another name is used again")
  func deviceGone() throws {
    let clip = try Clips.motion("two.mp4", size: "320x180", rate: "30", seconds: 12)
    let out = try Lab.folder("device-gone")
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60"], out: out,
      """
      $VITRINE play --audio none '\(clip)' & P=$!
      sleep 3; echo 0 > /sys/kernel/config/vkms/lab/enabled
      sleep 3; awk '{print $1}' /proc/uptime > $OUT/back; echo 1 > /sys/kernel/config/vkms/lab/enabled
      wait $P
      """)
    #expect(result.status == 0, "\(result.output)")
    let flips = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let back = try #require(
      Double(
        String(contentsOf: out.appending(path: "back"), encoding: .utf8)
          .trimmingCharacters(in: .whitespacesAndNewlines)))
    let first = try #require(flips.first { $0 > back })
    #expect(first - back < 2 && (flips.last ?? 0) > 11)
    #expect(result.output.contains("no picture: no display device"))
  }
}

/// The log of `plug-cycles`.
struct PlugLog {
  /// From plug to unplug.
  var stays: [ClosedRange<Double>] = []
  var held: [(rss: Int, framebuffers: Int)] = []
  var isAlive = false

  private struct Line: Decodable {
    var plug, unplug, end: Double?
    var rss, framebuffers: Int?
    var alive: Bool?
  }

  init(_ file: URL) throws {
    var plugged: Double?
    for text in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
      plugged = line.plug ?? plugged
      if let end = line.unplug, let start = plugged { stays.append(start...end) }
      if let rss = line.rss { held.append((rss, line.framebuffers ?? 0)) }
      isAlive = line.alive ?? isAlive
    }
  }

  /// The peak memory of a quarter of the cycles.
  func peak(of quarter: Int) -> Int {
    let count = held.count / 4
    return held[quarter * count..<(quarter + 1) * count].map(\.rss).max() ?? 0
  }

  /// The time from each plug to the first flip. Stays of less than two seconds are ignored.
  func waits(for flips: [Double]) -> [Double] {
    stays.filter { $0.upperBound - $0.lowerBound >= 2 }.map { stay in
      flips.first { $0 > stay.lowerBound }.map { $0 - stay.lowerBound } ?? .infinity
    }
  }
}
