"use client";

import { LoaderCircle, Search, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { isComposing } from "#client/pressed-key.ts";
import { inboxCopy } from "#components/catalogs/inbox.tsx";
import type { InboxFilter } from "#components/filter/inbox-filter.ts";
import { openKeyboardDialog } from "#components/keyboard/keyboard-dialog.ts";
import { useMacKeyboard } from "#components/keyboard/use-mac-keyboard.ts";
import { useCommand } from "#components/ui/commands.ts";
import { SEARCH_MAX } from "#lib/desk/conversations/search-length.ts";
import { useSearch } from "./use-search.ts";

type Props = { filter: InboxFilter; found: number; hasMore: boolean; selectedId?: string; menus: ReactNode };

/** Searches while typing. The search is in the URL, so that reloading and going back keep it. What else finds conversations is next to it. */
export function SearchBox({ filter, found, hasMore, selectedId, menus }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { q = "" } = filter;
  const { text, setText, isSearching, search, searchSoon } = useSearch(filter, selectedId);

  useCommand("search", inboxCopy.search, () => {
    // On a phone, the list is on another page.
    if (!input.current?.checkVisibility()) return openKeyboardDialog("menu");
    input.current.focus();
    input.current.select();
  });

  const clear = () => {
    setText("");
    search("");
    input.current?.focus();
  };

  return (
    <search className="ms-5 me-3 mt-4 -mb-1 flex shrink-0 items-center gap-1">
      <form
        className="relative min-w-0 flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          search(text);
        }}
      >
        <span className="pointer-events-none absolute inset-y-0 start-0 grid w-9 place-items-center text-quiet">
          {isSearching ? (
            <LoaderCircle size={16} aria-hidden className="late animate-spin motion-reduce:animate-none" />
          ) : (
            <Search size={16} aria-hidden />
          )}
        </span>
        <input
          ref={input}
          type="search"
          aria-label={inboxCopy.searchLabel}
          placeholder={inboxCopy.searchPlaceholder}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={SEARCH_MAX}
          value={text}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            if (!(event.nativeEvent as InputEvent).isComposing) searchSoon(value);
          }}
          onCompositionEnd={(event) => searchSoon(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || isComposing(event.nativeEvent)) return;
            event.preventDefault();
            if (text === "") event.currentTarget.blur();
            else clear();
          }}
          className="h-9 w-full rounded-lg border border-line bg-surface ps-9 pe-10 placeholder:text-quiet placeholder-shown:pe-20 pointer-coarse:h-11 pointer-coarse:pe-11 pointer-coarse:text-lg [&::-webkit-search-cancel-button]:hidden"
        />
        {text === "" && <MenuKey />}
        {text !== "" && (
          <button
            type="button"
            onClick={clear}
            title={inboxCopy.clearSearch}
            className="absolute inset-y-0 end-0 grid w-9 place-items-center rounded-lg text-quiet transition-colors hover:text-ink pointer-coarse:w-11"
          >
            <X size={16} aria-hidden />
            <span className="sr-only">{inboxCopy.clearSearch}</span>
          </button>
        )}
        <p role="status" className="sr-only">
          {q !== "" && !isSearching && countWords(found, hasMore)}
        </p>
      </form>
      {menus}
    </search>
  );
}

/** Opens the command menu, on devices with a keyboard, and names its key. */
function MenuKey() {
  const isMac = useMacKeyboard();
  return (
    <button
      type="button"
      onClick={() => openKeyboardDialog("menu")}
      title={inboxCopy.openMenu}
      className="absolute inset-y-1 end-1 rounded-md px-2 text-xs font-medium text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:hidden"
    >
      <span aria-hidden className="rounded-sm border border-line px-1.5 py-0.5">
        {inboxCopy.menuKey(isMac)}
      </span>
      <span className="sr-only">{inboxCopy.openMenu}</span>
    </button>
  );
}

function countWords(found: number, hasMore: boolean): string {
  if (found === 0) return hasMore ? inboxCopy.searchingFurther : inboxCopy.nothingFound;
  return hasMore ? inboxCopy.foundSoFar(found) : inboxCopy.found(found);
}
