import { element } from "./element.ts";
import { flag } from "./flag.ts";
import { guard } from "./guard.ts";
import { openNow } from "./open-now.ts";
import type { PagePart } from "./page-part.ts";
import type { LoaderGreeting, LoaderSite } from "./site.ts";

/** Whether this is the build for sites that greet by their hours, or hide the button while they're closed. */
declare const HOURS: boolean;

/**
 * Shows the first of the site's greetings that's due, next to the button. What the page and its other tabs do is noticed
 * within a second, because no browser reports all of it. Nothing is stored until the visitor replies or closes a greeting.
 */
export function startGreeting(page: PagePart, dismiss: string, onReply: () => void): void {
  const { greetings, key } = page.site as Required<LoaderSite>;
  const reply = element("button", {});
  const close = element("button", { "aria-label": dismiss });
  const box = element("p", { role: "status" });
  let shown: LoaderGreeting | undefined;

  const isOpen = HOURS ? openNow(page.site) : () => undefined;
  const isDue = (one: LoaderGreeting) => {
    one.text = one.texts?.[page.language as string] ?? one.text;
    return (
      (page.called === one.name ||
        // Its seconds are counted down on its pages, and what's absent never gets there.
        (page.called !== 0 &&
          RegExp(one.pages as string).test(location.pathname + location.hash) &&
          (one.after as number)-- < 1)) &&
      one.text &&
      !flag(`${key}/${one.name}`) &&
      !page.launcher.hidden &&
      (page.mayGreet ?? !flag(key)) &&
      // All are due while it isn't known.
      (!HOURS || (isOpen() ?? one.open) === (one.open ?? isOpen()))
    );
  };

  const look = guard(() => {
    if (!page.signal.aborted) setTimeout(look, 1000);
    if (shown && isDue(shown)) return;
    shown = greetings.find(isDue);
    box.textContent = "";
    if (!shown) return;
    reply.textContent = shown.text as string;
    box.append(reply, close);
  });

  close.textContent = "×";
  box.onclick = ({ target }) => {
    flag(`${key}/${shown?.name}`, "1");
    // No other is shown on this page, unless the page calls it.
    page.called = 0;
    box.textContent = "";
    if (target === close) return page.launcher.focus();
    page.greeting = shown?.text;
    onReply();
  };
  page.root.append(box);
  look();
}
