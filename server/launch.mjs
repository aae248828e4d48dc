// Runs a script of this project. Usage: node server/launch.mjs SCRIPT.ts [ARGUMENTS]
// Only syntax that Node 12 reads, so that a Node that is too old says so.
// The packages need it: an older one's npm leaves out those that say so, and the build fails.
const OLDEST = [20, 19];
const { node } = process.versions;
const [major, minor] = node.split(".").map(Number);

if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) {
  void import("./launch/launch.mjs");
} else {
  process.stderr.write(
    `Site Inbox cannot start: Node ${node} is too old. Install Node ${OLDEST.join(".")} or newer, then run the command again.\n`,
  );
  process.exitCode = 1;
}
