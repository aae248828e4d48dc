import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { NEW_WORKSPACE, PAGES } from "#components/keyboard/menu-pages.ts";
import { usableBy } from "#components/ui/audience.ts";
import type { Role } from "#lib/base/access/scopes.ts";
import { enterDashboard } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { type Owner, openWidget, start } from "../support/factories.ts";
import { expect, test } from "../support/page-test.ts";
import { newTeam, type Team } from "../support/team.ts";

/*
 * Two walks hold that no role is offered what it's then refused.
 *
 * The first one reads pages without a browser: from the inbox and the command menu's pages on, it follows each link in the HTML, and
 * expects no page to be refused. The links that a conversation fetches later are read in a browser.
 *
 * The second one opens each page that someone is offered, and presses its buttons, also in its menus and in the dialogs they open.
 * What that sends to change something never reaches the service: it's recorded, and compared with docs/roles.md, which is generated
 * from the declarations of the routes. Forms that need input first aren't filled in. An owner is refused nothing.
 */

type Walked = { person: Owner; role: Role; hasAllSites: boolean };

async function walk({ person, role, hasAllSites }: Walked, workspaceId: string, fetched: readonly string[] = []) {
  const headers = { Cookie: `next-auth.session-token=${person.token}` };
  const inside = `/w/${workspaceId}`;
  const ofMenu = usableBy({ role, isShared: true, hasAllSites }, [...PAGES, NEW_WORKSPACE]);
  const offeredBy = new Map(["/inbox", ...ofMenu.map(({ path }) => path)].map((path) => [inside + path, "the menu"]));
  const refused: string[] = [];
  for (const path of fetched) if (path.startsWith(inside)) offeredBy.set(path, "what a page fetches later");
  for (const [path, from] of offeredBy) {
    const response = await fetch(testEnvironment.baseUrl + path, { headers });
    if (response.status === 403) refused.push(`${path}, offered by ${from}`);
    const html = response.headers.get("content-type")?.startsWith("text/html") ? await response.text() : "";
    for (const [, href = ""] of html.matchAll(/<a [^>]*href="([^"#?]+)/g)) {
      const next = href.replaceAll("&amp;", "&");
      if (next.startsWith(inside) && !offeredBy.has(next)) offeredBy.set(next, path);
    }
  }
  return { refused, paths: [...offeredBy.keys()] };
}

async function newWalkedTeam() {
  const team = await newTeam();
  const [site] = team.sites;
  if (!site) throw new Error("There's no site");
  const { conversationId } = await start(await openWidget(site), "Hello");
  return { ...team, conversationId };
}

/** Returns the paths that a conversation links to once it has fetched everything. */
async function linksOf(page: Page, person: Owner, conversationId: string): Promise<string[]> {
  await enterDashboard(page, person);
  await page.goto(`/inbox/${conversationId}`);
  const panel = page.getByRole("complementary", { name: "Visitor" });
  await expect(panel).toBeVisible();
  // The placeholder of the facts, until they're there.
  await expect(panel.locator(".late")).toHaveCount(0);
  return page.locator("a[href]").evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
}

test("no link that a role is offered leads to a page that refuses it", { tag: "@journey" }, async ({ page }) => {
  test.setTimeout(120_000);
  const { workspaceId, conversationId, owner, admin, limitedAdmin, agent } = await newWalkedTeam();
  const walked: Record<string, Walked> = {
    owner: { person: owner, role: "owner", hasAllSites: true },
    admin: { person: admin, role: "admin", hasAllSites: true },
    "admin of one site": { person: limitedAdmin, role: "admin", hasAllSites: false },
    "agent of one site": { person: agent, role: "agent", hasAllSites: false },
  };
  for (const [name, one] of Object.entries(walked)) {
    const { refused, paths } = await walk(one, workspaceId, await linksOf(page, one.person, conversationId));
    expect(refused, name).toEqual([]);
    expect(paths.length, `${name}: too few pages were found to be a walk`).toBeGreaterThan(15);
  }
});

/** Whether someone may send a request, by docs/roles.md. What isn't about a workspace isn't listed there, and is everyone's. */
function may({ role, hasAllSites }: Walked, request: string): boolean {
  const rows = readFileSync("docs/roles.md", "utf8").matchAll(
    /^\| `([A-Z]+ [^`]+)` \| \w+ \| ([\w ]+) \| ([\w ]+) \|/gm,
  );
  const row = [...rows].find(([, route = ""]) =>
    new RegExp(`^${route.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(request),
  );
  const who = role === "agent" ? row?.[2] : row?.[3];
  return who !== "no" && (who !== "all sites" || hasAllSites);
}

// In the page. Presses each button once, those in menus too, and those of the dialog that it opens.
async function pressAll(): Promise<number> {
  const frame = () => new Promise(requestAnimationFrame);
  const settle = async () => {
    for (let frames = 0; frames < 4; frames += 1) await frame();
  };
  const openMenus = (menus: Iterable<HTMLDetailsElement>) => {
    for (const menu of menus) menu.open = true;
  };
  const pressable = (root: ParentNode) => {
    openMenus(root.querySelectorAll("details"));
    return [...root.querySelectorAll<HTMLButtonElement>("button:enabled")].filter((button) => button.checkVisibility());
  };
  const main = document.querySelector("main") ?? document.body;
  const buttons = pressable(main);
  for (const button of buttons) {
    if (!button.isConnected) continue;
    const menu = button.closest("details");
    openMenus(menu ? [menu] : []);
    button.click();
    await settle();
    for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
      for (const inner of pressable(dialog)) {
        inner.click();
        await settle();
      }
      dialog.close();
    }
  }
  return buttons.length;
}

test.describe("what buttons send", () => {
  test.use({ expectedErrors: [/status of 503/] });

  const walkers = {
    "an agent of one site": ({ agent }: Team): Walked => ({ person: agent, role: "agent", hasAllSites: false }),
    "an admin of one site": ({ limitedAdmin }: Team): Walked => ({
      person: limitedAdmin,
      role: "admin",
      hasAllSites: false,
    }),
    "an admin": ({ admin }: Team): Walked => ({ person: admin, role: "admin", hasAllSites: true }),
  };
  for (const [name, walkedOf] of Object.entries(walkers)) {
    test(`no button that ${name} is offered sends what their role refuses`, async ({ page }) => {
      test.setTimeout(180_000);
      const team = await newWalkedTeam();
      const walked = walkedOf(team);
      const { paths } = await walk(walked, team.workspaceId);
      const sent = new Set<string>();
      const blocks = new Set<string>();
      await page.route("**/*", async (route) => {
        const request = route.request();
        if (request.method() === "GET" || request.method() === "HEAD") return route.fallback();
        const what = `${request.method()} ${new URL(request.url()).pathname}`;
        sent.add(what);
        if (/"(visitor|address)Blocked"/.test(request.postData() ?? "")) blocks.add(what);
        await route.fulfill({ status: 503, contentType: "application/json", body: "{}" });
      });
      await enterDashboard(page, walked.person);
      let pressed = 0;
      for (const path of paths.filter((one) => !one.includes("?"))) {
        await page.goto(path);
        pressed += await page.evaluate(pressAll);
      }
      expect([...sent].filter((request) => !may(walked, request))).toEqual([]);
      expect(pressed).toBeGreaterThan(20);
      // Of these, docs/roles.md says in words that an agent may not.
      expect(walked.role === "agent" ? [...blocks] : []).toEqual([]);
      expect([...sent].filter((request) => /^(PATCH|POST) \/conversations\//.test(request))).not.toEqual([]);
    });
  }
});
