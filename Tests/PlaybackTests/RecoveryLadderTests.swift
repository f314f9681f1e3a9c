import Testing
import VitrinePlaylists
import VitrineTiming

@testable import VitrinePlayback

private func at(_ seconds: Double) -> HostTime { HostTime(nanoseconds: Int64(seconds * 1e9)) }

struct RecoveryLadderTests {
  private typealias Sample = RecoveryLadder.Sample
  private static let noon: Int64 = 1_800_000_000

  private func situation(
    _ history: RecoveryHistory = RecoveryHistory(), mayReboot: Bool = false, uptime: Int64 = 86_400
  ) -> RecoveryLadder.Situation {
    var situation = RecoveryLadder.Situation(history, at: Self.noon)
    (situation.mayReboot, situation.uptime) = (mayReboot, .seconds(uptime))
    return situation
  }

  /// The decisions by second, for samples of one player that change at the given seconds.
  private func decisions(
    _ changes: [Int: Sample], for seconds: Int = 300,
    _ situation: RecoveryLadder.Situation? = nil
  ) -> [Int: RecoveryLadder.Decision] {
    var ladder = RecoveryLadder()
    var sample = Sample()
    var found: [Int: RecoveryLadder.Decision] = [:]
    for second in 0..<seconds {
      sample = changes[second] ?? sample
      var aged = sample
      if sample.frozen > .zero {
        let start = changes.keys.filter { $0 <= second }.max() ?? 0
        aged.frozen += .seconds(second - start)
      }
      found[second] = ladder.update(
        [aged], situation ?? self.situation(), at: at(Double(second)))
    }
    return found
  }

  private func frozen(_ seconds: Int64) -> Sample {
    var sample = Sample()
    sample.frozen = .seconds(seconds)
    return sample
  }

  @Test("A player whose pictures reach the screen needs no step")
  func healthy() {
    #expect(decisions([:]).isEmpty)
    // A long picture, an interruption of a few seconds, and a process that was stopped.
    #expect(decisions([5: frozen(1), 13: Sample()]).isEmpty)
    #expect(decisions([5: frozen(60), 7: Sample(), 9: frozen(60), 11: Sample()]).isEmpty)
  }

