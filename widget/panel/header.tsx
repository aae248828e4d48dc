/** @jsxImportSource preact */

import type { ChatState } from "./chat-state.ts";
import { Icon, Line } from "./icons.tsx";
import type { SiteLook } from "./site-look.ts";
import { say } from "./words.ts";

type Sound = { isMuted: boolean; onMute: (isMuted: boolean) => void };

type Props = {
  site: Omit<SiteLook, "welcomeMessage">;
  details?: ChatState["details"];
  conversation?: ChatState["conversation"];
  sound?: Sound;
  onClose: () => void;
};

/** The site's logo or mark and its name, who replies and when, and what can be done with the panel. */
export function Header({ site, details, conversation, sound, onClose }: Props) {
  const { name, letter, logoUrl, mark } = site;
  return (
    <header class="header">
      <span class="mark" aria-hidden="true">
        {logoUrl ? (
          // biome-ignore lint/performance/noImgElement: the service has made it small.
          <img src={logoUrl} width="28" alt="" />
        ) : mark ? (
          <Line line={mark} size={16} />
        ) : (
          letter
        )}
      </span>
      <div class="name">
        <h1 title={name}>
          <bdi>{name}</bdi>
        </h1>
        {site.hasPresence && <p class="quiet">{details?.presence(site)}</p>}
      </div>
      {conversation && details?.Download(conversation)}
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
