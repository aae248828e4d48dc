"use client";

import { useEffect, useId, useMemo, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { closeDialogOf } from "#components/ui/dialog.tsx";
import { FindDialog } from "#components/ui/find-dialog.tsx";
import { Option, useOptionList } from "#components/ui/option-list.tsx";
import { SEARCH_MAX } from "#lib/desk/conversations/search-length.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { type Choice, findChoices, groupChoices } from "./find-choices.ts";
import { KeyCap } from "./key-cap.tsx";
import { useChoices, useMessageSearch } from "./use-choices.ts";

const GROUP_MAX = 6;

/** Finds every page and action by a few typed letters. */
export function CommandMenu({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const ids = useId();
  const [query, setQuery] = useState("");
  const sites = useSites();
  const choices = useChoices(sites, onHelp);
  const ownChoices = useMemo(() => findChoices(choices, query, GROUP_MAX), [choices, query]);
  const groups = groupChoices([...ownChoices, ...useMessageSearch(query)]);
  const list = useOptionList(groups.flatMap((group) => group.choices));
  const { active, activate, options } = list;
  // What's loaded later may come first, and mustn't take over Enter from a result. A key pressed before this runs counts more.
  useEffect(() => {
    if (!active || !ownChoices.includes(active)) return;
    activate((chosen) => (options.some(({ id }) => id === chosen) ? chosen : active.id));
  }, [active, ownChoices, options, activate]);

  // Close first: the focus returns to where it was, and moves from there to where the choice leads.
  const choose = (choice: Choice, element: Element) => {
    closeDialogOf(element);
    choice.run();
  };

  return (
    <FindDialog
      label={keyboardCopy.menu}
      placeholder={keyboardCopy.menuPlaceholder}
      maxLength={SEARCH_MAX}
      query={query}
      onQuery={setQuery}
      list={list}
      listLabel={keyboardCopy.results}
      onChoose={choose}
      onClose={onClose}
      status={
        <p role="status" className="px-5 text-quiet not-empty:pb-5">
          {ownChoices.length === 0 && keyboardCopy.nothingElse}
        </p>
      }
    >
      {groups.map(({ group, choices: members }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box.
        <div key={group} role="group" aria-labelledby={`${ids}-${group}`}>
          <p id={`${ids}-${group}`} className="px-3 pt-2 pb-1 text-xs font-medium text-quiet">
            {group}
          </p>
          {members.map((choice) => (
            <Option key={choice.id} {...list.propsOf(choice)} onChoose={(element) => choose(choice, element)}>
              <bdi className="min-w-0 shrink truncate">{choice.label}</bdi>
              {choice.detail && <bdi className="max-w-1/2 shrink-0 truncate text-sm text-quiet">{choice.detail}</bdi>}
              {choice.shortcut && (
                <span className="ms-auto pointer-coarse:hidden" aria-hidden>
                  <KeyCap>{choice.shortcut}</KeyCap>
                </span>
              )}
            </Option>
          ))}
        </div>
      ))}
    </FindDialog>
  );
}

/** Fetches the sites when the menu opens. If that fails, the menu works without them. */
function useSites(): SiteJson[] {
  const [sites, setSites] = useState<SiteJson[]>([]);
  useEffect(() => {
    void callApi<{ sites: SiteJson[] }>("/sites").then((result) => result.ok && setSites(result.value.sites));
  }, []);
  return sites;
}
