"use client";

import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { callApi } from "#components/api/call-api.ts";
import { keyboardCopy } from "#components/catalogs/keyboard.ts";
import { classNames } from "#components/ui/class-names.ts";
import { closeDialogOf, Dialog } from "#components/ui/dialog.tsx";
import { SEARCH_MAX } from "#lib/conversations/search-length.ts";
import type { SiteJson } from "#lib/sites/schema.ts";
import { type Choice, findChoices, groupChoices } from "./find-choices.ts";
import { KeyCap } from "./key-cap.tsx";
import { useChoices, useMessageSearch } from "./use-choices.ts";

const GROUP_MAX = 6;

/** Finds every page and action by a few typed letters. */
export function CommandMenu({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const ids = useId();
  const [query, setQuery] = useState("");
  const [activeId, setActiveId] = useState<string>();
  const sites = useSites();
  const choices = useChoices(sites, onHelp);
  const ownChoices = useMemo(() => findChoices(choices, query, GROUP_MAX), [choices, query]);
  const groups = groupChoices([...ownChoices, ...useMessageSearch(query)]);
  const found = groups.flatMap((group) => group.choices);
  const current = found.find(({ id }) => id === activeId) ?? found[0];
  const optionId = ({ id }: Choice) => `${ids}-${id}`;

  // Close first: the focus returns to where it was, and moves from there to where the choice leads.
  const choose = (choice: Choice, element: Element) => {
    closeDialogOf(element);
    choice.run();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // In an input method, these keys also pick a word. Safari shows that by key code 229 alone.
    const { isComposing, keyCode } = event.nativeEvent;
    if (isComposing || keyCode === 229 || !current) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      const next = found[(found.indexOf(current) + step + found.length) % found.length] ?? current;
      setActiveId(next.id);
      document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(current, event.currentTarget);
    }
  };

  return (
    <Dialog
      labelledBy={`${ids}-label`}
      onClose={onClose}
      className="mt-[12dvh] max-h-[70dvh] w-full max-w-xl overflow-hidden max-sm:mt-4 max-sm:w-[calc(100%-1rem)]"
    >
      <div className="flex max-h-[inherit] flex-col">
        <label id={`${ids}-label`} htmlFor={`${ids}-input`} className="sr-only">
          {keyboardCopy.menu}
        </label>
        <input
          id={`${ids}-input`}
          role="combobox"
          aria-expanded="true"
          aria-controls={`${ids}-list`}
          aria-activedescendant={current && optionId(current)}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={keyboardCopy.menuPlaceholder}
          maxLength={SEARCH_MAX}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActiveId(undefined);
          }}
          onKeyDown={onKeyDown}
          className="h-13 shrink-0 border-b border-line bg-transparent px-5 text-lg outline-none"
        />
        <div
          id={`${ids}-list`}
          role="listbox"
          aria-label={keyboardCopy.results}
          className="min-h-0 overflow-y-auto p-2"
        >
          {groups.map(({ group, choices: members }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be in a list box.
            <div key={group} role="group" aria-labelledby={`${ids}-${group}`}>
              <p id={`${ids}-${group}`} className="px-3 pt-2 pb-1 text-xs font-medium text-quiet">
                {group}
              </p>
              {members.map((choice) => (
                <Option
                  key={choice.id}
                  id={optionId(choice)}
                  choice={choice}
                  isActive={choice === current}
                  onPoint={() => setActiveId(choice.id)}
                  onChoose={(element) => choose(choice, element)}
                />
              ))}
            </div>
          ))}
        </div>
        <p role="status" className="px-5 text-quiet not-empty:pb-5">
          {ownChoices.length === 0 && keyboardCopy.nothingElse}
        </p>
      </div>
    </Dialog>
  );
}

type OptionProps = {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (element: Element) => void;
};

function Option({ id, choice, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys, as in every combobox.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerMove={isActive ? undefined : onPoint}
      onClick={(event) => onChoose(event.currentTarget)}
      className={classNames(
        "flex min-h-9 cursor-default items-center gap-3 rounded-lg px-3 py-1.5 pointer-coarse:min-h-11",
        isActive && "bg-accent-soft",
      )}
    >
      <bdi className="min-w-0 shrink truncate">{choice.label}</bdi>
      {choice.detail && <bdi className="min-w-0 flex-1 truncate text-sm text-quiet">{choice.detail}</bdi>}
      {choice.shortcut && (
        <span className="ms-auto pointer-coarse:hidden" aria-hidden>
          <KeyCap>{choice.shortcut}</KeyCap>
        </span>
      )}
    </div>
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
