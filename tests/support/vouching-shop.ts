import { type HostSite, STUB, startHostSite, widgetTag } from "./host-page.ts";
import { test as base } from "./page-test.ts";
import { hashOf, newVouchingSite } from "./verified.ts";

export type VouchingShop = Awaited<ReturnType<typeof newVouchingSite>> & { host: HostSite; warnings: string[] };

/** A shop that can vouch for its visitors, with the widget on every page; a call makes the page say who they are. */
export const test = base.extend<{ shop: VouchingShop }>({
  shop: async ({ page }, use) => {
    const vouching = await newVouchingSite();
    const head = STUB + widgetTag(vouching.site.publicKey);
    const named = (person: object) =>
      `${STUB}<script>SiteInbox("identify", ${JSON.stringify(person)})</script>${widgetTag(vouching.site.publicKey)}`;
    const ana = { id: "ana", hash: hashOf(vouching.secret, "ana"), name: "Ana", email: "ana@shop.example" };
    const host = await startHostSite({
      "/": { head },
      "/ana": { head: named(ana) },
      "/pretender": { head: named({ ...ana, hash: "0".repeat(64) }) },
    });
    const warnings: string[] = [];
    page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
    await use({ ...vouching, host, warnings });
    await host.close();
  },
});
