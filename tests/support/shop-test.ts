import type { Page } from "@playwright/test";
import type { ConversationJson } from "#lib/desk/conversations/schema.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { allMessages, inbox, newOwnerWithSite, type Owner } from "./factories.ts";
import { type HostSite, startHostSite, widgetTag } from "./host-page.ts";
import { test as base, expect } from "./page-test.ts";
import { widgetOn } from "./widget-page.ts";

export type Shop = {
  owner: Owner;
  site: SiteJson;
  host: HostSite;
  /** Goes to the shop's page. */
  visit: (page: Page) => Promise<ReturnType<typeof widgetOn>>;
  /** The shop's only conversation, as its owner has it. */
  conversation: () => Promise<ConversationJson>;
  /** Its content. */
  bodies: () => Promise<string[]>;
};

/** A shop with the widget on it, where the browser keeps the frame's storage, and its owner. */
export const test = base.extend<{ shop: Shop }>({
  shop: async ({ baseURL: _ }, use) => {
    const { owner, site } = await newOwnerWithSite({ welcomeMessage: "Welcome to the shop." });
    const host = await startHostSite({ "/": { head: widgetTag(site.publicKey) } });
    const conversation = async () => {
      const [only, ...more] = await inbox(owner);
      expect(more).toEqual([]);
      if (!only) throw new Error("there is no conversation");
      return only;
    };
    await use({
      owner,
      site,
      host,
      visit: async (page) => {
        await page.goto(host.neighbor);
        return widgetOn(page);
      },
      conversation,
      bodies: async () => (await allMessages(owner, (await conversation()).id)).map(({ body }) => body),
    });
    await host.close();
  },
});

export { expect };
