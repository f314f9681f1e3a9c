import Foundation
import Testing

/// The service on a booting machine with Debian's kernel, systemd and the files of tools/install. Emulation is slow,
/// and slower under load, so comparisons are made within one boot and limits are generous.
@Suite(.serialized, .enabled(if: Stock.isThere))
struct BootTests {
  @Test(
    "The service plays after boot and recovers from kills, hangs and missing devices"
  )
  func boots() throws {
    let machine = try Booted("boots")
    let report = try machine.run(
      """
      seen "boot until picture"
      echo "main pid $(property vitrine MainPID)"
      echo "user $(ps -o user= $(property vitrine MainPID))"
      echo "login prompt $(systemctl is-active getty@tty1)"
      \(Self.ends)
      journalctl -b -u vitrine -o short-monotonic > $OUT/journal
      # Deliberate starts must not count as failures that lead to safe mode.
      systemctl reset-failed vitrine; systemctl start vitrine
      \(Self.troubles)
      journalctl -b -u vitrine -o short-monotonic > $OUT/journal
      """)
    #expect(report.status == 0, "\(report.text)")
    print("booted machine:\n\(report.text)")
    #expect(report.seconds("boot until picture") != nil)
    #expect(report["user"]?.trimmingCharacters(in: .whitespaces) == "vitrine")
    #expect(report["login prompt"] == "inactive")
    checkEnds(report)
    checkTroubles(report)
    #expect(try HeardWave(machine.out.appending(path: "sound.wav")).hasTone(near: 440))
  }

  /// The unit's watchdog timeout of twenty seconds is long, so it is six seconds here.
  private static let ends = """
    systemctl reset-failed vitrine
    begin; systemctl restart vitrine; seen "restart"
    begin; systemctl kill -s KILL vitrine; until_true 30 '[ $(property vitrine NRestarts) = 1 ]'
    seen "all killed"
    soon=/run/systemd/system/vitrine.service.d/99-soon.conf; mkdir -p ${soon%/*}
    printf '[Service]\\nWatchdogSec=6\\nTimeoutAbortSec=3\\n' > $soon; systemctl daemon-reload
    begin; kill -KILL $(property vitrine MainPID); until_true 30 '[ $(property vitrine NRestarts) = 2 ]'
    seen "killed"
    rm $soon
    begin; kill -STOP $(property vitrine MainPID); until_true 90 '[ $(property vitrine NRestarts) = 3 ]'
    echo "until watchdog $(echo "$(now) $began" | awk '{ print $1 - $2 }')"
    systemctl daemon-reload
    seen "stopped"
    journalctl -b -u vitrine | grep -o 'Watchdog timeout' | head -n 1
    begin; systemctl reload vitrine; sleep 1; echo "after reload $(systemctl is-active vitrine)"
    begin; systemctl stop vitrine
    echo "stopping $(echo "$(now) $began" | awk '{ print $1 - $2 }')"
    echo "result $(property vitrine Result)"
    """

  private func checkEnds(_ report: Booted.Report) {
    for name in ["restart", "all killed", "killed", "stopped"] {
      #expect(report.seconds(name) != nil, "\(name): \(report.text)")
    }
    #expect(report.text.contains("Watchdog timeout"))
    let watchdog = report.seconds("until watchdog") ?? .infinity
    #expect(watchdog > 3 && watchdog < 40)
    #expect(report["after reload"] == "active")
    #expect(report["result"] == "success")
  }

  private static let troubles = """
    cd /var/lib/vitrine; mv videos/quarters.mp4 .; systemctl restart vitrine
    echo "without a list $(systemctl is-active vitrine)"
    begin; mv quarters.mp4 videos/; seen "list is back"
    cd /; output=/sys/class/drm/card0-Virtual-1/status
    echo off > $output
    until_true 20 'journalctl -b -u vitrine | grep -q "no picture"' || echo "the fault was not reported"
    echo "without a display $(systemctl is-active vitrine)"
    begin; echo on > $output; seen "display is back"
    systemctl stop vitrine; echo off > $output
    begin; systemctl start vitrine
    echo "started without a display $(systemctl is-active vitrine)"
    begin; echo on > $output; seen "display comes later"
    systemctl stop vitrine
    mount --bind /var/lib/vitrine /var/lib/vitrine; mount -o remount,bind,ro /var/lib/vitrine
    begin; systemctl start vitrine; seen "disk is read-only"
    echo "restarts $(property vitrine NRestarts)"
    """

