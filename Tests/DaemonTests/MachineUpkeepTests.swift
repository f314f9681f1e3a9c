import Testing
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon

struct MachineUpkeepTests {
  private func store(_ folder: Folder) -> RecoveryStore {
    RecoveryStore(
      runtime: folder.path, state: folder.path, reboot: .onFailure, isSupervised: true
    ) {
      Issue.record("\($0)")
    }
  }

  private func at(_ seconds: Int) -> HostTime {
    HostTime(nanoseconds: Int64(seconds) * 1_000_000_000)
  }

  @Test("A player whose picture is frozen reopens its display device, then ends and records it")
  func frozen() throws {
    let folder = try TestFolder("upkeep-frozen")
    let steps = Shared<[RecoveryLadder.Step]>([])
    let reports = MachineUpkeep.Reports(onRecovery: { step in steps.update { $0.append(step) } })
    var upkeep = MachineUpkeep(store(folder.folder), reports, log: Log())
    let player = FakePlayer()
    var status = PlaybackStatus()
    (status.phase, status.movingSince, status.statistics.lastFlip) = (.playing, at(0), at(0))
    player.show(status, Queue([Item(path: "/a")]))
    for second in 0..<60 { upkeep.update([player], at: at(second)) }
    #expect(player.asked == [.reopenDevice, .quit])
    #expect(steps.value == [.reopenDevice, .restart])
    #expect(store(folder.folder).history.entries.map(\.step) == [.restart])
  }

  @Test("A reboot that safe mode decided ends it, unless the reboot cannot be recorded")
  func reboot() throws {
    let folder = try TestFolder("upkeep-reboot")
    let file = try folder.write("", to: "file")
    let decision = RecoveryLadder.Decision(.reboot, after: .crashLoop)
    for (state, asked) in [(folder.folder.path, [FakePlayer.Asked.quit]), (file, [])] {
      let store = RecoveryStore(
        runtime: folder.folder.path, state: state, reboot: .onFailure, isSupervised: true
      ) {
        _ in
      }
      var upkeep = MachineUpkeep(store, firstStep: decision, log: Log())
      let player = FakePlayer()
      for second in 0..<3 { upkeep.update([player], at: at(second)) }
      #expect(player.asked == asked)
    }
  }

  @Test("The sensors are read every ten seconds, and all players are spared")
  func heat() throws {
    let folder = try TestFolder("upkeep-heat")
    let (readings, told) = (Shared(0), Shared<[ThermalPolicy.Easing]>([]))
    let reports = MachineUpkeep.Reports(
      sensors: {
        var reading = ThermalPolicy.Reading()
        reading.isUnderVoltage = readings.update {
          $0 += 1
          return $0 <= 5
        }
        return reading
      }, onEasing: { easing in told.update { $0.append(easing) } })
    var upkeep = MachineUpkeep(store(folder.folder), reports, log: Log())
    let players = [FakePlayer(), FakePlayer()]
    for second in 0..<300 { upkeep.update(players, at: at(second)) }
    #expect(readings.value == 30 && told.value == [.decoding, .none])
    for player in players { #expect(player.asked == [.ease(.decoding), .ease(.none)]) }
  }
}
