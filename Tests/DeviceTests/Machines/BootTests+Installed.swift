import Foundation
import Testing

/// Installation on a running machine.
extension BootTests {
  @Test(
    "Installing on a running machine starts playback, and uninstalling leaves no trace",
    .enabled(if: Lab.isSoak))
  func installed() throws {
    let machine = try Booted("installed", isInstalled: false)
    let report = try machine.run(
      """
      # Leave out files that the system itself may write at any time.
      traces() {
        find / -xdev -not -path '/tmp/*' -not -path '/var/log/*' -not -path '/var/lib/systemd/*' \
          | sort > $OUT/$1
        find /run -path '*vitrine*' -not -path '/run/lab/*' | sort >> $OUT/$1
      }
      traces before
      (umask 077; $PROJECT/tools/install --binary $PLAYER --enable)
      echo "installed $?, $(systemctl is-enabled vitrine)"
      $PROJECT/tools/install --binary $PLAYER --enable; echo "again $?"
      begin; systemctl start vitrine; seen "first picture"
      vitrine doctor > $OUT/doctor-root; echo "doctor $?"
      runuser -u vitrine -- vitrine doctor > $OUT/doctor-user; echo "doctor of the user $?"
      systemctl stop vitrine
      vitrine doctor > $OUT/doctor-stopped; echo "doctor without the service $?"
      systemctl start vitrine
      $PROJECT/tools/install --uninstall
      echo "taken out $?, $(systemctl is-active vitrine), $(systemctl is-enabled vitrine 2>&1)"
      echo "login prompt $(systemctl is-active getty@tty1)"
      echo "units left $(systemctl list-units --all --no-legend 'vitrine*' | wc -l)"
      traces after
      journalctl -b -o short-monotonic > $OUT/journal
      """)
    #expect(report.status == 0, "\(report.text)")
    print("installed on a running machine:\n\(report.text)")
    #expect(report["installed"] == "0, enabled")
    #expect(report.seconds("first picture") != nil)
    #expect(report["again"] == "0")
    #expect(report["doctor"] == "0")
    #expect(report["doctor of the user"] == "0")
    #expect(report["taken out"]?.hasPrefix("0, inactive, ") == true)
    #expect(report["units left"] == "0")
    #expect(report["login prompt"] == "active")
    let new = try Set(lines(of: "after", machine)).subtracting(lines(of: "before", machine))
    // Ignores the player's state, and the lock and backup files of the user database.
    let left = new.filter { !$0.hasPrefix("/var/lib/vitrine") }
      .filter { !$0.hasSuffix("-") && $0 != "/etc/.pwd.lock" }
    #expect(left == [], "\(left.sorted())")
  }

  private func lines(of name: String, _ machine: Booted) throws -> [String] {
    try String(contentsOf: machine.out.appending(path: name), encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test(
    "A second player has its own socket, which survives the first player",
    .enabled(if: Lab.isSoak))
  func instance() throws {
    let machine = try Booted("instance")
    let report = try machine.run(
      """
      seen "boot until picture"
      systemctl stop vitrine
      echo 'playlist: /var/lib/vitrine/videos' > /etc/vitrine/east.yaml
      begin; systemctl start vitrine@east
      echo "ready $(echo "$(now) $began" | awk '{ print $1 - $2 }'), $(systemctl is-active vitrine@east)"
      seen "second player"
      status() { vitrine ctl --socket /run/vitrine-east/control.sock status; }
      status > $OUT/status; echo "answer $?"
      # The first one has no display now; its folder goes with it all the same.
      systemctl start --no-block vitrine
      until_true 30 '[ -d /run/vitrine ]'; sleep 3; systemctl stop vitrine
      echo "folders $(ls -d /run/vitrine* | xargs)"
      status > /dev/null; echo "answer later $?"
      echo "in the end $(systemctl is-active vitrine@east), $(property vitrine@east NRestarts)"
      journalctl -b -u 'vitrine*' -o short-monotonic > $OUT/journal
      """)
    #expect(report.status == 0, "\(report.text)")
    print("a second player:\n\(report.text)")
    #expect(report["ready"]?.hasSuffix(", active") == true)
    #expect(report.seconds("second player") != nil)
    #expect(report["answer"] == "0")
    #expect(report["folders"] == "/run/vitrine-east")
    #expect(report["answer later"] == "0")
    #expect(report["in the end"] == "active, 0")
  }
}