  private func checkTroubles(_ report: Booted.Report) {
    for name in ["list is back", "display is back", "display comes later", "disk is read-only"] {
      #expect(report.seconds(name) != nil, "\(name): \(report.text)")
    }
    for name in ["without a list", "without a display", "started without a display"] {
      #expect(report[name] == "active", "\(name)")
    }
    #expect(!report.text.contains("the fault was not reported"))
    #expect(report["restarts"] == "0")
  }

  /// Runs the decoder process with the service's hardening, and prints the result of each attempt to escape.
  private static let confined = """
    unit=/run/systemd/system/confined.service
    mkdir -p $unit.d; cp $PROJECT/systemd/hardening.conf $unit.d/10-hardening.conf
    install -m 755 ${PLAYER%/*}/vitrine-decoder /usr/local/bin/vitrine-decoder
    printf '%s\\n' '[Service]' Type=oneshot RuntimeDirectory=confined \
      Environment=LD_LIBRARY_PATH=/host/usr/lib/x86_64-linux-gnu:/host/lib/x86_64-linux-gnu \
      'ExecStart=/usr/local/bin/vitrine-decoder --try-confinement' > $unit
    systemctl daemon-reload
    systemctl start confined; echo "confined $?"
    journalctl -b -u confined -o cat | grep -e '^ok' -e '^FAILED' | sed 's/^/trial /'
    """

  @Test(
    "Only failures start safe mode, stopping the player stops it, and the unit confines the decoder process"
  )
  func onPurpose() throws {
    let machine = try Booted("purpose")
    // Tests the units alone, with a program that is ready at once instead of the player.
    let report = try machine.run(
      """
      units=/run/systemd/system/vitrine.service.d; mkdir -p $units
      printf '[Service]\\nNotifyAccess=all\\nExecStart=\\nExecStart=%s\\n' \
        "/bin/sh -c 'systemd-notify --ready; exec sleep 999'" > $units/99-quick.conf
      systemctl daemon-reload; systemctl reset-failed vitrine
      for number in 1 2 3 4 5 6; do systemctl restart vitrine || echo "refused restart"; done
      echo "restarts $(systemctl is-active vitrine), card $(systemctl is-active vitrine-safe)"
      for number in 1 2 3 4 5 6; do
        before=$(property vitrine MainPID); kill $before
        until_true 30 "[ \\$(property vitrine MainPID) != 0 -a \\$(property vitrine MainPID) != $before ]"
        until_true 30 '[ $(systemctl is-active vitrine) = active ]'
      done
      echo "ends $(systemctl is-active vitrine), card $(systemctl is-active vitrine-safe)"
      printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\n' > $units/99-quick.conf
      systemctl daemon-reload; systemctl restart --no-block vitrine
      until_true 60 '[ $(systemctl is-active vitrine-safe) = active ]'
      echo "failures $(systemctl is-active vitrine-safe), timer $(systemctl is-active vitrine-retry.timer)"
      systemctl stop vitrine
      until_true 30 '[ $(systemctl is-active vitrine-safe) = inactive ]'
      echo "stopped $(systemctl is-active vitrine-safe), timer $(systemctl is-active vitrine-retry.timer)"
      \(Self.confined)
      """)
    #expect(report.status == 0, "\(report.text)")
    #expect(report["confined"]?.trimmingCharacters(in: .whitespaces) == "0", "\(report.text)")
    let trials = report.text.split(separator: "\n").filter { $0.hasPrefix("trial ") }
    #expect(trials.count == 8 && trials.allSatisfy { $0.hasPrefix("trial ok") }, "\(report.text)")
    #expect(!report.text.contains("refused restart"))
    #expect(report["restarts"] == "active, card inactive", "\(report.text)")
    #expect(report["ends"] == "active, card inactive", "\(report.text)")
    #expect(report["failures"] == "active, timer active", "\(report.text)")
    #expect(report["stopped"] == "inactive, timer inactive", "\(report.text)")
  }

  @Test(
    "Playback starts after a power cut, twice",
    .enabled(if: Lab.isSoak))
  func powerCut() throws {
    let machine = try Booted("cut")
    let disk = machine.out.appending(path: "disk")
    for number in 1...2 {
      let report = try machine.run(disk: disk, "seen \"boot until picture\"; sleep 5; $ASK cut")
      print("power cut, boot \(number): \(report.text)")
      #expect(report.seconds("boot until picture") != nil, "\(report.text)")
    }
  }

