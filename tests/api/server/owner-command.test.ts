import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { PersonResponse } from "#lib/desk/people/schema.ts";
import { ask, refuse, send } from "../../support/api-client.ts";
import { askForLogIn, newPasskey } from "../../support/authenticator.ts";
import { ownerStream } from "../../support/event-stream.ts";
import {
  newApiKey,
  newEmail,
  newOwner,
  newOwnerWithSite,
  openWidget,
  PASSWORD,
  start,
} from "../../support/factories.ts";
import { runOwner as owner } from "../../support/owner-command.ts";
import { turnOnSecondFactor } from "../../support/second-factor.ts";
import { sql } from "../../support/stored-rows.ts";
import { addMember, newTeam } from "../../support/team.ts";
import { unzip } from "../../support/zip.ts";

const statusOfLogin = async (email: string, password: string) =>
  (await send("POST", "/auth/login", { body: { email, password } })).status;

const passwordIn = (output: string) => /shown only once: (\S+)/.exec(output)?.[1] ?? "";

test("npm run owner creates an account that can log in, and refuses a second one for its address", async () => {
  const email = newEmail();
  const created = await owner("create", email);
  expect(created.code, created.output).toBe(0);
  expect(await statusOfLogin(email, passwordIn(created.output))).toBe(200);
  const again = await owner("create", email);
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain(`${email} already has an account`);
});

test("npm run owner sets a new password, removes the second factor, logs that, and revokes the account's sessions and passkeys", async () => {
  const account = await newOwner();
  const { email, token, user } = account;
  const { authenticator } = await newPasskey(account);
  await turnOnSecondFactor(account);
  const reset = await owner("reset", email);
  expect(reset.code, reset.output).toBe(0);
  expect(reset.output).toContain("Its sessions, passkeys and API keys were revoked.");
  expect(reset.output).toContain("Two-factor login was turned off");
  const body = { credential: authenticator.sign(await askForLogIn()) };
  await refuse("invalid_credentials", "POST", "/auth/login/passkey", { body });
  expect(await statusOfLogin(email, passwordIn(reset.output))).toBe(200);
  expect((await send("GET", "/account", { token })).status).toBe(401);
  const logged = await sql(
    "SELECT via, actor_id FROM activity WHERE target_id = $1 AND action = 'second_factor.reset'",
    [user.id],
  );
  expect(logged).toEqual([{ via: "operator", actor_id: null }]);
  expect((await owner("reset", newEmail())).output).toContain("has no account");
});

test("npm run owner lists accounts by a part of their email or name, with their workspaces, in one line each", async () => {
  const account = await newOwner();
  const local = account.email.split("@")[0] ?? "";
  await send("PATCH", "/account", { token: account.token, body: { name: "Ada Lovelace" } });
  const listed = await owner("list", local);
  expect(listed.code, listed.output).toBe(0);
  const [line = "", ...more] = listed.output.trim().split("\n");
  expect(more).toEqual([]);
  expect(line).toMatch(new RegExp(`^${account.email} \\(Ada Lovelace\\): created \\d{4}-\\d\\d-\\d\\d, .*owner of `));
  expect((await owner("list", `${local}-nobody`)).output).toContain("No account has");
});

test("npm run owner says why someone can't log in", async () => {
  const { workspaceId, owner: boss } = await newTeam();
  const member = await addMember(workspaceId);
  const why = async (email: string) => (await owner("why", email)).output;
  expect(await why(boss.email)).toContain("Nothing keeps them out");
  await sql("UPDATE members SET standing = 'suspended', ended_at = now() WHERE user_id = $1", [member.user.id]);
  expect(await why(member.email)).toContain("They're suspended in ");
  await sql("UPDATE workspaces SET second_factor_from = now() WHERE id = $1", [workspaceId]);
  expect(await why(boss.email)).toContain("requires two-factor login");
  expect(await why(newEmail())).toContain("There's no account. They can sign up.");
});

test("npm run owner disables an account: its logins, sessions, keys and streams stop working until it's enabled", async () => {
  const { workspaceId } = await newTeam();
  const member = await addMember(workspaceId);
  const { secret } = await newApiKey(member);
  const { authenticator } = await newPasskey(member);
  const logInByPasskey = async () => {
    const body = { credential: authenticator.sign(await askForLogIn()) };
    return (await send("POST", "/auth/login/passkey", { body })).status;
  };
  await using stream = await ownerStream(member);
  await using keyStream = await ownerStream({ token: secret });
  const disabled = await owner("disable", member.email);
  expect(disabled.code, disabled.output).toBe(0);
  expect(await Promise.all([stream.ended, keyStream.ended])).toEqual(["closed", "closed"]);
  for (const token of [member.token, secret]) await refuse("unauthenticated", "GET", "/conversations", { token });
  expect(await statusOfLogin(member.email, PASSWORD)).toBe(401);
  expect(await logInByPasskey()).toBe(401);
  expect((await owner("why", member.email)).output).toContain("The account is disabled.");
  expect((await owner("list", member.email)).output).toMatch(/, disabled \d{4}-\d\d-\d\d, /);
  expect((await owner("enable", member.email)).output).toContain("is enabled");
  expect(await statusOfLogin(member.email, PASSWORD)).toBe(200);
  expect(await logInByPasskey()).toBe(200);
  expect((await send("GET", "/conversations", { token: secret })).status).toBe(200);
  expect((await send("GET", "/account", { token: member.token })).status).toBe(401);
  for (const verb of ["disable", "enable"]) expect((await owner(verb, newEmail())).output).toContain("has no account");
});

