internal import VitrineTiming

/// What another machine sends as it happens, by a protocol that FFmpeg speaks: where it is, and how it
/// is opened. A value.
public struct SentStream: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// RFC 2326, by the connection itself or beside it.
    case rtsp(RTSPTransport)
    /// RFC 3550, to a port of this machine or to a group.
    case rtp
    /// An MPEG transport stream, to a port of this machine or to a group.
    case udp
    /// As libsrt has it.
    case srt
  }

  public enum RTSPTransport: String, Hashable, Sendable, CaseIterable {
    /// Within the connection; where the server does not do so, beside it.
    case auto
    case tcp, udp
    case multicast
  }

  public let kind: Kind
  /// With the machine's address in the place of its name: FFmpeg's look-up of names cannot be ended.
  public let address: String

  /// Of SRT; it would not be decoded in the address.
  private let passphrase: String?

  public init(_ kind: Kind, at address: String, passphrase: String? = nil) {
    (self.kind, self.address, self.passphrase) = (kind, address, passphrase)
  }
}

extension SentStream {
  /// What is given FFmpeg: it is to look at little before it begins. (Without a buffer for what it has
  /// looked at, `nobuffer`, it would throw the first key frame away.)
  var options: [(String, String)] {
    // Where pictures come from, FFmpeg need not count them to know their rate.
    let common = [
      ("fpsprobesize", "0"), ("analyzeduration", "1000000"), ("probesize", "1000000"),
    ]
    switch kind {
    case .rtsp(let transport):
      return common + transport.options + [("timeout", "\(Self.patience *| 1_000_000)")]
    case .rtp: return common + [("reorder_queue_size", "64"), ("max_delay", "100000")]
    case .udp:
      return common + [
        ("overrun_nonfatal", "1"), ("fifo_size", "8192"), ("buffer_size", "1048576"),
      ]
    case .srt:
      let secret = passphrase.map { [("passphrase", $0)] } ?? []
      return common + secret + [("connect_timeout", "\(Self.patience * 1000)")]
    }
  }

  /// In seconds.
  private static let patience = 5
}

extension SentStream.RTSPTransport {
  fileprivate var options: [(String, String)] {
    switch self {
    case .auto: [("rtsp_flags", "prefer_tcp"), ("max_delay", "100000")]
    case .tcp: [("rtsp_transport", "tcp")]
    case .udp: [("rtsp_transport", "udp"), ("max_delay", "100000")]
    case .multicast: [("rtsp_transport", "udp_multicast"), ("max_delay", "100000")]
    }
  }
}

extension SentStream.Kind {
  var formats: String {
    switch self {
    case .rtsp: "rtsp"
    // By FFmpeg it is described by a text to itself.
    case .rtp: "rtp,sdp"
    case .udp, .srt: "mpegts"
    }
  }

  var protocols: String {
    switch self {
    case .rtsp: "rtsp,rtp,tcp,udp"
    case .rtp: "rtp,udp"
    case .udp: "udp"
    case .srt: "srt"
    }
  }
}
