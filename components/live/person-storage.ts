import { type BrowserStorage, openStorage, type Storage } from "#client/storage.ts";

/** What this browser stores for a person, in all their workspaces. */
export const personStorage = (userId: string): BrowserStorage => openStorage(`site-inbox:${userId}:`);

const OF_A_WORKSPACE = /^[0-9a-f]{8}-[0-9a-f-]{27}:/;

/** Moves what an earlier version stored for a person, drafts and unsent replies, to the workspace that they're of. */
export function adoptStored(person: Storage, workspace: Storage): void {
  for (const name of person.names("")) {
    const value = person.get(name);
    if (OF_A_WORKSPACE.test(name) || value === undefined || workspace.get(name) !== undefined) continue;
    workspace.set(name, value);
    person.remove(name);
  }
}

/** Returns how many replies and notes this browser hasn't sent yet in a person's other workspaces. */
export const countUnsentElsewhere = (person: Storage, workspaceId: string): number =>
  person.names("").filter((name) => name.includes(":unsent:") && !name.startsWith(`${workspaceId}:`)).length;
