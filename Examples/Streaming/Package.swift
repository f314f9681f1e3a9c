// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Streaming",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Streaming",
      dependencies: [
        .product(name: "VitrineKit", package: "Vitrine"),
        .product(name: "VitrineStreaming", package: "Vitrine"),
      ]),
    .testTarget(name: "StreamingTests", dependencies: ["Streaming"]),
  ])
