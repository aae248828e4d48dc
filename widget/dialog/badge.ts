import { element, icon } from "../loader/element.ts";

const CROSS = "M6 6l12 12M18 6L6 18";
const BADGE_MAX = 9;

type Shown = { isOpen: boolean; unread: number; name: string };

/** Adds to the button what it needs once there's a panel: the cross that closes it, and the unread count. */
export function completeLauncher(launcher: HTMLButtonElement) {
  const badge = element("span", { class: "b", "aria-hidden": "true" });
  const cross = icon(CROSS);
  cross.setAttribute("class", "x");
  launcher.append(cross, badge);
  return ({ isOpen, unread, name }: Shown) => {
    launcher.setAttribute("aria-expanded", `${isOpen}`);
    launcher.setAttribute("aria-label", name);
    badge.hidden = isOpen || unread < 1;
    badge.textContent = unread > BADGE_MAX ? `${BADGE_MAX}+` : `${unread}`;
  };
}
