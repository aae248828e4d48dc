import { enterDashboard, gotoLive, listRows } from "../support/dashboard-page.ts";
import { newOwnerWithSite, openWidget, patchConversation, start } from "../support/factories.ts";
import { newLabel } from "../support/labels.ts";
import { expect, test } from "../support/page-test.ts";
import { sql } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const OPENING_MAX = 6;

test("opening a conversation takes six requests beside code, and none of them twice", async ({ page }) => {
  const { owner, site } = await newOwnerWithSite();
  const [workspace] = await sql("SELECT id FROM workspaces WHERE owner_id = $1", [owner.user.id]);
  await addMember(String(workspace?.id));
  const label = await newLabel(owner, { name: "Bug" });
  const ids: string[] = [];
  for (const name of ["Ada", "Ben", "Cleo"]) {
    const { conversationId } = await start(await openWidget(site), `Hello from ${name}`, { name });
    await patchConversation(owner, conversationId, { labels: { add: [label.id] } });
    ids.push(conversationId);
  }
  await enterDashboard(page, owner);
  const last = page.waitForResponse(/\/account\/checklist$/);
  await gotoLive(page, "/inbox");
  await last;
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  for (const [at, name] of ["Ada", "Ben", "Cleo"].entries()) {
    await listRows(page).filter({ hasText: name }).click();
    // The last ones of each.
    for (const end of ["/read", "/presence", "/notifications", "/visitor"])
      await expect.poll(() => requests.some((one) => one.endsWith(`/conversations/${ids[at]}${end}`)), end).toBe(true);
  }
  const left = ids.slice(0, -1).map((id) => `POST /conversations/${id}/presence`);
  const expected = [...left, ...ids.map(() => "GET /conversations/counts")];
  const again = requests.filter((one, at) => requests.indexOf(one) < at && !expected.includes(one));
  expect(again).toEqual([]);
  expect(requests.length - left.length, requests.join("\n")).toBeLessThanOrEqual(OPENING_MAX * ids.length);
});
