import { processWide } from "./process-wide.ts";

/** The version in `package.json`, and the commit if it's a clone. */
export type Revision = { version: string; commit?: string };

const shared = processWide("version", (): { running?: Revision } => ({}))();

/** Sets what this process runs. Next's bundles can't read it from the files. */
export function provideVersion(revision: Revision): void {
  shared.running = revision;
}

/** What this process runs. */
export const runningVersion = (): Revision => shared.running ?? { version: "unknown" };

const COMMIT_LETTERS = 7;

/** Returns such as "0.1.0 (4fe2a9c)". */
export const versionWords = ({ version, commit }: Revision): string =>
  commit === undefined ? version : `${version} (${commit.slice(0, COMMIT_LETTERS)})`;
