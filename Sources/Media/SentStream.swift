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

  public init(_ kind: Kind, at address: String) {
    (self.kind, self.address) = (kind, address)
  }
}

extension SentStream {
  /// What is given FFmpeg. All is for little delay: what the demuxer looks at before it begins is late
  /// from then on.
  var options: [(String, String)] {
    // Where pictures come from, FFmpeg need not count them to know their rate.
    let common = [
      ("fflags", "nobuffer"), ("fpsprobesize", "0"), ("analyzeduration", "1000000"),
      ("probesize", "1000000"),
    ]
    switch kind {
    case .rtsp(let transport):
      return common + transport.options + [("timeout", "\(Self.patience * 1_000_000)")]
    case .rtp: return common + [("reorder_queue_size", "64"), ("max_delay", "100000")]
    case .udp:
      return common + [
        ("overrun_nonfatal", "1"), ("fifo_size", "8192"), ("buffer_size", "1048576"),
      ]
    case .srt: return common + [("connect_timeout", "\(Self.patience * 1000)")]
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
