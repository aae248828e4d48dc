import { pipeline } from "node:stream/promises";
import { operatorOfWorkspace } from "#gate/operator.ts";
import { changeBus } from "#lib/base/changes/publish-change.ts";
import { eraseVisitor } from "#lib/data/erasure/erase-visitor.ts";
import { archiveEntries } from "#lib/data/exports/archive-entries.ts";
import { exportVisitor } from "#lib/data/exports/queries.ts";
import { findVisitorsOfPerson, type VisitorOfPerson } from "#lib/desk/visitors/visitors-of-person.system.ts";
import { toSiteJson } from "#lib/sites/sites/json.ts";
import { plural } from "#platform/catalog.ts";
import { AppError } from "#platform/errors.ts";
import { type ZipEntry, zipArchive } from "#platform/zip/zip-archive.ts";
import { writeWholeFile } from "../backup/whole-file.ts";
import { print } from "../process/console.ts";
import { StartError } from "../process/start-error.ts";

/*
 * npm run owner -- export-person and erase-person. One visitor at a time, by the same export and erasure as the workspaces' own,
 * and with the same entries in their activity logs.
 */

async function findPerson(email: string): Promise<VisitorOfPerson[]> {
  const visitors = await findVisitorsOfPerson(email);
  if (visitors.length === 0) throw new StartError(`no visitor has the email ${email}`);
  return visitors;
}

const CONVERSATIONS = { one: "1 conversation", other: "# conversations" };

const OTHERS = { one: "merged with 1 other", other: "merged with # others" };

const visitorWords = ({ id, siteName, workspaceName, isVerified, merged, conversations }: VisitorOfPerson) =>
  [
    `visitor ${id} of ${siteName} in ${workspaceName}`,
    isVerified ? "verified by the site" : "who gave this email without proof",
    ...(merged > 0 ? [plural(merged, OTHERS)] : []),
    plural(conversations, CONVERSATIONS),
  ].join(", ");

/** Writes everything about a person into a ZIP archive with a folder for each visitor. */
export async function exportPerson(email: string, path: string): Promise<void> {
  const visitors = await findPerson(email);
  await writeWholeFile(path, (file) => pipeline(zipArchive(entriesOf(visitors)), file));
  print(`Wrote ${path}.`);
}

/** Returns what someone else may delete meanwhile, or undefined once it's gone. */
const ifThere = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  });

async function exportOf({ id, workspaceId }: VisitorOfPerson) {
  const scope = await operatorOfWorkspace(workspaceId);
  return { scope, exported: await exportVisitor(scope, id) };
}

async function* entriesOf(visitors: VisitorOfPerson[]): AsyncGenerator<ZipEntry> {
  for (const visitor of visitors) {
    const found = await ifThere(exportOf(visitor));
    if (!found) {
      print(`Deleted meanwhile: ${visitorWords(visitor)}`);
      continue;
    }
    const { scope, exported } = found;
    const site = toSiteJson(scope, exported.site);
    const entries = archiveEntries("site-inbox-visitor", site, { exportedAt: new Date(), exported });
    for await (const entry of entries) yield { ...entry, name: `${visitor.id}/${entry.name}` };
    print(`Exported ${visitorWords(visitor)}`);
  }
}

/** Lists everything that would be erased about a person, or erases it if that's confirmed. */
export async function erasePerson(email: string, isConfirmed: boolean): Promise<void> {
  const visitors = await findPerson(email);
  if (!isConfirmed) {
    for (const visitor of visitors) print(`Would erase ${visitorWords(visitor)}`);
    print(`Nothing was erased. To erase this: npm run owner -- erase-person ${email} --yes`);
    return;
  }
  try {
    for (const visitor of visitors) {
      const erase = async () => {
        await eraseVisitor(await operatorOfWorkspace(visitor.workspaceId), visitor.id);
        return true;
      };
      print(`${(await ifThere(erase())) ? "Erased" : "Deleted meanwhile:"} ${visitorWords(visitor)}`);
    }
  } finally {
    // Streams end at once only if the other processes get the change before this one ends.
    await changeBus().close();
  }
}
