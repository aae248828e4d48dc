"use client";

import { ChevronsUpDown } from "lucide-react";
import { rolesCopy } from "#components/catalogs/roles.ts";
import { shellCopy } from "#components/catalogs/shell.ts";
import { announceArrival } from "#components/live/announcement.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { AppLink } from "#components/ui/app-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Menu, menuItemClass } from "#components/ui/menu.tsx";
import { workspacePath } from "#lib/base/access/workspace-path.ts";

/** Leads to the person's other workspaces, if there are any. Each is a page of its own, with its own stream and outbox. */
export function WorkspaceSwitcher({ isRow = false }: { isRow?: boolean }) {
  const { workspaceId, workspaces, mayCreateWorkspace } = useLive();
  const here = workspaces.find(({ id }) => id === workspaceId);
  if (!here || workspaces.length < 2) return null;
  return (
    <div className={classNames(isRow ? "w-full md:hidden" : "mb-2 hidden justify-center md:flex")}>
      <Menu
        side="below"
        align="start"
        label={
          isRow ? (
            <>
              <bdi className="min-w-0 truncate">{here.name}</bdi>
              <ChevronsUpDown size={16} aria-hidden className="shrink-0" />
              <span className="sr-only">{shellCopy.switchWorkspace}</span>
            </>
          ) : (
            <span className="grid size-9 place-items-center rounded-lg bg-sunken text-sm font-semibold text-ink">
              <span aria-hidden>{initialsOf(here.name)}</span>
              <span className="sr-only">{shellCopy.currentWorkspace(here.name)}</span>
            </span>
          )
        }
      >
        {workspaces.map(({ id, name, role, suspended }) => (
          <li key={id}>
            {suspended ? (
              <span className={`${menuItemClass} text-quiet hover:bg-transparent`}>
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                <span className="text-sm">{rolesCopy.suspended}</span>
              </span>
            ) : (
              <a
                href={workspacePath(id, "/inbox")}
                onClick={() => announceArrival({ id, name })}
                aria-current={id === workspaceId ? "true" : undefined}
                className={`${menuItemClass} aria-[current]:font-medium aria-[current]:text-accent`}
              >
                <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
                <span className="text-sm text-quiet">{rolesCopy[role]}</span>
              </a>
            )}
          </li>
        ))}
        {mayCreateWorkspace && (
          <li className="mt-1 border-t border-line pt-1">
            <AppLink href="/settings/new-workspace" className={menuItemClass}>
              {shellCopy.createWorkspace}
            </AppLink>
          </li>
        )}
      </Menu>
    </div>
  );
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toLocaleUpperCase() ?? "")
    .join("");
