/** @jsxImportSource preact */

import { Icon } from "./icons.tsx";
import { say } from "./words.ts";

export function Header({ name, onClose }: { name: string; onClose: () => void }) {
  return (
    <header class="header">
      <span class="mark" aria-hidden="true">
        {initial(name)}
      </span>
      <h1 class="name">
        <bdi>{name}</bdi>
      </h1>
      <button type="button" class="icon-button" aria-label={say("close")} onClick={onClose}>
        <Icon name="close" />
      </button>
    </header>
  );
}

function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? "";
}
