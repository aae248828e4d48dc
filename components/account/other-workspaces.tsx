import { securityCopy } from "#components/catalogs/security.tsx";
import { workspacePath } from "#lib/base/access/workspace-path.ts";

/** Leads to the workspaces that someone can open who can't open this one. */
export function OtherWorkspaces({ workspaces }: { workspaces: readonly { id: string; name: string }[] }) {
  if (workspaces.length === 0) return null;
  return (
    <section aria-label={securityCopy.otherWorkspaces} className="mt-8 border-t border-line pt-6">
      <h2 className="font-semibold">{securityCopy.otherWorkspaces}</h2>
      <ul className="mt-2 grid gap-1">
        {workspaces.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <a href={workspacePath(id, "/inbox")} className="text-accent underline underline-offset-3 wrap-anywhere">
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
