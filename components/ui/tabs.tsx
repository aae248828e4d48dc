"use client";

import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { hasModifier } from "#client/pressed-key.ts";
import { classNames } from "./class-names.ts";

type Tab = { name: string; label: string; content: ReactNode };

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Shows one panel at a time. The arrow keys move between tabs, and Tab moves into the panel. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly [Tab, ...Tab[]] }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(tabs[0].name);

  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ name }) => name === shown);
    const next = STEPS[event.key]?.(at, tabs.length);
    if (next === undefined || hasModifier(event)) return;
    event.preventDefault();
    setShown(tabs[next]?.name ?? shown);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };

  return (
    <div>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown} className="flex flex-wrap gap-1">
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.name === shown ? 0 : -1}
            onClick={() => setShown(tab.name)}
            className={classNames(
              "rounded-md px-2.5 py-1.5 text-sm font-medium transition-colors pointer-coarse:py-2.5",
              tab.name === shown ? "bg-accent-soft text-accent" : "text-quiet hover:bg-sunken hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} className="mt-2">
        {tabs.find(({ name }) => name === shown)?.content}
      </div>
    </div>
  );
}
