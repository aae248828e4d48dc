import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { type Access, allows, outranks, type Role } from "#lib/base/access/scopes.ts";
import type { SiteJson } from "#lib/sites/sites/schema.ts";
import { hashApiKey } from "#lib/team/api-keys/key.ts";
import { type ApiResponse, readProblem } from "../support/api-client.ts";
import { ownerStream } from "../support/event-stream.ts";
import { newConversation, newSite, type Owner, openWidget, start } from "../support/factories.ts";
import { insertRows } from "../support/insert-rows.ts";
import { type RoleRow, rolesTable } from "../support/roles-table.ts";
import {
  bodyAt,
  HIGHER,
  idsOf,
  leastBody,
  type Place,
  request,
  unknownIds,
  visible,
} from "../support/route-objects.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

/*
 * Each row of docs/roles.md, which is written from the declarations, with each role and each scope of an API key.
 */

type Person = { role: Role; isLimited: boolean; owner: Owner };
/** Someone who calls: a session, or an API key of a person. */
type Caller = Person & { name: string; token: string; access: Access };

// What a key may do beside its person's role is in account.keys.test.ts for every scope.
const KEYS: [string, Access][] = [
  ["agent", "manage"],
  ["admin", "manage"],
  ["owner", "read"],
  ["owner", "write"],
];

/** A team on one site, its people's sessions and keys, and a conversation. */
async function newWorld() {
  const team = await newTeam({ sites: 1 });
  const people: Record<string, Person> = {
    agent: { role: "agent", isLimited: true, owner: team.agent },
    "limited admin": { role: "admin", isLimited: true, owner: team.limitedAdmin },
    admin: { role: "admin", isLimited: false, owner: team.admin },
    owner: { role: "owner", isLimited: false, owner: team.owner },
  };
  const keys = KEYS.flatMap(([name, access]): Caller[] => {
    const person = people[name];
    const token = `sik_${randomBytes(32).toString("base64url")}`;
    return person ? [{ ...person, name: `${name}'s ${access} key`, token, access }] : [];
  });
  await insertRows(
    sql,
    "api_keys",
    keys.map(({ owner, token, access }) => ({
      id: randomUUID(),
      user_id: owner.user.id,
      workspace_id: team.workspaceId,
      hash: `\\x${hashApiKey(token).toString("hex")}`,
      hint: token.slice(-4),
      scope: access,
    })),
  );
  const sessions = Object.entries(people).map(
    ([name, person]): Caller => ({ ...person, name, token: person.owner.token, access: "session" }),
  );
  const [site] = team.sites;
  if (!site) throw new Error("the team has no site");
  const placeOn = async (there: SiteJson): Promise<Place> => {
    const visitor = await openWidget(there);
    const { conversationId: id } = await start(visitor, "Hello");
    return { owner: team.owner, site: there, visitor, id };
  };
  const newPlace = async (name = "") => placeOn(name === "DELETE /sites/[siteId]" ? await newSite(team.owner) : site);
  return { team, callers: [...sessions, ...keys], sessions, newPlace };
}

/** What a caller gets: a code of a refusal, or null if they may. */
function refusalOf({ cells, access }: RoleRow, caller: Caller): "insufficient_scope" | "not_permitted" | null {
  if (!allows(caller.access, access)) return "insufficient_scope";
  const cell = cells[caller.role];
  return cell === "yes" || (cell === "all sites" && !caller.isLimited) ? null : "not_permitted";
}

/** All that is stored of a workspace, without when its keys were used. */
async function storedOf(owner: Owner) {
  const { api_keys: _, ...rows } = await storedRows(owner);
  return rows;
}

// The service under test sends no email and has no bot.
const OTHERWISE: Record<string, Parameters<typeof readProblem>[1]> = {
  "POST /account/telegram/code": "not_accepted",
  // The request brings no file.
  "POST /files": "invalid_request",
  // The message came by no email.
  "GET /conversations/[conversationId]/messages/[messageId]/original": "not_found",
  "GET /conversations/[conversationId]/messages/[messageId]/original: a visitor sent it": "link_gone",
  // No one has offered anything.
  "DELETE /workspace/ownership-offer": "not_found",
  "POST /workspace/ownership-offer/accept": "link_gone",
};
// Their objects are gone or busy afterwards.
const USES_UP = /^DELETE |\/(merge|retry|replay)$/;
const PERSONAL = /\[(keyId|sessionId|channelId|savedReplyId|viewId|bulkChangeId|scheduledReplyId)\]/;

function expectAllowed(name: string, response: ApiResponse, caller: string, when = ""): void {
  const otherwise = OTHERWISE[`${name}: ${when}`] ?? OTHERWISE[name];
  if (otherwise) readProblem(response, otherwise);
  else expect(response.status, `${caller}: ${response.text}`).toBeLessThan(300);
}

