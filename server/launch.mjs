// Runs a script of this project. Usage: node server/launch.mjs SCRIPT.ts [ARGUMENTS]
// Only syntax that Node 12 reads, so that a Node that is too old says so.
const OLDEST = 18;
const { node } = process.versions;

if (Number(node.split(".")[0]) >= OLDEST) {
  void import("./launch/launch.mjs");
} else {
  process.stderr.write(
    `Site Inbox cannot start: Node ${node} is too old. Install Node ${OLDEST} or newer, then run the command again.\n`,
  );
  process.exitCode = 1;
}
