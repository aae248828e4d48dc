import { filesCopy } from "#components/catalogs/files.tsx";
import type { SiteJson } from "#lib/sites/sites/schema.ts";

type FileKinds = SiteJson["files"]["kinds"][number];

const KINDS = Object.keys(filesCopy.groups) as FileKinds[];

/** Returns kinds in the order they're shown in. */
export const inOrder = (kinds: readonly unknown[]): FileKinds[] => KINDS.filter((kind) => kinds.includes(kind));

/** Returns the kinds that are checked in a form. */
export const kindsIn = (form: FormData): FileKinds[] => inOrder(form.getAll("fileKinds"));

/** Which kinds of files a site accepts. */
export function FileKindsField({ chosen }: { chosen: readonly FileKinds[] }) {
  return (
    <fieldset aria-describedby="file-kinds-hint">
      <legend className="font-medium">{filesCopy.accepted}</legend>
      <p id="file-kinds-hint" className="mt-0.5 text-sm text-quiet text-pretty">
        {filesCopy.acceptedHint}
      </p>
      <ul className="mt-2.5 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {KINDS.map((kind) => (
          <li key={kind}>
            <label className="flex items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                type="checkbox"
                name="fileKinds"
                value={kind}
                defaultChecked={chosen.includes(kind)}
                className="size-4 accent-accent pointer-coarse:size-5"
              />
              {filesCopy.groups[kind]}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
