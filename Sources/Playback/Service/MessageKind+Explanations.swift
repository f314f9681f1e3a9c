extension MessageKind {
  package var explanation: Explanation {
    switch self {
    case .itemOpened:
      Explanation(
        .items, .info, "ITEM: TRACKS, DURATION",
        "The item was opened. The tracks in use follow its name.")
    case .itemPlaying:
      Explanation(
        .items, .info, "ITEM: playing",
        "Playback of the item has begun.")
    case .itemFailed:
      Explanation(
        .items, .error, "ITEM: REASON",
        "The item cannot be played and is skipped.",
        cure: "Test the file with: vitrine check FILE")
    case .itemSilent:
      Explanation(
        .items, .warning, "ITEM: plays without sound: REASON",
        "The audio track cannot be played. The picture is not affected.",
        cure: "Test the file with: vitrine check FILE")
    case .itemWithoutSubtitles:
      Explanation(
        .items, .warning, "ITEM: plays without subtitles: REASON",
        "The subtitle track or file cannot be read. The rest of the item plays.",
        cure: "Correct or remove the subtitle file")
    case .itemWithoutSignLanguage:
      Explanation(
        .items, .warning, "ITEM: plays without sign language: REASON",
        "The sign-language video cannot be played, or composing it delays the video itself.",
        cure: "Test the sign-language video with: vitrine check FILE")
    case .itemDamaged:
      Explanation(
        .items, .warning, "ITEM: part of the file is unreadable; the rest plays: REASON",
        "The storage returned an error while the file was read.",
        cure: "Copy the file again; if it is on an SD card, replace the card")
    case .itemQuarantined:
      Explanation(
        .items, .error,
        "ITEM: quarantined after repeated crashes, until the list changes or the service is restarted",
        "The player ended abnormally three times while it opened this item, so the item is skipped from now on.",
        cure:
          "Test the file with: vitrine check FILE; then replace it and run: systemctl reload vitrine"
      )
    case .decoderFallback:
      Explanation(
        .items, .warning, "ITEM: DECODER: REASON",
        "A hardware decoder cannot decode the video. Another decoder continues, which may be slower.",
        cure: "Find the cause with: vitrine decoders")
    case .pictureConverted:
      Explanation(
        .items, .info, "ITEM: CONVERSION",
        "The display cannot show the video's pixel format, so the CPU converts each frame.")
    case .transitionCut:
      Explanation(
        .items, .info, "ITEM: without transition: REASON",
        "The display cannot mix the pictures of two items, so one replaces the other at once.")
    case .machineOverloaded:
      Explanation(
        .items, .warning, "ITEM: LOAD: dropping frames to keep the audio in sync",
        "The machine is too slow for the video.",
        cure:
          "Encode the video with a lower resolution or frame rate; vitrine check FILE suggests one")
    case .playbackStalled:
      Explanation(
        .items, .warning, "ITEM: REASON; playback resumes automatically",
        "The item's data arrives too late. The last frame stays on the display.",
        cure: "Check the network, or the disk or share of the file")
    case .playbackResumed:
      Explanation(
        .items, .info, "ITEM: resumed",
        "The data of a stalled item arrives again.")
    case .scrubEnded:
      Explanation(
        .items, .info, "ITEM: scrubbing ended after N s without a scrub-move; playback resumed",
        "The client that moved the position has disappeared.")
    case .nothingToPlay:
      Explanation(
        .items, .warning, "nothing to play: REASON; retrying in N s",
        "No item of the queue can be played. The retry interval doubles up to 64 s.",
        cure: "Test the files with: vitrine check FILE")
    case .thumbnailsElsewhere:
      Explanation(
        .items, .warning, "thumbnails: FOLDER: REASON: using OTHER until exit",
        "The thumbnail cache is not writable, so thumbnails are made again after a restart.",
        cure: "Create the folder, or set service.thumbnails")
    case .displayOn:
      Explanation(
        .display, .info, "display: CONNECTOR on DEVICE, MODE: REASON",
        "The display was turned on in this mode.")
    case .displayOff:
      Explanation(
        .display, .info, "display: CONNECTOR, MODE; staying off",
        "The display is connected and off, as requested.")
    case .displayLost:
      Explanation(
        .display, .warning, "no picture: REASON; waiting for the display",
        "No picture reaches the display. Playback continues with sound, and the picture returns with the display.",
        cure: "Check the cable and whether the display is on; see also: vitrine doctor")
    case .displayReasserted:
      Explanation(
        .display, .warning, "the display was off and is on again",
        "Another program or the driver changed the display's power, and the player has restored it.",
        cure: "If it happens often, check the cable, and that no other program uses the display")
    case .displayPower:
      Explanation(
        .display, .info, "display: turned on",
        "A command, the schedule or the idle time has turned the display on or off.")
    case .displayDegraded:
      Explanation(
        .display, .warning, "CONNECTOR: WHAT IS NOT POSSIBLE",
        "The display or its driver refused something, such as a mode, HDR or a page flip. The picture continues without it.",
        cure: "Find the cause with: vitrine doctor")
    case .displayFailed:
      Explanation(
        .display, .error, "CONNECTOR: REASON",
        "A player cannot use its display, and has ended.",
        cure: "Find the cause with: vitrine doctor")
    case .firstPicture:
      Explanation(
        .display, .info, "first picture after N ms (PHASES)",
        "The service has started, and its first picture is on the display.")
    case .consoleVisible:
      Explanation(
        .display, .warning, "the console may appear briefly: REASON",
        "The player cannot take over the terminal behind the picture.",
        cure:
          "Run the player as the service vitrine, which has a terminal; see docs/operate/console.md"
      )
    case .televisionChanged:
      Explanation(
        .display, .info, "CEC: EVENT",
        "The player has joined the HDMI-CEC bus, or the television's remote requested standby.")
    case .televisionFailed:
      Explanation(
        .display, .warning, "CEC: REASON",
        "A television could not be switched over HDMI-CEC.",
        cure: "Test the bus with: vitrine cec status")
    case .soundOpened:
      Explanation(
        .sound, .info, "sound: DEVICE",
        "The audio device was opened. In parentheses: the coding of compressed sound that passes through to "
          + "it, or the channels and the sample size.")
    case .soundOff:
      Explanation(
        .sound, .info, "sound: none", "The audio device was turned off by a command (none).")
    case .soundDecoded:
      Explanation(
        .sound, .info, "sound: CODING is decoded: REASON; CURE",
        "Compressed sound could pass through to the device, but the player has to change it, or the device "
          + "cannot be opened for it.")
    case .companionOpened:
      Explanation(
        .sound, .info, "sound in LANGUAGE: DEVICE",
        "Another language plays on its own device (audio.also).")
    case .companionUnavailable:
      Explanation(
        .sound, .warning, "no sound in LANGUAGE: REASON; the rest plays without it",
        "The device of another language cannot be used, or its track cannot be played.",
        cure: "Check the cable and audio.also; vitrine probe lists the devices")
    case .soundUnavailable:
      Explanation(
        .sound, .warning, "no sound: REASON; the video plays without it",
        "The audio device cannot be used. The player tries again every second.",
        cure: "Check the cable and audio.device; vitrine probe lists the devices")
    case .mixerSet:
      Explanation(
        .sound, .info, "mixer: CHANGES",
        "Outputs of the sound card were muted or at their minimum, and were turned up.")
    case .mixerUnavailable:
      Explanation(
        .sound, .warning, "mixer: REASON; set it with alsamixer",
        "The sound card's mixer cannot be read or set. The sound may be muted.",
        cure: "Set the mixer with alsamixer, and audio.mixer to keep")
    case .loudnessUnavailable:
      Explanation(
        .sound, .warning, "loudness: REASON",
        "Files without loudness tags cannot be measured, and play unchanged.",
        cure: "Check that the thumbnails' folder is writable: vitrine doctor, line storage")
    case .speechUnavailable:
      Explanation(
        .sound, .warning, "speech: REASON",
        "The on-screen interface cannot be read aloud.",
        cure: "Install espeak-ng; see docs/operate/accessibility.md")
    case .inputAdded:
      Explanation(
        .input, .info, "input: DEVICE connected",
        "An input device is in use.")
    case .inputRemoved:
      Explanation(
        .input, .info, "input: DEVICE disconnected",
        "An input device was unplugged.")
    case .inputUnavailable:
      Explanation(
        .input, .warning, "input: REASON",
        "An input device cannot be used.",
        cure: "Find the cause with: vitrine doctor")
    case .noticeUnavailable:
      Explanation(
        .input, .warning, "message: not shown: REASON",
        "A message or a PIN for pairing could not be drawn, because memory or threads are short.",
        cure: "Free memory, then send the message again")
    case .listRead:
      Explanation(
        .lists, .info, "LIST: N items",
        "A new version of the list is in effect.")
    case .listEmpty:
      Explanation(
        .lists, .warning, "LIST: empty; playback starts once it has entries",
        "The list or folder has no entry that can be played.",
        cure: "Add entries, and check the list with: vitrine list check FILE")
    case .listUnreadable:
      Explanation(
        .lists, .error, "LIST:LINE: REASON",
        "The list cannot be read. The previous version, if any, stays in effect.",
        cure: "Correct the list, and check it with: vitrine list check FILE")
    case .listKept:
      Explanation(
        .lists, .warning, "LIST: continuing with the previous version",
        "The new version of the list cannot be read; the message before this one gives the reason.",
        cure: "Correct the list, and check it with: vitrine list check FILE")
    case .listSlow:
      Explanation(
        .lists, .warning, "LIST: still being read after 10 s; check its disk or share",
        "The disk or share of the list does not respond.",
        cure: "Check the disk or share")
    case .listUnwatched:
      Explanation(
        .lists, .warning, "LIST: cannot be watched for changes, checking every 10 s: REASON",
        "The kernel cannot report changes of these files.",
        cure: "Raise fs.inotify.max_user_watches, or ignore the message")
    case .programmeResumed:
      Explanation(
        .lists, .info, "LIST: returned to the programme",
        "A queue that a client had made was replaced by the list.")
    case .clockSet:
      Explanation(
        .service, .info, "clock: set; schedules apply",
        "A time server has set the clock.")
    case .clockNotSet:
      Explanation(
        .service, .warning, "clock: not set; schedules wait for a time server, see: vitrine doctor",
        "The clock may be wrong. Until it is set, displays follow power.untrusted-clock.",
        cure: "Check the network, or set the clock with: timedatectl set-time")
    case .recovered:
      Explanation(
        .service, .error, "recovery: STEP: CAUSE",
        "The player took a step to get a picture again; see docs/operate/service.md.",
        cure: "Find the cause with: vitrine explain")
    case .recoveryNotRecorded:
      Explanation(
        .service, .error, "recovery: the STEP cannot be recorded: REASON",
        "A restart or reboot cannot be counted, because the state or runtime folder is not writable. "
          + "Without the count, the machine is not rebooted.",
        cure: "Check that the folders are writable and have space: vitrine doctor, line storage")
    case .machineSpared:
      Explanation(
        .service, .warning, "machine: CAUSE: MEASURES",
        "The machine is too hot, or its supply voltage too low. Decoding is cheaper until that ends, "
          + "and the display may be dimmer.",
        cure: "Check the cooling and the power supply")
    case .machineRelieved:
      Explanation(
        .service, .info, "machine: MEASURES",
        "Temperature and supply voltage are normal again.")
    case .restartPlanned:
      Explanation(
        .service, .info, "restarting as planned by service.restart-hours",
        "The player, or with service.reboot: always the machine, restarts.")
    case .serviceFailed:
      Explanation(
        .service, .error, "REASON",
        "The service cannot start or continue. systemd restarts it.",
        cure: "Find the cause with: vitrine doctor")
    case .configurationInvalid:
      Explanation(
        .service, .error, "FILE:LINE: REASON",
        "The configuration cannot be used. At the start, a card shows the error instead of the programme.",
        cure:
          "Correct the file, check it with: vitrine config check, then run: systemctl reload vitrine"
      )
    case .configurationKept:
      Explanation(
        .service, .warning, "continuing with the previous configuration: FILE:LINE: REASON",
        "The new configuration cannot be used.",
        cure: "Correct the file, and check it with: vitrine config check")
    case .restartNeeded:
      Explanation(
        .service, .warning,
        "changed sections that need a restart: SECTIONS; run systemctl restart vitrine",
        "These settings take effect when the service starts.",
        cure: "Run: systemctl restart vitrine")
    case .keysNotSaved:
      Explanation(
        .service, .error, "keys not saved: REASON",
        "The keys that were learned in the service menu are lost at the next restart.",
        cure: "Check that the state folder is writable: vitrine doctor, line storage")
    case .versionReplaced:
      Explanation(
        .service, .info, "a new version is installed; restarting when this item ends",
        "The program's file was replaced by an update.")
    case .stateNotSaved:
      Explanation(
        .service, .warning, "FILE: REASON",
        "A file in the state folder is damaged, or cannot be read or written. After a restart, the position or the schedule's accounts may be lost.",
        cure: "Check that the state folder is writable and has space: vitrine doctor, line storage")
    case .showingsNotSaved:
      Explanation(
        .service, .warning, "showings: REASON",
        "Some proof of play cannot be recorded.",
        cure: "Check that the state folder is writable and has space: vitrine doctor, line storage")
    case .cacheUnused:
      Explanation(
        .service, .warning, "cache: REASON; see cache.size and cache.free",
        "Downloads are not cached. A cache that cannot be opened is tried again after 30 s to 10 min.",
        cure: "Free disk space, or change cache.size, cache.free or cache.folder")
    case .cacheResumed:
      Explanation(
        .service, .info, "cache: writing again; or cache: in use",
        "Downloads are cached again.")
    case .credentialsUnreadable:
      Explanation(
        .service, .warning, "access of SERVER: REASON",
        "A file with a password, token or header cannot be read, so the server will reject requests.",
        cure: "Correct the file that the section access or network.proxy names, and its permissions"
      )
    case .faultRecorded:
      Explanation(
        .service, .warning, "fault: FAULT: CAUSE; vitrine explain shows the events before it",
        "The black box has stored the last minute before a fault.",
        cure: "Read it with: vitrine explain")
    case .faultNotRecorded:
      Explanation(
        .service, .warning, "fault: FAULT: CAUSE; not recorded: REASON",
        "The black box cannot write to the state folder.",
        cure: "Check that the state folder is writable and has space: vitrine doctor, line storage")
    case .terminalFailed:
      Explanation(
        .service, .error, "console: REASON",
        "The player no longer reads its terminal or its commands.",
        cure: "Start the player again")
    case .contentActivated:
      Explanation(
        .content, .info, "content: release N starts with the next item: N files, id ID",
        "A downloaded release is complete and is shown from now on.")
    case .contentFromPeers:
      Explanation(
        .content, .info, "content: N of N MB downloaded from peers",
        "Other players in the local network sent a part of the release.")
    case .contentPeerRejected:
      Explanation(
        .content, .warning,
        "content: PEER sent a file with the wrong SHA-256; ignoring this peer for an hour",
        "A peer's copy of a file is damaged or was changed.",
        cure: "Check the storage of that peer")
    case .contentRolledBack:
      Explanation(
        .content, .error,
        "content: the new release failed (REASON); rolled back to the previous one",
        "An item of the new release cannot be played.",
        cure: "Test the item with: vitrine check FILE; then publish a corrected release")
    case .contentFailed:
      Explanation(
        .content, .error,
        "content: the release on screen failed (REASON), and there is no previous one",
        "An item of the release cannot be played.",
        cure: "Test the item with: vitrine check FILE; then publish a corrected release")
    case .contentDelayed:
      Explanation(
        .content, .warning, "content: REASON",
        "An update cannot be downloaded or shown. The player tries again.",
        cure:
          "Check the server, folder or stick that the message names, and the disk; the state: vitrine ctl content"
      )
    case .contentRecovered:
      Explanation(
        .content, .info, "content: recovered",
        "The cause of the last failed update is gone.")
    case .contentWithoutFolder:
      Explanation(
        .content, .warning, "content: no folder to store releases in; set service.state",
        "Content updates are configured but not possible.",
        cure: "Set service.state")
    case .contentKeyInvalid:
      Explanation(
        .content, .error, "content.key: REASON",
        "Content updates are off, because signatures cannot be verified.",
        cure: "Set content.key to the output of vitrine publish")
    case .stickStarted:
      Explanation(
        .content, .info,
        "content: USB stick FOLDER starts with the next item: N videos and pictures",
        "The content of a USB stick is shown while it is plugged in.")
    case .stickFailed:
      Explanation(
        .content, .error,
        "content: USB stick FOLDER failed (REASON); showing the previous content again",
        "A file of the USB stick cannot be played or read.",
        cure: "Test the file with: vitrine check FILE")
    case .stickRemoved:
      Explanation(
        .content, .info,
        "content: USB stick FOLDER was removed; showing the previous content again",
        "The USB stick was unplugged.")
    case .sharingStarted:
      Explanation(
        .content, .info, "content: sharing files with peers at URL",
        "Other players may download releases from this one.")
    case .sharingFailed:
      Explanation(
        .content, .error, "content.share: REASON",
        "Other players cannot download from this one. The player tries again every few seconds, unless the address is invalid.",
        cure: "Correct content.share, or stop the program that uses its port")
    case .overrideStarted:
      Explanation(
        .overrides, .info, "override ID: started",
        "A client has interrupted the programme.")
    case .overrideNotSaved:
      Explanation(
        .overrides, .warning, "override ID: not saved: a restart would end it",
        "The override is shown, but the state folder is not writable.",
        cure: "Check that the state folder is writable and has space: vitrine doctor, line storage")
    case .overrideEnded:
      Explanation(
        .overrides, .info, "override ID: ended",
        "The override was ended by a client, or has expired. The programme resumes.")
    case .overrideFailed:
      Explanation(
        .overrides, .error, "override ID: cannot be shown: REASON",
        "The content of the override cannot be read or played. The programme continues.",
        cure: "Correct the content of the override, and start it again")
    case .triggerStarted:
      Explanation(
        .overrides, .info, "TRIGGER: ITEM",
        "A button, a sensor or another player has started this content.")
    case .triggerIgnored:
      Explanation(
        .overrides, .info, "TRIGGER: ignored REASON",
        "Something more important is on screen.")
    case .triggerWithdrawn:
      Explanation(
        .overrides, .info, "TRIGGER: withdrawn",
        "The player that had handed the content over has taken it back.")
    case .overlayFailed:
      Explanation(
        .overrides, .warning, "overlays.NAME: REASON",
        "An overlay cannot be shown as set; the others are.",
        cure: "Correct the overlay in the section overlays, or its file")
    case .zonesFailed:
      Explanation(
        .overrides, .warning, "zones: FILE: REASON",
        "A template, data file or picture cannot be read; its last valid content stays on the screen.",
        cure: "Correct the file; try it with vitrine template preview")
    case .pageListening:
      Explanation(
        .overrides, .info, "page: waiting for its engine at SOCKET",
        "The zone of a page shows what a Wayland program draws that connects to this socket.")
    case .pageShown:
      Explanation(
        .overrides, .info, "page: shown",
        "The page's engine has drawn its first picture, or the first one after a failure.")
    case .pageFailed:
      Explanation(
        .overrides, .warning, "page: REASON",
        "The page of a zone is not shown or no longer updated; its last picture stays on the screen.",
        cure: "See why its engine does not draw: journalctl -u vitrine-page")
    case .triggerFailed:
      Explanation(
        .overrides, .warning, "trigger KEY: REASON",
        "The content of a trigger cannot be read.",
        cure: "Correct the trigger's source in the section triggers")
    case .handOverDone:
      Explanation(
        .overrides, .info, "hand-over: ITEM continues on PLAYER",
        "Another player has taken over the item.")
    case .handOverFailed:
      Explanation(
        .overrides, .warning, "hand-over: ITEM continues here: REASON",
        "The other player has not accepted the item.",
        cure: "Check the other player and the network")
    case .controlListening:
      Explanation(
        .control, .info, "control: listening on SOCKET",
        "A control interface is ready: a socket, the HTTP server or the bus.")
    case .controlClient:
      Explanation(
        .control, .info, "control: connected: process N of user N",
        "A client has connected. The first client of each user is logged.")
    case .controlChange:
      Explanation(
        .control, .info, "web: CLIENT: REQUEST",
        "A client has changed something.")
    case .controlPaired:
      Explanation(
        .control, .info, "web: paired ADDRESS as NAME",
        "A phone or browser has got a token by a PIN.")
    case .controlRejected:
      Explanation(
        .control, .warning, "control: rejected process N of user N: REASON",
        "A client was rejected: it has no permission, or sent a wrong token or PIN.",
        cure: "If it should have access, see docs/operate/control.md or docs/operate/web.md")
    case .controlFailed:
      Explanation(
        .control, .warning, "control: REASON",
        "A control interface does not work at the moment. Playback is not affected.",
        cure: "See docs/operate/control.md, docs/operate/web.md or docs/operate/mpris.md")
    case .controlUnavailable:
      Explanation(
        .control, .error, "cannot listen on ADDRESS: REASON; retrying every few seconds",
        "A control interface cannot be opened. Playback is not affected.",
        cure: "Stop the other program that uses the address, or correct the section control")
    case .controlUnencrypted:
      Explanation(
        .control, .warning,
        "web: ADDRESS is reachable from the network without encryption; see docs/operate/web.md",
        "Others in the network can read tokens.",
        cure: "Set control.encryption to true")
    case .discoveryChanged:
      Explanation(
        .control, .info, "discovery: EVENT",
        "The player is advertised in the local network by mDNS, or why it is not.")
    case .fleetConnected:
      Explanation(
        .control, .info, "fleet: connected to BROKER (VERSION)",
        "The player has joined its fleet, or the other screen with its identity has gone.")
    case .fleetUnreachable:
      Explanation(
        .control, .warning, "fleet: BROKER: REASON; retrying",
        "The broker cannot be reached, or rejects this screen. Playback is not affected.",
        cure: "Check the network, the broker, and its section in access; see docs/operate/fleet.md")
    case .fleetApplied:
      Explanation(
        .control, .info, "fleet: applied NAME",
        "A value that the operator desires is in effect.")
    case .fleetRefused:
      Explanation(
        .control, .warning, "fleet: NAME: REASON",
        "A value that the operator desires cannot take effect. It is reported, and tried again once a minute if that may help.",
        cure: "Correct the value with vitrine fleet set, or with the tool that wrote it")
    case .fleetIgnored:
      Explanation(
        .control, .warning, "fleet: ignored a message on TOPIC: REASON",
        "A message of the broker is invalid, outdated or one of too many.",
        cure:
          "Find the program that sends it; docs/operate/fleet.asyncapi.json describes the messages")
    case .fleetDuplicate:
      Explanation(
        .control, .error,
        "fleet: another screen has the same identity; set fleet.id on one of them",
        "Two screens report as one, for example because a card was copied.",
        cure: "Set fleet.id on one of them, or give it a new /etc/machine-id")
    }
  }
}