  @Test(
    "Five failures start safe mode, and playback resumes once the cause is gone",
    .enabled(if: Lab.isSoak))
  func safeMode() throws {
    let machine = try Booted("safe")
    let report = try machine.run(
      """
      seen "boot until picture"
      units=/run/systemd/system
      mkdir -p $units/vitrine.service.d $units/vitrine-safe.service.d $units/vitrine-retry.timer.d
      # The same, without the patience.
      printf '[Unit]\\nStartLimitIntervalSec=100\\n[Service]\\nExecStart=\\nExecStart=/bin/false\\n' \
        > $units/vitrine.service.d/99-failing.conf
      printf '[Timer]\\nOnActiveSec=\\nOnUnitInactiveSec=110\\nAccuracySec=1\\n' \
        > $units/vitrine-retry.timer.d/99-soon.conf
      systemctl daemon-reload
      begin; systemctl restart --no-block vitrine
      until_true 150 '[ $(systemctl is-active vitrine-safe) = active ]'
      echo "until card $(echo "$(now) $began" | awk '{ print $1 - $2 }')"
      echo "safe mode $(systemctl is-active vitrine-safe), player $(systemctl is-failed vitrine)"
      sleep 3; $ASK screenshot safe.png
      printf '[Unit]\\nStartLimitIntervalSec=100\\n' > $units/vitrine.service.d/99-failing.conf
      # From here on not even the card can be shown.
      printf '[Service]\\nExecStart=\\nExecStart=/bin/false\\nRestartSec=2\\n' \
        > $units/vitrine-safe.service.d/99-failing.conf
      systemctl daemon-reload
      begin; systemctl kill -s KILL vitrine-safe; seen "tried again"
      echo "restarts of the card $(journalctl -b -u vitrine-safe | grep -c 'restart counter')"
      until_true 60 '[ $(systemctl is-active vitrine) = active ]'
      echo "in the end $(systemctl is-active vitrine), card $(systemctl is-active vitrine-safe)"
      journalctl -b -u 'vitrine*' -o short-monotonic > $OUT/journal
      """)
    #expect(report.status == 0, "\(report.text)")
    print("safe mode:\n\(report.text)")
    #expect(report["safe mode"] == "active, player failed")
    #expect(report.seconds("tried again") != nil)
    #expect((report.seconds("restarts of the card") ?? 0) >= 3)
    #expect(report["in the end"] == "active, card inactive")
    // A card with text, neither black nor the clip.
    let card = try Pixels(png: machine.out.appending(path: "safe.png"))
    let colors = Set(
      (0..<768).flatMap { y in stride(from: 0, to: 1024, by: 2).map { card[$0, y] } })
    #expect(colors.count > 4 && !colors.contains([255, 0, 0]))
  }

  @Test(
    "The unit's first picture is no later than mpv's",
    .enabled(if: Lab.isSoak))
  func besides() throws {
    let machine = try Booted("peer")
    try machine.putPeer()
    // In the machine's own time, which does not depend on the load of the host.
    let report = try machine.run(
      options: ["--steady"],
      """
      seen "boot until picture"
      # The unit's own start counts, not that of the job.
      timed() {
        systemctl stop vitrine mpv; sleep 2; sync
        [ $3 = cold ] && echo 3 > /proc/sys/vm/drop_caches
        systemctl start --no-block $2
        until_true 60 "[ \\$(property $2 ExecMainPID) != 0 ]"
        $ASK see 150 $picture || return
        end=$(now); began=$(property $2 ExecMainStartTimestampMonotonic)
        echo "$1 $(echo "$end $began" | awk '{ print $1 - $2 / 1e6 }')"
      }
      timed "cold mpv" mpv cold; timed "cold vitrine" vitrine cold
      timed "warm vitrine" vitrine warm
      journalctl -u vitrine -o cat | grep 'first picture after' | tail -n 2
      """)
    #expect(report.status == 0, "\(report.text)")
    print("seconds from the unit's start to the picture, compared with mpv:\n\(report.text)")
    // From the disk, as at boot.
    let ours = try #require(report.seconds("cold vitrine"))
    #expect(try ours <= #require(report.seconds("cold mpv")))
  }
}
