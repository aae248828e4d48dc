"use client";

import { Bookmark, BookmarkCheck, BookmarkPlus, CircleAlert, Pencil, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { useTeam } from "#components/assignment/team-provider.tsx";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import { viewsCopy } from "#components/catalogs/views.ts";
import { type InboxFilter, inboxPath } from "#components/filter/inbox-filter.ts";
import { useLive } from "#components/live/live-provider.tsx";
import { useCommand } from "#components/ui/commands.ts";
import { Menu, MenuButton, MenuLink } from "#components/ui/menu.tsx";
import { showToast } from "#components/ui/toast.tsx";
import { outranks } from "#lib/base/access/scopes.ts";
import type { ViewCount, ViewJson } from "#lib/desk/views/schema.ts";
import { changeView, createView, deleteView, useViewCounts, useViews, viewOf, viewPath } from "./use-views.ts";
import { ViewDialog } from "./view-dialog.tsx";

/** The views of the inbox, and what can be done with the one that's shown, or with filters that aren't one yet. */
export function ViewsMenu({ filter }: { filter: InboxFilter }) {
  const { views } = useViews();
  const [isOpen, setIsOpen] = useState(false);
  const { counts } = useViewCounts(views, isOpen);
  const { role } = useLive();
  const { isShared: isTeam } = useTeam();
  const [dialog, setDialog] = useState<"save" | "rename" | null>(null);
  const shown = viewOf(filter, views);
  const isDefault = inboxPath(filter) === "/inbox";
  const mayChange = shown !== undefined && (shown.personal || outranks(role, "admin"));
  useCommand("saveView", shown || isDefault ? undefined : viewsCopy.save, () => setDialog("save"));
  return (
    <>
      <Menu
        look="icon"
        onToggle={setIsOpen}
        title={viewsCopy.title}
        label={
          <>
            {shown ? (
              <BookmarkCheck size={16} aria-hidden className="text-accent" />
            ) : (
              <Bookmark size={16} aria-hidden />
            )}
            <span className="sr-only">{viewsCopy.title}</span>
          </>
        }
      >
        {views.length === 0 && isDefault && <li className="px-2.5 py-2 text-sm text-quiet">{viewsCopy.none}</li>}
        {views.map((view) => (
          <ViewItem key={view.id} view={view} count={counts.get(view.id)} isOn={view === shown} isTeam={isTeam} />
        ))}
        {!shown && !isDefault && (
          <MenuButton onClick={() => setDialog("save")} className={views.length > 0 ? DIVIDED : undefined}>
            <BookmarkPlus size={16} aria-hidden />
            {viewsCopy.save}
          </MenuButton>
        )}
        {mayChange && <Changes view={shown} isTeam={isTeam} onRename={() => setDialog("rename")} />}
      </Menu>
      {dialog && (
        <ViewDialog
          filter={filter}
          view={dialog === "rename" ? shown : undefined}
          isTeam={isTeam}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const DIVIDED = "mt-1 border-t border-line pt-1";

type ItemProps = { view: ViewJson; count: ViewCount | undefined; isOn: boolean; isTeam: boolean };

/** A view, or what became of one that no longer works. */
function ViewItem({ view, count, isOn, isTeam }: ItemProps) {
  const { role } = useLive();
  const { name, personal, broken } = view;
  if (broken) {
    const mayRemove = personal || outranks(role, "admin");
    return (
      <MenuButton
        disabled={!mayRemove}
        onClick={() => void remove(view)}
        aria-label={mayRemove ? viewsCopy.remove(name, viewsCopy.broken[broken]) : undefined}
      >
        <CircleAlert size={16} aria-hidden className="shrink-0 text-danger" />
        <span className="min-w-0 flex-1">
          <span className="block truncate">
            <bdi>{name}</bdi>
          </span>
          <span className="block text-sm text-quiet">{viewsCopy.broken[broken]}</span>
        </span>
        {mayRemove && <Trash2 size={16} aria-hidden className="shrink-0" />}
      </MenuButton>
    );
  }
  return (
    <MenuLink path={viewPath(view)} isOn={isOn}>
      <bdi className="min-w-0 flex-1 truncate">{name}</bdi>
      {isTeam && !personal && (
        <span className="shrink-0 text-quiet">
          <Users size={14} aria-hidden />
          <span className="sr-only">{viewsCopy.shared}</span>
        </span>
      )}
      {count && count.count > 0 && (
        <span className="shrink-0 text-xs font-semibold text-quiet tabular-nums">
          <span aria-hidden>{viewsCopy.count(count.count, count.isAtLeast)}</span>
          <span className="sr-only"> {viewsCopy.conversations(count.count, count.isAtLeast)}</span>
        </span>
      )}
    </MenuLink>
  );
}

type ChangesProps = { view: ViewJson; isTeam: boolean; onRename: () => void };

function Changes({ view, isTeam, onRename }: ChangesProps) {
  const { role } = useLive();
  const share = async () => {
    const result = await changeView(view.id, { personal: !view.personal });
    if (!result.ok) return showToast({ words: result.problem.words });
    const { name, personal } = result.value.view;
    showToast({ words: personal ? viewsCopy.isMine(name) : viewsCopy.isShared(name) });
  };
  return (
    <>
      <MenuButton onClick={onRename} className={DIVIDED}>
        <Pencil size={16} aria-hidden />
        {viewsCopy.rename}
      </MenuButton>
      {isTeam && outranks(role, "admin") && (
        <MenuButton onClick={() => void share()}>
          <Users size={16} aria-hidden />
          {view.personal ? viewsCopy.share : viewsCopy.unshare}
        </MenuButton>
      )}
      <MenuButton isDangerous onClick={() => void remove(view)}>
        <Trash2 size={16} aria-hidden />
        {viewsCopy.delete}
      </MenuButton>
    </>
  );
}

/** Deletes a view, and offers to store it again. */
async function remove(view: ViewJson): Promise<void> {
  const result = await deleteView(view.id);
  if (!result.ok) return showToast({ words: result.problem.words });
  // What's broken can't be stored again.
  if (view.broken) return showToast({ words: viewsCopy.deleted(view.name) });
  const undo = async () => {
    const again = await createView(view);
    return again.ok ? undefined : again.problem.words;
  };
  showToast({ words: viewsCopy.deleted(view.name), undo });
}

/** What a list is called: its view's name, unless it's what the inbox opens with. */
export function ListTitle({ filter }: { filter: InboxFilter }) {
  const { views } = useViews();
  const name = inboxPath(filter) === "/inbox" ? undefined : viewOf(filter, views)?.name;
  return name === undefined ? inboxCopy.title : <bdi>{name}</bdi>;
}
