import type { Fragment as PanelFragment, h as panelH, render as panelRender } from "preact";

declare global {
  /** The panel's Preact, for the parts that load later. */
  var siteInboxJsx: { h: typeof panelH; Fragment: typeof PanelFragment; render: typeof panelRender };
}

// The build inserts these wherever a part has markup.
export const { h, Fragment } = siteInboxJsx;
