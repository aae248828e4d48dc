import type { BenchCase } from "../case.ts";
import { compareUnderLoad } from "../load/compare.ts";
import { requestText } from "../load/job.ts";
import { clientCodeOf } from "../measure/client-code.ts";
import { bytes, milliseconds } from "../report/number-words.ts";
import { openBrowser } from "../world/browser.ts";
import { startEmptyPage } from "../world/empty-page.ts";
import { startPair } from "../world/pair.ts";
import { newGuests, newShop } from "../world/people.ts";

const COOKIE = "next-auth.session-token";
const CONVERSATIONS = 100;
const CPU_GOAL_MS = 5;
const CODE_GOAL_BYTES = 60_000;

export const page: BenchCase = {
  name: "page",
  title: "Inbox page, 50 rows, against an empty Next page with one Link",
  run: async (progress) => {
    await using stack = new AsyncDisposableStack();
    progress("building the empty page");
    const empty = stack.use(await startEmptyPage());
    const { ours } = stack.use(await startPair());
    const { siteKey, token } = await newShop(ours.baseUrl);
    await newGuests(ours.baseUrl, siteKey, CONVERSATIONS);

    const compared = await compareUnderLoad({
      ours: { server: ours, requests: [requestText({ method: "GET", path: "/inbox", cookie: `${COOKIE}=${token}` })] },
      reference: { server: empty, requests: [requestText({ method: "GET", path: "/" })] },
      load: { connections: 4, status: 200 },
      progress,
    });

    progress("loading both pages in a browser");
    const browser = stack.adopt(await openBrowser(), (open) => open.close());
    const emptyCode = await clientCodeOf(await browser.newContext(), empty.baseUrl);
    const loggedIn = await browser.newContext();
    await loggedIn.addCookies([{ name: COOKIE, value: token, url: ours.baseUrl, httpOnly: true, sameSite: "Lax" }]);
    const code = await clientCodeOf(loggedIn, `${ours.baseUrl}/inbox`);
    const cpu = compared.ours.cpuPerRequest;
    return {
      figures: [
        {
          what: "CPU per page",
          ours: milliseconds(cpu),
          reference: milliseconds(compared.reference.cpuPerRequest),
          ratio: cpu / compared.reference.cpuPerRequest,
          goal: `≤ ${CPU_GOAL_MS} ms`,
          isMet: cpu <= CPU_GOAL_MS,
        },
        {
          what: "client code, gzipped",
          ours: bytes(code),
          reference: bytes(emptyCode),
          goal: `≤ ${bytes(CODE_GOAL_BYTES)} over it`,
          isMet: code - emptyCode <= CODE_GOAL_BYTES,
        },
      ],
      notes: [`The client code of the inbox is ${bytes(code - emptyCode)} over that of the empty page.`],
    };
  },
};
