/// The kind of a log message, which does not change with its details. The raw value identifies it in the journal
/// (`MESSAGE_ID`): never change or reuse one.
package enum MessageKind: String, CaseIterable, Sendable {
  case itemOpened = "cf5cc0c756b24a53a3c7e36ca641e3c8"
  case itemPlaying = "ebaccf2826704aebbfc988000e5844d6"
  case itemFailed = "653c83e852fb471aa4aace6190236cda"
  case itemSilent = "45908c91152a4f0e82214e01977589b1"
  case itemWithoutSubtitles = "04352d7970484c848ed42ee8862954ac"
  case itemWithoutSignLanguage = "5f0c7f3c1c0d4f0f8f5f0a8be0c5b7d1"
  case itemDamaged = "8058ecdf94b14e3eb5f3004766d5e1a9"
  case itemQuarantined = "a4eab39d69d543ffa496e2271f9f4d09"
  case decoderFallback = "f14e596529a346ac9bfa93c8540088f1"
  case pictureConverted = "5d826e2ef78d4faba2e4df96ac42324e"
  case transitionCut = "bbf0c513e5e44a73b7ed8a7e701ff1ce"
  case machineOverloaded = "df377ac39b6f4e34892542a3824eaf8b"
  case playbackStalled = "e0b24c5b202b48848b040b73abe13e61"
  case playbackResumed = "62f7583282314754932e574ba7402554"
  case scrubEnded = "ef70f4ea149f41b6a847dc1619c90163"
  case nothingToPlay = "54b6a862554d4237bc7c6f9c8b6b992f"
  case thumbnailsElsewhere = "35b8df05a0074f579a8bbe214c337dd1"

  case displayOn = "f3865e5a964447499777916729d880a5"
  case displayOff = "a99487538a4b4bb79e94ab2f5bb3bc36"
  case displayLost = "5b68242150e54357b2425c4977b2456c"
  case displayReasserted = "c860962638ad4381afbd94aba73dfae2"
  case displayPower = "4b401b4031c143b9a4621f0c93157962"
  case displayDegraded = "9d827fd65daf47fb90d056357589a147"
  case displayFailed = "fc61f24c3d15410180044efa3583bc08"
  case firstPicture = "8f20db12324347829381f38fe3e7816f"
  case consoleVisible = "5cef607c65ea48e4bd2ff35edb2aaeab"
  case televisionChanged = "36b22a7086304b70aacb0298c5c975d3"
  case televisionFailed = "c2be4bc171704205855844ec3ec025de"

  case soundOpened = "b40d9d4bdf324de09111b45a9628a935"
  case soundOff = "bdaedb80a2c04b9a9341176dd9ca86da"
  case soundDecoded = "d3734a028b84441d9b7c636f52d6ad71"
  case companionOpened = "4368e49118a64cdbb486f0b0069174b7"
  case companionUnavailable = "401195fe394e4ae1a2cedd049721e498"
  case soundUnavailable = "b811a731507e44399c3ff2f41c57a4e7"
  case mixerSet = "2e2605df2a1442e18f2368d469108d75"
  case mixerUnavailable = "b1d574780168456cb50138086f036148"
  case loudnessUnavailable = "9edcc4317f184fae8e37e2b7e2245191"
  case speechUnavailable = "184979998bec4965b0410ffa36aca528"

  case inputAdded = "861fc16c822a40a99141301d745a5b54"
  case inputRemoved = "409c948a956143d9824f24c49eab431f"
  case inputUnavailable = "801101111ad0418187ebc489d20f6bdb"
  case noticeUnavailable = "80ad4153c8bf42828fd4c67f98b4c6b9"

  case listRead = "d982b75739b34e80a0d0cf84d3cb8a6f"
  case listEmpty = "2bb8d2e7eb484c82997fe8f26ca22106"
  case listUnreadable = "3e3c6da5812c461fa74d31ccca4d819f"
  case listKept = "9dfef119256e479c82412d01d8051423"
  case listSlow = "9bbc8d36e0a84b3b85f1f4eb21e77024"
  case listUnwatched = "cf2efd9339d54f1d8922b7f93bc1e111"
  case programmeResumed = "bafef881fb064f168b9dcd56dda3d946"

  case clockSet = "21369f6492b34499b9e09c4f9f84c943"
  case clockNotSet = "60e971c629bc43fd80a846ca2e3347db"
  case recovered = "5fa08c111b264fcfb88543f61cade138"
  case recoveryNotRecorded = "e5a7c00fb1e44aaca2165925b52aaf0c"
  case machineSpared = "a45ad5ad0a554d25ba3a00ca645765e4"
  case machineRelieved = "21b8cb13bb9b4f25afee49f91a8ec213"
  case restartPlanned = "360abbffadaa4231876bcb6ca3d60e3b"
  case serviceFailed = "249a02523bdb480daa5bf369532ab350"
  case configurationInvalid = "6d79259eae7a48abb6ae159f02a88804"
  case configurationKept = "ece4b256cdc84863b1e592c36a1882b4"
  case restartNeeded = "1ccb7f87512f429aa8bfe51e9a557960"
  case keysNotSaved = "2192b2a04e7e4ee4a29fd26da6dc7c3b"
  case versionReplaced = "4001e78d7ef544ec873bd8d92022ab1f"
  case stateNotSaved = "248df6f62740459d8ba58586ba8927e4"
  case showingsNotSaved = "688581d893794ba6bf7449c941661899"
  case cacheUnused = "8475cfb80e0747869e36f8390940d4fe"
  case cacheResumed = "6c61c3823a504065a605d7880f556ebe"
  case credentialsUnreadable = "f728c58663a5494ea8640798bc7826b8"
  case faultRecorded = "0a811af6554b46a4b9d4dceec0381507"
  case faultNotRecorded = "f8404c15b2554d7d9b75455801673de0"
  case terminalFailed = "0f44742fc06349808e4a8a2e9ea439d4"

  case contentActivated = "d606ba561a5a4674b32529a3c61060cf"
  case contentFromPeers = "2625a692f6384f139b8780656ce27fbb"
  case contentPeerRejected = "bf10f97bab504ce18af7e6978fbf1f2f"
  case contentRolledBack = "66e932444f3e4599b89439d5dd4bb12d"
  case contentFailed = "567ba64f5a50475b92b3b9ba24bafc65"
  case contentDelayed = "e49f4a06fdfe42a3b01dc63716169bca"
  case contentRecovered = "b074e8e469b3423889c63efa97618add"
  case contentWithoutFolder = "9208571221da48c982678b14050532e4"
  case contentKeyInvalid = "59a8ea3cab1e46748d583bf9d5fa8d1f"
  case stickStarted = "869da1ac3ee6498581d5668b349ae9df"
  case stickFailed = "39349feb1db440f3a0fb01eb6ac159a7"
  case stickRemoved = "991804ed2b8a4f7d8e62d2d86870d582"
  case sharingStarted = "f93cf8f2a1ff4db192749b82687471ab"
  case sharingFailed = "9659ef8689344746b33eecf709abca8e"

  case overrideStarted = "d91d45cb69804e5f9bc827360aa30f88"
  case overrideNotSaved = "c55397c4004841a8a419aaf729496fa8"
  case overrideEnded = "2a1888b18b024cdd933866ba52b22fa4"
  case overrideFailed = "392d82ef1db64c608c7a3ed84f7e7d25"
  case triggerStarted = "0b86c1f6e4ed4d779cf31463bdef62c9"
  case triggerIgnored = "95dc1122d48949fa94c55f241b5bdb1d"
  case triggerWithdrawn = "4dc9b8d230c64db3a845e9dd02cb1861"
  case overlayFailed = "2ab8956a7dc449f88db5378cafe42594"
  case zonesFailed = "7835491167414957b1b54887b6ec7863"
  case pageListening = "91f7ae1de63d477a946b70000816d2ee"
  case pageShown = "0184f53b517d499ea7b454ba810fa4b7"
  case pageFailed = "cc4818bce7f64288a3b7064c9099a744"
  case triggerFailed = "6280e9024da64afeb38b8436a10e51ed"
  case handOverDone = "e785d2bdc597497d8cf72cf17a1992a8"
  case handOverFailed = "4ce75b249377445486115ce74d0da10a"

  case controlListening = "c89de5e29d0844af92959f966bc96423"
  case controlClient = "e8bfc7e61d8a4ab5853ea15a781080dc"
  case controlChange = "742bc27d874a40f8b9de25e9ae55f02e"
  case controlPaired = "732b5389391d4f3eb4ca76869b51dac6"
  case controlRejected = "c755c7a8019c4dd6aa24b022b525d894"
  case controlFailed = "7d64a07c7d1149bcbd8ceab59e948dae"
  case controlUnavailable = "47fd3861dd7d40768b1080e565aa878c"
  case controlUnencrypted = "07adc2eb76d44404bf327cc44c89a8bf"
  case discoveryChanged = "597cee3a5fcf4c2ca27f1bed253d3fca"
  case fleetConnected = "2cee140b1dbe4c1b8aa56d9afce49dfb"
  case fleetUnreachable = "2a2915a1aa724eafaba0f256ffc8ecc4"
  case fleetApplied = "3fe139d4ca1d4ab2bbb0761c8d5bdc84"
  case fleetRefused = "ec64bd8a2f9b48d1a2f55bf04c2de385"
  case fleetIgnored = "8a6bc858a3814789be2c8d2ce4a6f31f"
  case fleetDuplicate = "2cd58b9c9598436f9c82d312a28c1e47"

  /// The raw value is the journal's priority.
  package enum Severity: Int, Sendable { case error = 3, warning = 4, info = 6 }

  /// The part of the player that a message is about, in the order of the page.
  package enum Topic: String, CaseIterable, Sendable {
    case items = "Items"
    case display = "Display"
    case sound = "Sound and speech"
    case input = "Input"
    case lists = "Lists"
    case service = "Service"
    case content = "Content updates"
    case overrides = "Overrides and triggers"
    case control = "Remote control"
  }

  /// The meaning of a message, and its cure.
  package struct Explanation: Hashable, Sendable {
    package let topic: Topic
    package let severity: Severity
    /// The message, with the parts that differ in capitals.
    package let text: String
    package let meaning: String
    /// Nil if there is nothing to do.
    package let cure: String?

    init(
      _ topic: Topic, _ severity: Severity, _ text: String, _ meaning: String, cure: String? = nil
    ) {
      (self.topic, self.severity, self.text) = (topic, severity, text)
      (self.meaning, self.cure) = (meaning, cure)
    }
  }

  package var severity: Severity { explanation.severity }
}
