import { expect, test } from "@playwright/test";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { SiteResponse } from "#lib/sites/sites/schema.ts";
import { tokenIn } from "../support/account-mails.ts";
import { addConversations } from "../support/added-messages.ts";
import { ask, askNothing, send } from "../support/api-client.ts";
import { query, scratchDatabase } from "../support/database.ts";
import { newOwner, newPerson } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { startProcess } from "../support/start-process.ts";

test("joining and removing that a kill interrupts leave nothing half done, and work again after it", async () => {
  await using database = await scratchDatabase();
  const settings = { DATABASE_URL: database.url, JOBS: "off" };
  const run = (text: string, values: unknown[] = []) => query(database.url, text, values);
  const [owner, person] = [await newOwner(run), await newPerson(run)];
  const members = () => run("SELECT role, standing FROM members WHERE user_id = $1", [person.user.id]);
  const call = { token: owner.token };
  await using first = await startProcess("first", settings);
  const at = { baseUrl: first.baseUrl };
  const { site } = await ask(SiteResponse, 201, "POST", "/sites", { ...at, ...call, body: { name: "Shop" } });
  const made = await ask(NewInvitationResponse, 201, "POST", "/invitations", {
    ...at,
    ...call,
    body: { email: person.email, role: "agent" },
  });
  const accept = { token: person.token, body: { token: tokenIn("invite", made.link) } };
  const pending = () => run("SELECT id FROM invitations WHERE accepted_at IS NULL");

  await using joining = await holdTransaction(database.url);
  await joining.run("LOCK TABLE reads IN ACCESS EXCLUSIVE MODE", []);
  const interrupted = send("POST", "/account/invitations", { ...at, ...accept }).catch(() => null);
  await expect.poll(() => run("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).not.toEqual([]);
  await first.stop("SIGKILL");
  await joining.end("ROLLBACK");
  expect(await interrupted).toBeNull();
  expect([await members(), (await pending()).length]).toEqual([[], 1]);

  await using second = await startProcess("second", settings);
  expect((await send("POST", "/account/invitations", { baseUrl: second.baseUrl, ...accept })).status).toBe(200);
  const [id] = await addConversations(run, site.id, [[{ body: "Hello" }]]);
  await run("UPDATE conversations SET assignee_id = $1 WHERE id = $2", [person.user.id, id]);
  await using removing = await holdTransaction(database.url);
  await removing.run("SELECT id FROM conversations WHERE id = $1 FOR UPDATE", [id]);
  const path = `/members/${person.user.id}`;
  const cut = send("DELETE", path, { baseUrl: second.baseUrl, ...call }).catch(() => null);
  await expect.poll(() => run("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'")).not.toEqual([]);
  await second.stop("SIGKILL");
  await removing.end("ROLLBACK");
  expect(await cut).toBeNull();
  expect(await members()).toEqual([{ role: "agent", standing: "active" }]);

  await using third = await startProcess("third", settings);
  await askNothing("DELETE", path, { baseUrl: third.baseUrl, ...call });
  expect(await members()).toEqual([{ role: "agent", standing: "removed" }]);
  expect(await run("SELECT assignee_id AS assignee FROM conversations WHERE id = $1", [id])).toEqual([
    { assignee: null },
  ]);
});
