import { CHECK_STATES, CHECK_TITLES, type Finding } from "#lib/notify/status/schema.ts";
import { provideEnv, readSettings, type Settings } from "#platform/env.ts";
import { provideVersion } from "#platform/version.ts";
import { checkSecret } from "./database/database-secret.ts";
import { hasDatabase } from "./database/home.ts";
import { listPendingMigrations } from "./database/migrate.ts";
import { openDatabase } from "./database/open-database.ts";
import { projectRoot } from "./launch/project-root.mjs";
import { print } from "./process/console.ts";
import { loadDotEnv } from "./process/dot-env.ts";
import { readRevision } from "./process/revision.ts";
import { runCommand } from "./process/run-command.ts";
import { findSecret } from "./process/secret.ts";
import { StartError } from "./process/start-error.ts";

const USAGE = "usage: npm run doctor, or npm run -s doctor -- -s to print only what isn't fine";
const LONGEST_LOOK_MS = 60_000;
const MARKS = { failing: "✗", warning: "!", good: "✓", off: "–" } satisfies Record<Finding["state"], string>;

type Found = Finding & { name: keyof typeof CHECK_TITLES };

/* Checks the service as it does itself, beside it or while it's stopped: npm run doctor. It changes nothing. */
await runCommand(async () => {
  const given = process.argv.slice(2);
  if (given.some((one) => one !== "-s")) throw new StartError(USAGE);
  const isShort = given.includes("-s");
  loadDotEnv();
  const found = await findAll(readSettings());
  for (const { name, state, says, todo } of found) {
    if (isShort && (state === "good" || state === "off")) continue;
    print(`${MARKS[state]} ${CHECK_TITLES[name]}: ${says}`);
    if (todo) print(`  ${todo}`);
  }
  if (found.some(({ state }) => state === "failing")) process.exitCode = 1;
}, "cannot be checked");

async function findAll(settings: Settings): Promise<Found[]> {
  if (settings.DATABASE_URL === undefined && !hasDatabase(settings.DATA_DIR))
    throw new StartError(`there's no database in ${settings.DATA_DIR} yet. npm start creates it`);
  const database = await openDatabase(settings);
  try {
    const pending = await listPendingMigrations(database.url);
    if (pending.length > 0) {
      throw new StartError(
        `the database isn't migrated to this version yet (${pending.length} migrations). The service does it when it starts`,
      );
    }
    await checkSecret(settings, database.url);
    const AUTH_SECRET = await findSecret(settings);
    if (AUTH_SECRET === undefined) throw new StartError("there's no secret yet. npm start creates it");
    provideEnv({ ...settings, DATABASE_URL: database.url, AUTH_SECRET });
    provideVersion(readRevision(projectRoot));
    const { closeDb } = await import("#platform/database/database.ts");
    return await look().finally(closeDb);
  } finally {
    await database.stop();
  }
}

async function look(): Promise<Found[]> {
  const [{ CHECKS }, { explain }, { findRecent }, { closeMail }] = await Promise.all([
    import("./status/checks.ts"),
    import("./status/status-watch.ts"),
    import("#lib/notify/status/findings.system.ts"),
    import("#platform/mail/transport.ts"),
  ]);
  const signal = AbortSignal.timeout(LONGEST_LOOK_MS);
  const found = await Promise.all(
    CHECKS.map(async (check): Promise<Found> => {
      const { name } = check;
      if (check.by !== "web") return { name, ...(await explain(check.find(signal), signal)) };
      // Only a running service can tell.
      return {
        name,
        ...((await findRecent(name)) ?? { state: "off", says: "Only a running service can check this." }),
      };
    }),
  );
  closeMail();
  const rank = ({ state }: Finding) => CHECK_STATES.indexOf(state);
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || CHECK_TITLES[one.name].localeCompare(CHECK_TITLES[other.name]),
  );
}
