import { guard } from "./guard.ts";
import type { LoaderSite } from "./site.ts";
import { createWidget, type Widget } from "./widget.ts";

/** The server writes this constant in front of the built loader. */
declare const SITE_INBOX: LoaderSite;

declare global {
  interface Window {
    SiteInbox?: Widget;
  }
}

guard(() => {
  // The tag may be on the page twice.
  if (window.SiteInbox) return;
  const widget = createWidget(SITE_INBOX);
  window.SiteInbox = {
    ...widget,
    destroy: () => {
      widget.destroy();
      delete window.SiteInbox;
    },
  };
})();
