import Foundation
import Glibc
import Testing
import VitrineLinux

/// A process's information about itself and its files, compared with Foundation and the shell.
@Suite(.serialized) struct ProcessFactsTests {
  /// In a separate process: no other thread may read the environment while it changes.
  @Test("The environment is that of the process, split at the first equals sign")
  func environment() async {
    await #expect(processExitsWith: .success) {
      setenv("VITRINE_TEST_WORD", "a=b", 1)
      setenv("VITRINE_TEST_EMPTY", "", 1)
      #expect(ProcessEnvironment.value("VITRINE_TEST_WORD") == "a=b")
      #expect(ProcessEnvironment.value("VITRINE_TEST_EMPTY") == "")
      #expect(ProcessEnvironment.value("VITRINE_TEST_NONE") == nil)
      let variables = ProcessEnvironment.variables
      #expect(variables["VITRINE_TEST_WORD"] == "a=b" && variables["VITRINE_TEST_EMPTY"] == "")
      #expect(variables == ProcessInfo.processInfo.environment)
    }
  }

  @Test("Relative paths start at the current folder")
  func folder() {
    #expect(ProcessEnvironment.currentFolder == FileManager.default.currentDirectoryPath)
  }

  @Test("Root has its name and number in the table, and an unknown user has none")
  func accounts() throws {
    let root = try #require(UserAccount(named: "root"))
    #expect(root.number == 0 && root.groups.contains(0) && UserAccount(number: 0) == root)
    #expect(UserAccount(named: "no such user") == nil && UserAccount(number: 4_000_000_000) == nil)
    #expect(GroupAccount.number(named: "root") == 0 && GroupAccount.name(of: 0) == "root")
    #expect(GroupAccount.number(named: "no such group") == nil)
    #expect(GroupAccount.name(of: 4_000_000_000) == nil)
    #expect(UserAccount.processGroups.contains(getegid()))
  }

  @Test("Permitted operations on a file are reported, with the reason for refusals")
  func access() {
    #expect(FileAccess.allows(R_OK | X_OK, "/"))
    #expect(!FileAccess.allows(F_OK, "/no/such/file") && Errno.last == .noEntry)
  }

  @Test("The year is the current one")
  func year() {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
    #expect(WallTime.year == calendar.component(.year, from: Date()))
  }
}
