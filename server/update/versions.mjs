import { existsSync, lstatSync, mkdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const SUFFIX = "-versions";

/**
 * Where an installation and its versions are. `folder` is what others name, such as /opt/site-inbox: a link to the version that's used
 * or, before the first update, that version itself.
 * @param {string} root the folder that this version runs from, without links
 */
export function placesOf(root) {
  const parent = dirname(root);
  const isLinked = basename(parent).endsWith(SUFFIX);
  const folder = isLinked ? parent.slice(0, -SUFFIX.length) : root;
  const versions = `${folder}${SUFFIX}`;
  return { folder, versions, record: join(versions, "update.json"), isLinked };
}

/** The Node.js of a version. */
export const nodeIn = (version) => join(version, "node_modules/.bin/node");

/** Makes an installation's folder again, if it was killed while it became a link. */
export function repairLink({ folder, isLinked }, root) {
  if (isLinked && !lstatSync(folder, { throwIfNoEntry: false })) symlinkSync(root, folder);
}

/** Makes an installation's folder a link to its version. For an instant there's no folder: a service that starts just then tries again. */
export function convert(folder, version) {
  if (lstatSync(folder).isSymbolicLink()) return;
  mkdirSync(dirname(version), { recursive: true, mode: 0o755 });
  renameSync(folder, version);
  symlinkSync(version, folder);
}

/** Switches an installation to a version, in one step. */
export function switchTo(folder, version) {
  if (!existsSync(nodeIn(version))) throw new Error(`${version} isn't a whole version`);
  const link = `${folder}.new`;
  rmSync(link, { force: true });
  symlinkSync(version, link);
  renameSync(link, folder);
}

export const versionInUse = (folder) =>
  lstatSync(folder).isSymbolicLink() ? resolve(dirname(folder), readlinkSync(folder)) : folder;
