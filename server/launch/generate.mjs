import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { hashOf, launchError, readIfThere } from "./project-root.mjs";

const SOURCES = ["prisma/schema.prisma", "prisma.config.ts", "package-lock.json"];
const STAMP = "prisma/generated/.stamp";

const wanted = () => hashOf(SOURCES.map((path) => readFileSync(path, "utf8")).join("\0"));

/** Whether the database client matches the current schema. */
export const isGenerated = () => readIfThere(STAMP) === wanted();

export function generateClient(runtime) {
  process.stdout.write("Generating the database client...\n");
  const made = spawnSync(runtime, ["node_modules/prisma/build/index.js", "generate", "--no-hints"], {
    encoding: "utf8",
    env: { ...process.env, CHECKPOINT_DISABLE: "1", NO_COLOR: "1" },
  });
  if (made.status !== 0) {
    throw launchError(
      `${made.stdout}${made.stderr}\nSite Inbox cannot start: the database client could not be generated.`,
    );
  }
  writeFileSync(STAMP, wanted());
}
