// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Banner",
  dependencies: [.package(name: "Vitrine", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "Banner",
      dependencies: [
        .product(name: "VitrineKit", package: "Vitrine")
      ]),
    .testTarget(
      name: "BannerTests",
      dependencies: [
        "Banner", .product(name: "VitrineTesting", package: "Vitrine"),
      ]),
  ])