// These are about the caller's own account, whatever their role.
const OF_THE_PERSON = /^\w+ \/(account(?!\/(checklist|keys|membership))|auth\/logout)/;
// Anyone may do them to themselves: members.test.ts.
const TO_ONESELF = ["DELETE /members/[memberId]", "GET /members/[memberId]/removal"];

const rows = rolesTable().filter(({ name }) => !OF_THE_PERSON.test(name));

test("docs/roles.md has a row for each role's part, so that the tests below aren't about nothing", () => {
  expect(rows.length).toBeGreaterThan(55);
  for (const cell of ["no", "all sites", "yes"]) expect(rows.map(({ cells }) => cells.admin)).toContain(cell);
  expect(rows.flatMap(({ higher }) => higher).length).toBeGreaterThan(3);
});

test("an agent, an admin and an owner open the stream of events", async () => {
  const { sessions } = await newWorld();
  for (const { owner } of sessions) {
    await using stream = await ownerStream(owner);
    expect(stream.names()).toEqual(["ready"]);
  }
});

for (const row of rows.filter(({ name }) => name !== "GET /events" && !TO_ONESELF.includes(name))) {
  const { name } = row;
  const [, path = ""] = name.split(" ");

  test(`${name}: each role and key may do what docs/roles.md says, and nothing is stored if it's refused`, async () => {
    const { team, callers, sessions, newPlace } = await newWorld();
    const place = await newPlace();
    const ids = await idsOf(path, { place });
    const body = await bodyAt(place, leastBody(name));
    const before = await storedOf(team.owner);
    for (const caller of callers) {
      const refusal = refusalOf(row, caller);
      if (!refusal) continue;
      const response = await request(name, ids, { token: caller.token, ...body });
      readProblem(response, refusal);
    }
    expect(await storedOf(team.owner)).toEqual(before);

    for (const caller of sessions) {
      if (Object.keys(ids).length === 0) break;
      const foreign = await foreignIds(path);
      const response = await request(name, foreign, { token: caller.token, ...body });
      readProblem(response, "not_found");
      const unknown = await request(name, unknownIds(path), { token: caller.token, ...body });
      expect(visible(response), caller.name).toEqual(visible(unknown));
    }

    for (const caller of callers) {
      if (refusalOf(row, caller)) continue;
      const there = USES_UP.test(name) ? await newPlace(name) : place;
      const isOwn = PERSONAL.test(path) || there !== place;
      const own = isOwn ? await idsOf(path, { place: there, person: caller.owner }) : ids;
      const response = await request(name, own, { token: caller.token, ...(await bodyAt(there, leastBody(name))) });
      expectAllowed(name, response, caller.name);
    }
  });

  for (const { role, when } of row.higher) {
    test(`${name}: only an ${role} may if ${when}`, async () => {
      const { team, callers, newPlace } = await newWorld();
      const cases = HIGHER[name]?.[when] ?? [];
      expect(cases.length, `it isn't known how to try that: add it to HIGHER in route-objects.ts`).toBeGreaterThan(0);
      for (const { body, ids } of cases) {
        const place = await newPlace();
        const shared = await ids?.(place);
        // Before anything is read to compare it.
        const objects = new Map<Caller, Record<string, string>>();
        for (const caller of callers) {
          objects.set(caller, { ...(await idsOf(path, { place, person: caller.owner })), ...shared });
        }
        const before = await storedOf(team.owner);
        for (const caller of callers) {
          if (outranks(caller.role, role) || refusalOf(row, caller)) continue;
          readProblem(
            await request(name, objects.get(caller) ?? {}, { token: caller.token, ...(await bodyAt(place, body)) }),
            "not_permitted",
          );
        }
        expect(await storedOf(team.owner)).toEqual(before);
        for (const caller of callers) {
          if (!outranks(caller.role, role) || refusalOf(row, caller)) continue;
          const there = USES_UP.test(name) ? await newPlace(name) : place;
          const own = { ...(await idsOf(path, { place: there, person: caller.owner })), ...(await ids?.(there)) };
          const response = await request(name, own, { token: caller.token, ...(await bodyAt(there, body)) });
          expectAllowed(name, response, caller.name, when);
        }
      }
    });
  }
}

let foreign: Promise<Place> | undefined;
const foreignOf = new Map<string, Promise<Record<string, string>>>();

/** The ids of a path in another workspace, which none of these requests changes. */
async function foreignIds(path: string): Promise<Record<string, string>> {
  foreign ??= newConversation();
  const place = await foreign;
  const known = foreignOf.get(path) ?? idsOf(path, { place });
  foreignOf.set(path, known);
  return known;
}
