internal import VitrineTiming

/// A live stream from another machine in a protocol that FFmpeg supports, and the options to open
/// it.
package struct NetworkStream: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// RFC 2326, with media inside the connection or outside of it.
    case rtsp(RTSPTransport)
    /// RFC 3550, to a port of this machine or a multicast group.
    case rtp
    /// An MPEG transport stream, to a port of this machine or a multicast group.
    case udp
    /// As in libsrt.
    case srt
  }

  package enum RTSPTransport: String, Hashable, Sendable, CaseIterable {
    /// Inside the connection; outside of it if the server does not support that.
    case auto
    case tcp, udp
    case multicast
  }

  package let kind: Kind
  /// With the host's address instead of its name: FFmpeg's name resolution cannot be interrupted.
  package let address: String

  /// For SRT, which would not decode it in the address.
  private let passphrase: String?

  package init(_ kind: Kind, at address: String, passphrase: String? = nil) {
    self.kind = kind
    self.address = address
    self.passphrase = passphrase
  }
}

extension NetworkStream {
  /// FFmpeg's options, which make it start after reading little. (Without a buffer for the data
  /// that was analysed, `nobuffer`, it would discard the first key frame.)
  var options: [(String, String)] {
    // FFmpeg need not count pictures to find the frame rate.
    let common = [
      ("fpsprobesize", "0"), ("analyzeduration", "1000000"), ("probesize", "1000000"),
    ]
    switch kind {
    case .rtsp(let transport):
      return common + transport.options + [("timeout", "\(Self.timeout *| 1_000_000)")]
    case .rtp: return common + [("reorder_queue_size", "64"), ("max_delay", "100000")]
    case .udp:
      return common + [
        ("overrun_nonfatal", "1"), ("fifo_size", "8192"), ("buffer_size", "1048576"),
      ]
    case .srt:
      let secret = passphrase.map { [("passphrase", $0)] } ?? []
      return common + secret + [("connect_timeout", "\(Self.timeout * 1000)")]
    }
  }

  /// In seconds.
  private static let timeout = 5
}

extension NetworkStream.RTSPTransport {
  fileprivate var options: [(String, String)] {
    switch self {
    case .auto: [("rtsp_flags", "prefer_tcp"), ("max_delay", "100000")]
    case .tcp: [("rtsp_transport", "tcp")]
    case .udp: [("rtsp_transport", "udp"), ("max_delay", "100000")]
    case .multicast: [("rtsp_transport", "udp_multicast"), ("max_delay", "100000")]
    }
  }
}

extension NetworkStream.Kind {
  var formats: String {
    switch self {
    case .rtsp: "rtsp"
    // FFmpeg describes RTP to itself with an SDP text.
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
