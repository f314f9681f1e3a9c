import Testing
import VitrineLinux
import VitrineTiming

@testable import VitrineControl

/// Admission of clients, and their time limits. User 0 is root, 1000 the player's own.
struct ClientAdmissionTests {
  private let admission = ClientAdmission(limits: ClientLimits(), owner: 1000)

  private func at(_ seconds: Int64) -> HostTime { HostTime(nanoseconds: seconds * 1_000_000_000) }

  /// Clients per user, numbered in order; their last request was at `idleSince`.
  private func clients(_ groups: [(user: UInt32, count: Int, idleSince: Int64, isBusy: Bool)])
    -> [ClientAdmission.Client]
  {
    var number: UInt64 = 0
    return groups.flatMap { group in
      (0..<group.count).map { _ in
        number += 1
        return ClientAdmission.Client(
          id: number, user: group.user, idleSince: at(group.idleSince), hasSentRequest: true,
          isBusy: group.isBusy)
      }
    }
  }

  @Test("Sixteen foreign clients never lock out root or the player's user")
  func reserve() {
    let crowd = clients([(2001, 8, 100, false), (2002, 6, 100, false)])
    for user: UInt32 in [0, 1000] {
      #expect(admission.decide(for: user, crowd, at: at(101)) == .admitted)
    }
    guard case .refused = admission.decide(for: 2002, crowd, at: at(101)) else {
      Issue.record("another user got a reserved place")
      return
    }
    let all = crowd + clients([(0, 2, 100, false)])
    guard case .refused = admission.decide(for: 0, all, at: at(101)) else {
      Issue.record("root exceeded the limit")
      return
    }
    // A quiet client makes room for root.
    #expect(admission.decide(for: 0, all, at: at(200)) == .admittedReplacing(1))
  }

  @Test("Each user has a share and replaces only its own quiet clients")
  func share() {
    let own = clients([(2001, 8, 100, false)])
    #expect(
      admission.decide(for: 2001, own, at: at(110))
        == .refused(Refusal("too many clients of user 2001: 8", .busy)))
    #expect(admission.decide(for: 2002, own, at: at(110)) == .admitted)
    #expect(admission.decide(for: 2001, own, at: at(160)) == .admittedReplacing(1))
    let busy = clients([(2001, 8, 100, true)])
    guard case .refused = admission.decide(for: 2001, busy, at: at(999)) else {
      Issue.record("a client that subscribes to the status was replaced")
      return
    }
    let crowd = clients([(2001, 7, 100, false), (2002, 7, 100, false)])
    guard case .admittedReplacing(let id) = admission.decide(for: 2002, crowd, at: at(160)) else {
      Issue.record("the user's own quiet client was not replaced")
      return
    }
    #expect(id > 7)
  }

  @Test("A client that never sends a request is dropped after half a minute")
  func silence() {
    var all = clients([(2001, 3, 100, false)])
    (all[1].hasSentRequest, all[1].isBusy) = (false, false)
    #expect(admission.nextRequestTimeout(all) == at(130))
    #expect(admission.silentClients(all, at: at(129)) == [])
    #expect(admission.silentClients(all, at: at(130)) == [2])
  }

  @Test(
    "A group that is unmapped in our namespace grants no access",
    arguments: [
      // The player's user, the file's group, the client's user and group, whether it is admitted.
      (1000, 44, 1000, 9, true), (1000, 44, 0, 0, true), (1000, 44, 2001, 44, true),
      (1000, 44, 65534, 65534, false), (1000, 65534, 65534, 65534, false),
      (65534, 65534, 65534, 65534, false), (1000, 65534, 0, 0, true),
    ] as [(UInt32, UInt32, UInt32, UInt32, Bool)])
  func unnamed(_ owner: UInt32, _ group: UInt32, _ user: UInt32, _ own: UInt32, _ isIn: Bool) {
    let policy = PeerPolicy(owner: owner, group: group)
    let peer = SocketPeer(process: 1, user: user, group: own)
    #expect(policy.admits(peer, isMember: { $0 == own }) == isIn)
  }

  @Test("A user's four newest screenshots stay available for a minute")
  func pictures() throws {
    var sent = SentPictures(SentPictureLimits())
    let pictures = try (0..<6).map { _ in
      let file = try FileDescriptor(inMemory: "picture")
      try file.write([1, 2, 3])
      return CapturedPicture(file, origin: "writeback")
    }
    func sizes() throws -> [Int] { try pictures.map { try FileStatus(of: $0.file).size } }
    for (number, picture) in pictures.enumerated() {
      sent.add(picture, to: number == 1 ? 7 : 8, at: at(Int64(number)))
    }
    #expect(try sizes() == [0, 3, 3, 3, 3, 3])
    #expect(sent.deadline == at(61))
    sent.look(at: at(62))
    #expect(try sizes() == [0, 0, 0, 3, 3, 3])
    sent.look(at: at(99))
    #expect(try sizes() == [0, 0, 0, 0, 0, 0] && sent.deadline == nil)
  }
}
