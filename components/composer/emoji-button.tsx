"use client";

import { Smile } from "lucide-react";
import { type ComponentType, useState } from "react";
import { composerCopy } from "#components/catalogs/composer.tsx";
import type { EmojiPicker } from "./emoji-picker.tsx";

type Picker = ComponentType<Parameters<typeof EmojiPicker>[0]>;

/** Opens the emoji picker, whose code and emojis load then. Calls back with what's chosen, if anything is. */
export function EmojiButton({ className, onDone }: { className: string; onDone: (emoji?: string) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const [Loaded, setLoaded] = useState<Picker>();

  const toggle = () => {
    setIsOpen(!isOpen);
    if (Loaded || isOpen) return;
    import("./emoji-picker.tsx").then(
      ({ EmojiPicker: Part }) => setLoaded(() => Part),
      () => setIsOpen(false),
    );
  };
  const close = (emoji?: string) => {
    setIsOpen(false);
    onDone(emoji);
  };

  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        // The picker would otherwise close before the click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={toggle}
        className={className}
      >
        <Smile size={16} aria-hidden />
        <span className="sr-only">{composerCopy.emoji}</span>
      </button>
      {isOpen && Loaded && <Loaded onChoose={close} onEscape={close} onLeave={() => setIsOpen(false)} />}
    </>
  );
}
