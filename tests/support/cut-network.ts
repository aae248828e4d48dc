import type { Page } from "@playwright/test";
import { ChaosProxy, NO_FAULTS } from "../chaos/proxy.ts";
import { gotoLive } from "./dashboard-page.ts";
import { testEnvironment } from "./environment.ts";

/** Opens a page over a network that can be cut, for the page and for its service worker. */
export async function openOverNetwork(page: Page, path: string) {
  const network = new ChaosProxy(() => [Number(new URL(testEnvironment.baseUrl).port)], Math.random);
  const { port } = new URL(await network.listen());
  const origin = `http://localhost:${port}`;
  await gotoLive(page, origin + path);
  return {
    origin,
    cut: async () => {
      await page.context().setOffline(true);
      network.faults = { ...NO_FAULTS, refuse: 1 };
      network.cutAll();
    },
    mend: async () => {
      network.faults = NO_FAULTS;
      await page.context().setOffline(false);
    },
    close: () => network.close(),
  };
}
