// Repeats the messages of j-holub's Node-MPV 2, in its order: it parses the first chunk as one object, observes thirteen
// properties by number, and expects three events of each load within ten chunks.
// mpv-node-client.js SOCKET FILE
const net = require("net");
const [socket, file] = process.argv.slice(2);
const fail = (why) => { console.error(why); process.exit(1); };
const timer = setTimeout(() => fail("no answer in 30 s"), 30000);

const first = net.createConnection(socket);
first.once("connect", () => first.write('{"command":["get_property","mpv-version"]}\n'));
first.once("data", (chunk) => {
  const answer = JSON.parse(chunk.toString());
  if (answer.error !== "success" || !answer.data.startsWith("mpv")) fail(`version: ${chunk}`);
  console.log("ok      node: the first chunk is one object");
  const names = ["mute", "pause", "duration", "volume", "filename", "path", "media-title", "playlist-pos",
    "playlist-count", "loop", "fullscreen", "sub-visibility"];
  const lines = [{ command: ["observe_property", 1, "time-pos"], request_id: 0 }];
  names.forEach((name, index) => lines.push({ command: ["observe_property", index + 2, name] }));
  let buffer = "";
  const told = new Set();
  first.on("data", (more) => {
    buffer += more;
    let end;
    while ((end = buffer.indexOf("\n")) >= 0) {
      const message = JSON.parse(buffer.slice(0, end));
      buffer = buffer.slice(end + 1);
      if (message.event === "property-change") told.add(message.id);
      if (told.size === 13) load();
    }
  });
  first.write(lines.map((line) => JSON.stringify(line) + "\n").join(""));
});

let loaded = false;
function load() {
  if (loaded) return;
  loaded = true;
  console.log("ok      node: thirteen properties are observed");
  const second = net.createConnection(socket);
  const wanted = ["start-file", "file-loaded", "playback-restart"];
  let chunks = 0;
  second.once("connect", () => second.write(JSON.stringify({ command: ["loadfile", file, "replace"] }) + "\n"));
  second.on("data", (chunk) => {
    chunks += 1;
    for (const line of chunk.toString().split("\n").filter((line) => line)) {
      if (JSON.parse(line).event === wanted[0]) wanted.shift();
    }
    if (wanted.length === 0) {
      console.log("ok      node: load is followed by its three events");
      clearTimeout(timer);
      second.destroy();
      first.destroy();
    } else if (chunks >= 10) fail(`after ten chunks no ${wanted[0]}`);
  });
}
