/** @jsxImportSource preact */

import { Icon, Line } from "./icons.tsx";
import { say } from "./words.ts";

type Sound = { isMuted: boolean; onMute: (isMuted: boolean) => void };

type Props = {
  name: string /** The path of the site's icon, if it has one. */;
  mark?: string | undefined;
  sound?: Sound;
  onClose: () => void;
};

export function Header({ name, mark, sound, onClose }: Props) {
  return (
    <header class="header">
      <span class="mark" aria-hidden="true">
        {mark ? <Line line={mark} size={16} /> : initial(name)}
      </span>
      <h1 class="name">
        <bdi>{name}</bdi>
      </h1>
      {sound && (
        <button
          type="button"
          class="icon-button"
          aria-label={say(sound.isMuted ? "unmute" : "mute")}
          onClick={() => sound.onMute(!sound.isMuted)}
        >
          <Icon name={sound.isMuted ? "muted" : "sound"} />
        </button>
      )}
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