test("npm run owner deletes an account only with --yes, and not the only owner of a workspace with other people", async () => {
  const { workspaceId, owner: boss } = await newTeam();
  const member = await addMember(workspaceId);
  expect((await owner("delete", member.email)).output).toContain("usage:");
  expect((await owner("delete", boss.email, "--yes")).output).toContain("is the only owner of a workspace");
  const deleted = await owner("delete", member.email, "--yes");
  expect(deleted.code, deleted.output).toBe(0);
  expect((await send("GET", "/account", { token: member.token })).status).toBe(401);
  const logged = await sql(
    "SELECT via, action FROM activity WHERE workspace_id = $1 AND target_id = $2 AND via = 'operator'",
    [workspaceId, member.user.id],
  );
  expect(logged).toEqual([{ via: "operator", action: "member.removed" }]);
  expect((await owner("delete", member.email, "--yes")).output).toContain("has no account");
});

/** A person who wrote to sites of two workspaces, in other forms of the same email, and someone else on the first. */
async function newPerson() {
  const name = `zoe-${randomUUID()}`;
  const emails = [`${name.toUpperCase()}@XN--BCHER-KVA.example`, `${name}@Bücher.example`];
  const shops = [await newOwnerWithSite({ name: "Corner shop" }), await newOwnerWithSite({ name: "Kiln Street" })];
  const visitors: string[] = [];
  for (const [at, { site }] of shops.entries()) {
    const visitor = await openWidget(site);
    await start(visitor, `Message ${at}`, { email: emails[at] });
    visitors.push(visitor.visitorId);
  }
  const [first] = shops;
  if (!first) throw new Error("there's no shop");
  const other = await openWidget(first.site);
  await start(other, "I'm someone else", { email: newEmail() });
  const logged = (action: string) =>
    sql(
      `SELECT a.via, a.actor_id FROM activity a JOIN workspaces w ON w.id = a.workspace_id
       WHERE a.action = $1 AND w.owner_id = ANY ($2::uuid[])`,
      [action, shops.map(({ owner: { user } }) => user.id)],
    );
  return { email: `${name}@xn--bcher-kva.example`, visitors, other: other.visitorId, shop: first, logged };
}

test("npm run owner exports everything about a person from all workspaces, and logs that there", async () => {
  const { email, visitors, logged } = await newPerson();
  const path = test.info().outputPath("person.zip");
  const exported = await owner("export-person", email, path);
  expect(exported.code, exported.output).toBe(0);
  for (const [at, shop] of ["Corner shop", "Kiln Street"].entries()) {
    expect(exported.output).toMatch(new RegExp(`Exported visitor ${visitors[at]} of ${shop} in .*without proof`));
  }
  const archive = unzip(await readFile(path));
  expect([...archive.keys()].filter((name) => name.endsWith(".json"))).toEqual(
    visitors.map((id) => `${id}/site-inbox-visitor.json`),
  );
  for (const [at, id] of visitors.entries()) {
    const json = JSON.parse(String(archive.get(`${id}/site-inbox-visitor.json`)?.content));
    expect(json.visitors).toMatchObject([{ id, conversations: [{ messages: [{ body: `Message ${at}` }] }] }]);
  }
  const byOperator = { via: "operator", actor_id: null };
  expect(await logged("visitor.exported")).toEqual([byOperator, byOperator]);
  expect((await owner("export-person", newEmail(), path)).output).toContain("no visitor has the email");
});

test("npm run owner exports and erases those who were merged with a person once, and says how many", async () => {
  const { email, visitors, other, shop } = await newPerson();
  const { token } = shop.owner;
  await sql("UPDATE visitors SET email = $1 WHERE id = $2", [email, other]);
  await ask(PersonResponse, 200, "POST", `/people/${other}/merge`, { token, body: { into: visitors[0] } });
  const path = test.info().outputPath("person.zip");
  const exported = await owner("export-person", email, path);
  expect(exported.output).toContain(`merged with 1 other, 2 conversations`);
  const json = unzip(await readFile(path)).get(`${visitors[0]}/site-inbox-visitor.json`)?.content;
  expect(JSON.parse(String(json)).visitors).toHaveLength(2);
  const erased = await owner("erase-person", email, "--yes");
  expect(erased.output.match(/^Erased visitor /gm)).toHaveLength(2);
  expect(await sql("SELECT id FROM visitors WHERE id = ANY ($1::uuid[])", [[...visitors, other]])).toEqual([]);
});

test("npm run owner lists what it would erase of a person, erases it from all workspaces with --yes, and leaves others", async () => {
  const { email, visitors, other, shop, logged } = await newPerson();
  const stored = () => sql("SELECT id FROM visitors WHERE id = ANY ($1::uuid[])", [[...visitors, other]]);
  const listed = await owner("erase-person", email);
  expect(listed.output.match(/^Would erase visitor /gm)).toHaveLength(2);
  expect(listed.output).toContain("Nothing was erased.");
  expect(await stored()).toHaveLength(3);
  const erased = await owner("erase-person", email, "--yes");
  expect(erased.code, erased.output).toBe(0);
  expect(erased.output.match(/^Erased visitor .*, 1 conversation$/gm)).toHaveLength(2);
  expect(await stored()).toEqual([{ id: other }]);
  await refuse("not_found", "DELETE", `/visitors/${visitors[0]}`, { token: shop.owner.token });
  const byOperator = { via: "operator", actor_id: null };
  expect(await logged("visitor.erased")).toEqual([byOperator, byOperator]);
  expect((await owner("erase-person", email)).output).toContain("no visitor has the email");
});
