import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

const SUFFIX = "-versions";
// So short that a file system keeps a link to it without a block of its own: the disk may be full when it's needed.
const NAME_LETTERS = 12;
const NAME = new RegExp(`^[0-9a-f]{${NAME_LETTERS}}$`);

/**
 * Where an installation and its versions are. `folder` is what others name, such as /opt/site-inbox: a link to the version that's used
 * or, before the first update, that version itself.
 * @param {string} root the folder that this version runs from, without links
 */
export function placesOf(root) {
  const parent = dirname(root);
  const isLinked = basename(parent).endsWith(SUFFIX) && NAME.test(basename(root));
  const folder = isLinked ? parent.slice(0, -SUFFIX.length) : root;
  const versions = `${folder}${SUFFIX}`;
  return { folder, versions, record: join(versions, "update.json"), isLinked };
}

/** Where a commit's version is. */
export const versionIn = (versions, commit) => join(versions, commit.slice(0, NAME_LETTERS));

/** The Node.js of a version. */
export const nodeIn = (version) => join(version, "node_modules/.bin/node");

/** Makes an installation's folder again, if the host went down while it became a link. */
export function repairLink({ folder, isLinked }, root) {
  if (isLinked && !lstatSync(folder, { throwIfNoEntry: false })) symlinkSync(linkTo(root), folder);
}

const linkTo = (version) => join(basename(dirname(version)), basename(version));

/**
 * Makes an installation's folder a link to its version. For an instant there's no folder: a service that starts just then tries
 * again. A shell does it, which goes on if this process is killed in between.
 */
export function convert(folder, version) {
  if (lstatSync(folder).isSymbolicLink()) return;
  const script = 'mv "$1" "$2" && ln -s "$3" "$1"';
  const { status, stderr } = spawnSync("sh", ["-c", script, "sh", folder, version, linkTo(version)], {
    encoding: "utf8",
    detached: true,
  });
  if (status !== 0) throw new Error(`${folder} can't become a link: ${stderr}`);
}

/** Switches an installation to a version, in one step. */
export function switchTo(folder, version) {
  if (!existsSync(nodeIn(version))) throw new Error(`${version} isn't a whole version`);
  const link = `${folder}.new`;
  rmSync(link, { force: true });
  symlinkSync(linkTo(version), link);
  renameSync(link, folder);
}

export const versionInUse = (folder) =>
  lstatSync(folder).isSymbolicLink() ? resolve(dirname(folder), readlinkSync(folder)) : folder;

/** Lists the versions other than those of some commits. */
export function listOthers(versions, kept) {
  const paths = kept.map((commit) => versionIn(versions, commit));
  const names = readdirSync(versions).filter((name) => NAME.test(name));
  return names.map((name) => join(versions, name)).filter((path) => !paths.includes(path));
}

/** Whether a folder has the version of a commit. */
export const isVersionOf = (path, commit) => basename(path) === basename(versionIn("", commit));