  @Test("A frozen picture reopens the device, then restarts the player, once each")
  func freezing() {
    #expect(
      decisions([0: frozen(1)]) == [
        12: RecoveryLadder.Decision(.reopenDevice, after: .frozenPicture),
        32: RecoveryLadder.Decision(.restart, after: .frozenPicture),
      ])
    // The reopened device shows pictures; much later it freezes again.
    #expect(
      decisions([0: frozen(10), 10: Sample(), 100: frozen(10), 110: Sample()]) == [
        3: RecoveryLadder.Decision(.reopenDevice, after: .frozenPicture),
        103: RecoveryLadder.Decision(.reopenDevice, after: .frozenPicture),
      ])
  }

  @Test("A device that always fails, and reads that hang for two minutes, restart the player")
  func machine() {
    var (failing, hanging) = (Sample(), Sample())
    failing.deviceFaults = 29
    hanging.hasHungReads = true
    #expect(decisions([0: failing]).isEmpty)
    failing.deviceFaults = 30
    #expect(decisions([7: failing]) == [7: .init(.restart, after: .failingDevice)])
    #expect(decisions([0: hanging, 119: Sample()]).isEmpty)
    #expect(decisions([4: hanging]) == [124: .init(.restart, after: .hungReads)])
  }

  @Test("The faulty player is named")
  func others() {
    var ladder = RecoveryLadder()
    var found: RecoveryLadder.Decision?
    for second in 0..<5 where found == nil {
      found = ladder.update(
        [Sample(), frozen(20)], situation(), at: at(Double(second)))
    }
    #expect(found == .init(.reopenDevice, after: .frozenPicture, player: 1))
  }

  @Test(
    "A restart that did not help is followed by a reboot, if that is allowed and not repeated",
    arguments: [
      // Earlier steps with their age in seconds, whether a reboot is allowed, the uptime; the step.
      ([], false, 86_400, .restart), ([], true, 86_400, .restart),
      ([(.restart, 3599)], false, 86_400, nil), ([(.restart, 3599)], true, 86_400, .reboot),
      ([(.restart, 3600)], true, 86_400, .restart), ([(.restart, 60)], true, 599, nil),
      ([(.restart, 60)], true, 600, .reboot),
      ([(.reboot, 9000), (.reboot, 8000), (.restart, 60)], true, 86_400, .reboot),
      ([(.reboot, 86_399), (.reboot, 9000), (.reboot, 8000), (.restart, 60)], true, 86_400, nil),
      (
        [(.reboot, 86_400), (.reboot, 9000), (.reboot, 8000), (.restart, 60)], true, 86_400, .reboot
      ),
      // The clock was wrong: by less than a day, and by more.
      ([(.restart, -3600)], true, 86_400, .reboot), ([(.restart, -90_000)], true, 86_400, .restart),
    ] as [([(RecoveryLadder.Step, Int64)], Bool, Int64, RecoveryLadder.Step?)])
  func escalation(
    earlier: [(RecoveryLadder.Step, Int64)], mayReboot: Bool, uptime: Int64,
    step: RecoveryLadder.Step?
  ) {
    var history = RecoveryHistory()
    for (step, age) in earlier {
      history.record(step, after: .failingDevice, at: Self.noon - age)
    }
    let situation = situation(history, mayReboot: mayReboot, uptime: uptime)
    #expect(RecoveryLadder.machineStep(after: .failingDevice, situation) == step)
    // A restart for another fault says nothing about this one.
    #expect(RecoveryLadder.machineStep(after: .hungReads, situation) == .restart)
  }

  @Test(
    "Safe mode reboots if that is allowed, then plays its list, then shows its card",
    arguments: [
      (true, 600, true, .reboot), (true, 599, true, .safeList), (true, 599, false, .safeCard),
      (false, 86_400, true, .safeList), (false, 86_400, false, .safeCard),
    ] as [(Bool, Int64, Bool, RecoveryLadder.Step)])
  func safeMode(mayReboot: Bool, uptime: Int64, hasList: Bool, step: RecoveryLadder.Step) {
    #expect(
      RecoveryLadder.safeModeStep(
        situation(mayReboot: mayReboot, uptime: uptime), hasList: hasList) == step)
  }

  @Test("A hardware decoder in which items hang is reopened, then replaced")
  func decoder() {
    #expect(
      [1, 2, 3].map(RecoveryLadder.decoderStep) == [
        .reopenDecoder, .softwareDecoder, .softwareDecoder,
      ])
  }

  @Test("Only a picture that should move counts as frozen")
  func intention() {
    func sample(_ change: (inout PlaybackStatus) -> Void) -> Sample {
      var status = PlaybackStatus()
      (status.phase, status.movingSince, status.statistics.lastFlip) = (.playing, at(10), at(20))
      (status.deviceFaults, status.hungReads) = (31, 2)
      change(&status)
      return Sample(status, at: at(50))
    }
    var moving = frozen(30)
    moving.deviceFaults = 31
    #expect(sample { _ in } == moving)
    // Paused, a still, a card, between two distant pictures.
    #expect(sample { $0.movingSince = nil }.frozen == .zero)
    // The decoder still works on the next one.
    let work = WatchdogProgress(
      .init(run: Run(1), presented: 0, decoded: 0), cpuTime: .zero)
    #expect(sample { $0.work = work }.frozen == .zero)
    #expect(sample { $0.phase = .buffering }.frozen == .zero)
    #expect(sample { $0.isDisplayOn = false }.deviceFaults == 0)
    let error = PlaybackError(.source, "x", exitStatus: .unavailable)
    #expect(sample { $0.phase = .failed(error) }.hasHungReads)
    #expect(
      !sample {
        $0.phase = .failed(error); $0.hungReads = 0
      }.hasHungReads)
  }

  @Test("The history is stored, and a damaged file is rejected")
  func history() throws {
    var history = RecoveryHistory()
    #expect(RecoveryHistory(bytes: history.bytes) == history)
    for second in 0..<40 { history.record(.restart, after: .hungReads, at: Int64(second)) }
    history.record(.reboot, after: .crashLoop, at: Self.noon)
    #expect(history.entries.count == 32)
    #expect(RecoveryHistory(bytes: history.bytes) == history)
    for text in [
      "", "vitrine recovery 1\n", "vitrine recovery 2\nend\n",
      "vitrine recovery 1\nrestart hung-reads\nend\n",
      "vitrine recovery 1\nrestart hung-reads -1\nend\n",
      "vitrine recovery 1\nrestart hung-reads 99999999999999999999\nend\n",
      "vitrine recovery 1\njump hung-reads 1\nend\n", "vitrine recovery 1\nrestart x 1\nend\n",
      "vitrine recovery 1\nrestart hung-reads 1\n",
    ] {
      #expect(RecoveryHistory(bytes: Array(text.utf8)) == nil, "\(text)")
    }
    let large = [UInt8](repeating: 10, count: RecoveryHistory.largestFile + 1)
    #expect(RecoveryHistory(bytes: large) == nil)
  }
}
