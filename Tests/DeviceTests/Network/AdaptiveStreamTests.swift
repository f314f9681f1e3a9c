import Foundation
import Testing

/// Adaptive bitrate over a connection whose bandwidth changes: ffmpeg's segments, served by nginx in a network
/// namespace, in time-travel mode.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct AdaptiveStreamTests {
  /// Returns a folder with a stream of three and a half minutes at 0.4, 1.2 and 3 Mbit/s with a tone.
  private static func stream(_ name: String, _ options: [String]) throws -> String {
    let rates = ["400k", "1200k", "3000k"]
    let sizes = ["256x144", "480x270", "640x360"]
    return try Clips.once("stream-\(name)") { draft in
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      var arguments = [
        "-v", "error", "-y", "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=210", "-f", "lavfi",
        "-i", "sine=f=440:r=48000:d=210", "-pix_fmt", "yuv420p",
      ]
      for index in rates.indices {
        arguments += [
          "-map", "0:v", "-s:v:\(index)", sizes[index], "-b:v:\(index)", rates[index],
          "-minrate:v:\(index)", rates[index], "-maxrate:v:\(index)", rates[index],
          "-bufsize:v:\(index)", rates[index],
        ]
      }
      arguments += [
        "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-keyint_min", "50",
        "-sc_threshold", "0", "-x264-params", "nal-hrd=cbr", "-c:a", "aac", "-b:a", "96k",
      ]
      arguments += options
      arguments.append("\(draft)/\(name.hasPrefix("dash") ? "master.mpd" : "%v.m3u8")")
      let result = try Lab.run("ffmpeg", arguments)
      guard result.status == 0 else { throw Clips.ClipError(text: result.output) }
      // ffmpeg's MPD says that the sound begins at 0, but its file is named after the priming samples.
      try? FileManager.default.moveItem(
        atPath: "\(draft)/chunk-stream3--1024.m4s", toPath: "\(draft)/chunk-stream3-0.m4s")
    }
  }

  /// Muxed or separate audio; segments by number, by time, and in single files with an index.
  private static let forms = [
    "ts": [
      "-map", "1:a", "-map", "1:a", "-map", "1:a", "-var_stream_map", "v:0,a:0 v:1,a:1 v:2,a:2",
    ] + hls,
    "mp4": [
      "-map", "1:a", "-hls_segment_type", "fmp4", "-var_stream_map",
      "a:0,agroup:sound,default:yes v:0,agroup:sound v:1,agroup:sound v:2,agroup:sound",
    ] + hls,
    "dash": ["-map", "1:a", "-use_timeline", "0"] + dash,
    "dash-times": [
      "-map", "1:a", "-use_timeline", "1", "-media_seg_name",
      "chunk-stream$RepresentationID$-$Time$.m4s",
    ] + dash,
    "dash-file": ["-map", "1:a", "-single_file", "1", "-global_sidx", "1"] + dash,
  ]

  private static let hls = [
    "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod", "-master_pl_name", "master.m3u8",
  ]
  private static let dash = [
    "-f", "dash", "-seg_duration", "4", "-adaptation_sets", "id=0,streams=v id=1,streams=a",
  ]

  private static func play(
    _ name: String, _ folder: String, line: String, _ meanwhile: String = ":", options: String = ""
  ) throws -> (Lab.Result, URL) {
    let out = try Lab.folder("stream-\(name)")
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let result = try Lab.guest(
      ["--travel", "--record", "--display", "640x480@50"], out: out,
      """
      . \(script); network_begin '\(folder)'; network_line \(line)
      (\(meanwhile)) &
      timeout 300 $VITRINE play \(options) --stats $OUT/stats.json http://10.9.0.2/master.\(name.hasPrefix("dash") ? "mpd" : "m3u8")
      status=$?; cp /run/nginx/log $OUT/requests; exit $status
      """)
    return (result, out)
  }

  /// The renditions whose segments were requested, one entry per switch.
  private static func encodings(_ out: URL) throws -> [Substring] {
    let log = try String(contentsOf: out.appending(path: "requests"), encoding: .utf8)
    let name = #/GET /(?:chunk-stream|master-stream)?([0-9])[-0-9]*\.(?:ts|m4s|mp4) /#
    let numbers = log.matches(of: name).map(\.1)
    return numbers.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  @Test(
    "The rendition follows the bandwidth down and up without a lost frame",
    arguments: ["ts"] + (Lab.isSoak ? ["dash", "mp4", "dash-file", "dash-times"] : []))
  func changes(form: String) throws {
    let folder = try Self.stream(form, Self.forms[form] ?? [])
    let (result, out) = try Self.play(
      form, folder, line: "delay 20ms rate 8mbit",
      "sleep 30; network_line delay 20ms rate 1mbit; sleep 60; network_line delay 20ms rate 8mbit")
    #expect(result.status == 0, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented == 5250 && frames.dropped == 0 && frames.late == 0, "\(frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst()
    #expect(steps.allSatisfy { $0 < 0.041 }, "\(steps.filter { $0 >= 0.041 })")
    print("renditions of \(form): \(try Self.encodings(out).joined(separator: " "))")
    let heard = try HeardSound(out)
    #expect(heard.silences == [])
    let tone = try Tone(out)
    #expect(tone.seconds > 209 && tone.longestClick < 0.005, "\(tone)")
  }

  @Test(
    "A stream that lacks its last segments plays the others, and then reports the first missing one"
  )
  func missingTail() throws {
    let whole = try Self.stream("dash", Self.forms["dash"] ?? [])
    let folder = try Clips.once("stream-dash-head") { draft in
      try FileManager.default.copyItem(atPath: whole, toPath: draft)
      for name in try FileManager.default.contentsOfDirectory(atPath: draft) {
        guard let number = name.firstMatch(of: #/^chunk-stream[0-9]-0*([0-9]+)\.m4s$/#)?.1,
          Int(number) ?? 0 > 5
        else { continue }
        try FileManager.default.removeItem(atPath: "\(draft)/\(name)")
      }
    }
    let (result, out) = try Self.play("dash-head", folder, line: "delay 20ms rate 20mbit")
    #expect(result.status == 0 && result.output.contains("404 Not Found"), "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    // Five segments of 4 s at 25 Hz.
    #expect(frames.presented == 500 && frames.dropped == 0, "\(frames)")
  }

  @Test(
    "A chosen rendition is on screen within 15 s, without a break, and reported",
    arguments: ["ts", "dash"])
  func chosen(form: String) throws {
    let folder = try Self.stream(form, Self.forms[form] ?? [])
    let ask = "$CTL --socket /tmp/quality"
    let (result, out) = try Self.play(
      form, folder, line: "delay 20ms rate 8mbit",
      """
      sleep 40; \(ask) quality 144p; sleep 15; \(ask) --json status > $OUT/low
      sleep 35; \(ask) quality highest; sleep 15; \(ask) --json status > $OUT/high
      sleep 5; \(ask) quit
      """, options: "--socket /tmp/quality")
    #expect(result.status == 0, "\(result.output)")
    for (name, height) in [("low", 144), ("high", 360)] {
      let status = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      let playing = try #require(status.firstMatch(of: #/"playing":{[^}]*"height":([0-9]+)/#))
      #expect(Int(playing.1) == height, "\(status)")
    }
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented > 100 * 25 && frames.dropped == 0 && frames.late == 0, "\(frames)")
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst()
    #expect(steps.allSatisfy { $0 < 0.041 }, "\(steps.filter { $0 >= 0.041 })")
    print("renditions of \(form): \(try Self.encodings(out).joined(separator: " "))")
    #expect(try HeardSound(out).silences == [])
  }

  /// A live stream that ffmpeg writes during playback, in segments of 2 s with a window of six.
  private static func live(
    _ name: String, _ form: String = "hls", seconds: Int, _ meanwhile: String = ":",
    window: Int = 6, before: Int = 12, flags: String = "", clock: String = ":"
  ) throws -> (Lab.Result, URL) {
    let clip = try Clips.motion(
      "live-180.mp4", size: "320x240", rate: "25", seconds: 180,
      [
        "-c:v", "libx264", "-preset", "veryfast", "-g", "50", "-keyint_min", "50",
        "-sc_threshold", "0", "-c:a", "aac",
      ])
    let out = try Lab.folder("live-\(name)-\(form)")
    let (list, options) =
      form == "hls"
      ? ("live.m3u8", "-hls_time 2 -hls_list_size \(window) -hls_flags delete_segments")
      : ("live.mpd", "-seg_duration 2 -window_size \(window) -extra_window_size 2")
    let script = Lab.root.appending(path: "tools/lab.d/network").path
    let result = try Lab.guest(
      ["--travel", "--record", "--display", "640x480@50"], out: out,
      """
      \(clock); . \(script); mkdir -p /tmp/live; network_begin /tmp/live
      network_line delay 20ms rate 8mbit
      ip netns exec server ffmpeg -v error -re -i \(clip) -c copy -f \(form) \(options) \
        /tmp/live/\(list) < /dev/null &
      until [ -e /tmp/live/\(list) ]; do sleep 0.2; done; sleep \(before)
      (\(meanwhile)) &
      timeout -s INT \(seconds) $VITRINE play \(flags) --stats $OUT/stats.json http://10.9.0.2/\(list)
      status=$?; cp /run/nginx/log $OUT/requests; exit $status
      """)
    return (result, out)
  }

  @Test("A live stream plays without a break", arguments: ["hls", "dash"])
  func live(form: String) throws {
    // A server's clock has a resolution of one second. Without a fixed time, the estimated latency, and so a speed
    // change, would depend on the fraction at which the machine started.
    let (result, out) = try Self.live(
      "plain", form, seconds: 120,
      """
      until [ -S /tmp/plain ]; do sleep 0.1; done
      while sleep 0.5; do echo status; done | socat - UNIX-CONNECT:/tmp/plain > $OUT/told
      """,
      flags: "--socket /tmp/plain", clock: "date -s '2026-06-03 12:00:00' > /dev/null")
    #expect(result.status == 124, "\(result.output)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.presented > 117 * 25 && frames.dropped == 0 && frames.late == 0, "\(frames)")
    let speeds = try Self.speeds(out.appending(path: "told"))
    #expect(speeds.count > 220)
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst()
    let long = steps.filter { $0 >= 0.041 }
    // If playback is slightly too close to the live edge, it slows down for some seconds. A picture then stays for one
    // more refresh whenever the delay adds up to one.
    let gained = speeds.reduce(0) { $0 + max(1 - $1, 0) * 0.5 }
    let allowed = gained == 0 ? 0 : Int(gained * 50) + 1
    #expect(long.count <= allowed && long.allSatisfy { $0 < 0.061 }, "\(long) at \(Set(speeds))")
    print("speeds of \(form): \(Set(speeds).sorted()), \(long.count) additional refreshes")
  }

  /// The speeds that a live source reported.
  private static func speeds(_ file: URL) throws -> [Double] {
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.matches(of: /"live":{[^}]*"rate":([0-9.]+)/).compactMap { Double($0.1) }
  }

  @Test(
    "Seeking in a live window stops at its start and returns to live",
    arguments: ["hls", "dash"])
  func liveWindow(form: String) throws {
    let ask = "$CTL --socket /tmp/window"
    let (result, out) = try Self.live(
      "window", form, seconds: 90,
      """
      tell() { sleep $2; \(ask) --json status > $OUT/$1; }
      tell begun 15; \(ask) seek 50%; tell middle 8; \(ask) skip -3600; tell oldest 5
      \(ask) seek 100%; tell newest 8; \(ask) quit
      """, window: 20, before: 60, flags: "--socket /tmp/window")
    #expect(result.status == 0, "\(result.output)")
    func told(_ name: String) throws -> (
      position: Double, from: Double, to: Double, isShifted: Bool
    ) {
      let text = try String(contentsOf: out.appending(path: name), encoding: .utf8)
      func number(_ name: String) throws -> Double {
        let found = try #require(
          text.firstMatch(of: try Regex("\"\(name)\":([-0-9.]+)")), "\(text)")
        return try #require(found[1].substring.flatMap { Double($0) })
      }
      return try (
        number("position"), number("from"), number("to"), text.contains("\"shifted\":true")
      )
    }
    let (begun, middle) = (try told("begun"), try told("middle"))
    #expect(begun.to - begun.from > 20 && begun.to - begun.from < 42, "\(begun)")
    #expect(abs(begun.position - begun.to) < 1 && !begun.isShifted, "\(begun)")
    #expect(
      abs(middle.position - (middle.from + middle.to) / 2) < 3 && middle.isShifted, "\(middle)")
    let (oldest, newest) = (try told("oldest"), try told("newest"))
    #expect(abs(oldest.position - oldest.from) < 4 && oldest.isShifted, "\(oldest)")
    #expect(abs(newest.position - newest.to) < 3 && !newest.isShifted, "\(newest)")
    print("window of \(form): \(begun) \(middle) \(oldest) \(newest)")
  }

  @Test("A live stream resumes at the live edge within 5 s of an outage")
  func liveCable() throws {
    let (result, out) = try Self.live(
      "cable", seconds: 120,
      "sleep 30; network_pull; sleep 40; network_plug; echo back > /sys/kernel/tracing/trace_marker"
    )
    #expect(result.status == 124, "\(result.output)")
    let trace = try String(contentsOf: out.appending(path: "flips.trace"), encoding: .utf8)
    let mark = try #require(trace.firstMatch(of: /([0-9.]+): tracing_mark_write: back/))
    let back = try #require(Double(mark.1))
    let times = try FlipTrace(out.appending(path: "flips.trace")).flips.map(\.time)
    let stops = zip(times, times.dropFirst()).filter { $1 - $0 > 0.2 }
    let last = try #require(stops.last).1
    print("plugged in at \(back) s, picture after \(last - back) s")
    // A card replaces the last picture after ten seconds.
    #expect(stops.count <= 2 && last > back && last - back < 5, "\(stops)")
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    // On a stall, the clock may halt a picture or two after the last one.
    #expect(frames.presented > 70 * 25 && frames.dropped <= 2, "\(frames)")
  }
}

/// A tone of 440 Hz as the loopback captured it.
struct Tone {
  let seconds: Double
  /// The longest stretch without the tone, in seconds.
  let longestClick: Double

  init(_ folder: URL) throws {
    let samples = try Data(contentsOf: folder.appending(path: "sound-1"))
    (seconds, longestClick) = samples.withUnsafeBytes { bytes in
      let values = bytes.bindMemory(to: Int16.self)
      let turn = 2 * cos(2 * Double.pi * 440 / 48000)
      let left = (0..<values.count / 2).map { Double(values[2 * $0]) }
      guard let first = left.firstIndex(where: { abs($0) > 500 }),
        let last = left.lastIndex(where: { abs($0) > 500 }), last > first + 9600
      else { return (0, .infinity) }
      // Each sample of a sine follows from the two before it. The start and end are ignored.
      var (longest, run, rest) = (0, 0, 0)
      for index in (first + 4800)..<(last - 4800) {
        let error = left[index] - turn * left[index - 1] + left[index - 2]
        rest = abs(error) > 300 ? 48 : rest - 1
        run = rest > 0 ? run + 1 : 0
        longest = max(longest, run)
      }
      return (Double(last - first) / 48000, Double(max(0, longest - 48)) / 48000)
    }
  }
}
