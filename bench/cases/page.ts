import { setTimeout as pause } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import type { BrowserContext } from "@playwright/test";
import type { BenchCase } from "../case.ts";
import { cpuRows, loadInTurn, shown } from "../load/in-turn.ts";
import { requestText } from "../load/job.ts";
import { sum } from "../measure/statistics.ts";
import { bytes } from "../report/number-words.ts";
import { openBrowser } from "../world/browser.ts";
import { startEmptyPage } from "../world/empty-page.ts";
import { openMeasuredDatabase } from "../world/measured-database.ts";
import { newGuests, newShop, SPREAD_OVER_DAYS } from "../world/people.ts";
import { startOurs } from "../world/servers.ts";

const COOKIE = "next-auth.session-token";
const CONVERSATIONS = 100;
const CPU_GOAL_MS = 5;
const CODE_GOAL_BYTES = 60_000;
const SETTLED_MS = 3000;

export const page: BenchCase = {
  name: "page",
  title: "Inbox page, 50 rows, against an empty Next page with one Link",
  run: async (progress) => {
    await using stack = new AsyncDisposableStack();
    progress("building the empty page");
    const empty = stack.use(await startEmptyPage());
    const database = stack.use(await openMeasuredDatabase());
    const ours = stack.use(await startOurs(database.url));
    const { siteKey, token } = await newShop(ours.baseUrl);
    await newGuests(ours.baseUrl, siteKey, CONVERSATIONS);
    await database.query(SPREAD_OVER_DAYS);

    const path = await inboxPath(ours.baseUrl, token);
    const inboxPage = requestText({ method: "GET", path, cookie: `${COOKIE}=${token}` });
    const loads = await loadInTurn(
      {
        ours: { server: ours, database, requests: [inboxPage] },
        reference: { server: empty, requests: [requestText({ method: "GET", path: "/" })] },
      },
      { connections: 4, status: 200, progress },
    );

    progress("loading both pages in a browser");
    const browser = stack.adopt(await openBrowser(), (open) => open.close());
    const emptyCode = await clientCodeOf(await browser.newContext(), empty.baseUrl);
    const loggedIn = await browser.newContext();
    await loggedIn.addCookies([{ name: COOKIE, value: token, url: ours.baseUrl, httpOnly: true, sameSite: "Lax" }]);
    const code = await clientCodeOf(loggedIn, ours.baseUrl + path);
    const files = await loadInTurn(
      {
        ours: { server: ours, requests: code.paths.map(fileRequest) },
        reference: { server: empty, requests: emptyCode.paths.map(fileRequest) },
      },
      { connections: 4, status: 200, progress },
    );
    const [own, postgres, both] = cpuRows(loads.ours, loads.reference);
    return {
      rows: [
        { ...own, goal: `≤ ${CPU_GOAL_MS} ms`, isMet: loads.ours.ownCpu <= CPU_GOAL_MS },
        postgres,
        both,
        {
          what: "client code, gzipped",
          ours: bytes(code.size),
          reference: bytes(emptyCode.size),
          goal: `≤ ${bytes(CODE_GOAL_BYTES)} over it`,
          isMet: code.size - emptyCode.size <= CODE_GOAL_BYTES,
        },
        shown("CPU of a file of its code, our process", files.ours.ownCpu, files.reference.ownCpu),
      ],
      notes: [
        `The client code of the inbox is ${bytes(code.size - emptyCode.size)} over that of the empty page, in ${code.paths.length} files instead of ${emptyCode.paths.length}.`,
      ],
    };
  },
};

/** Returns where `/inbox` leads. An earlier version has the inbox itself there. */
async function inboxPath(baseUrl: string, token: string): Promise<string> {
  const headers = { Cookie: `${COOKIE}=${token}` };
  const response = await fetch(`${baseUrl}/inbox`, { redirect: "manual", headers });
  return response.headers.get("location") ?? "/inbox";
}

const fileRequest = (path: string) => requestText({ method: "GET", path, accepted: "gzip, deflate, br, zstd" });

type ClientCode = { size: number; paths: string[] };

/** Which JavaScript a browser loads for a page, and its size gzipped, whatever the server itself compresses to. */
async function clientCodeOf(context: BrowserContext, url: string): Promise<ClientCode> {
  const page = await context.newPage();
  const sizes: Promise<number>[] = [];
  const paths: string[] = [];
  page.on("response", (response) => {
    if (!response.headers()["content-type"]?.includes("javascript")) return;
    paths.push(new URL(response.url()).pathname);
    sizes.push(response.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url);
  // An inbox keeps its event stream open, so the network as a whole never rests.
  // What is fetched once the page is there, such as pages that links lead to, counts too.
  await pause(SETTLED_MS);
  if (page.url() !== new URL(url).href) throw new Error(`${url} led to ${page.url()}`);
  const size = sum(await Promise.all(sizes));
  await page.close();
  return { size, paths };
}
