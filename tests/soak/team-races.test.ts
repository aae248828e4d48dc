import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { Client } from "pg";
import { NewInvitationResponse } from "#lib/people/invitations/schema.ts";
import { tokenIn } from "../support/account-mails.ts";
import { type ApiResponse, ask, send } from "../support/api-client.ts";
import { testEnvironment } from "../support/environment.ts";
import { newOwner, type Owner, openWidget, start } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";
import { newTeam } from "../support/team.ts";

/*
 * What people of one team do at the same moment, SOAK_RACES times each. A transaction holds what both requests need until both
 * wait for it.
 */
const RACES = Number(process.env.SOAK_RACES ?? 1_000);
const TEAMS = 4;
// A request that needs nothing of what's held doesn't wait.
const PATIENCE_MS = 250;

test.describe.configure({ timeout: 600_000 });

type Request = () => Promise<ApiResponse>;

/** Two people of a team, who are also in workspaces of their own, so that their sessions outlast a removal. */
type World = {
  workspaceId: string;
  owner: Owner;
  one: Owner;
  other: Owner;
  newConversation(): Promise<string>;
  /** Lets requests go at the same moment, and returns their responses. */
  atOnce(table: "workspaces" | "conversations", id: string, requests: Request[]): Promise<ApiResponse[]>;
} & AsyncDisposable;

const together = { all: 0, waited: 0 };

async function newWorld(): Promise<World> {
  const { workspaceId, owner, sites } = await newTeam({ sites: 1 });
  const [one, other] = [await newOwner(), await newOwner()];
  for (const { user } of [one, other]) {
    await sql("INSERT INTO members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'agent', now())", [
      workspaceId,
      user.id,
    ]);
  }
  const holder = new Client({ connectionString: testEnvironment.databaseUrl });
  await holder.connect();
  const { rows } = await holder.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const waiting = async () => {
    const found = await sql(
      `WITH RECURSIVE waiting AS (
         SELECT pid FROM pg_stat_activity WHERE $1::int = ANY (pg_blocking_pids(pid))
         UNION SELECT a.pid FROM pg_stat_activity a JOIN waiting w ON w.pid = ANY (pg_blocking_pids(a.pid))
       ) SELECT pid FROM waiting`,
      [rows[0]?.pid],
    );
    return found.length;
  };
  const [site] = sites;
  if (!site) throw new Error("no site");
  return {
    workspaceId,
    owner,
    one,
    other,
    newConversation: async () => (await start(await openWidget(site), "Hello")).conversationId,
    atOnce: async (table, id, requests) => {
      await holder.query("BEGIN");
      await holder.query(`SELECT id FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
      const running = new Map<Request, Promise<ApiResponse>>();
      // The first to come is served first, so they take turns at that.
      together.all += 1;
      for (const request of together.all % 2 === 0 ? requests : requests.toReversed()) {
        running.set(request, request());
        const until = performance.now() + PATIENCE_MS;
        while ((await waiting()) < running.size && performance.now() < until) await pause(5);
      }
      if ((await waiting()) === requests.length) together.waited += 1;
      await holder.query("COMMIT");
      return Promise.all(requests.map((request) => running.get(request) ?? request()));
    },
    [Symbol.asyncDispose]: () => holder.end(),
  };
}

/** Runs a race often, in several teams side by side, and prints how often it ended in which way. */
async function race(name: string, prepare: (world: World) => Promise<() => Promise<string>>): Promise<void> {
  Object.assign(together, { all: 0, waited: 0 });
  const ends = new Map<string, number>();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: TEAMS }, async (_, lane) => {
      await using world = await newWorld();
      const run = await prepare(world);
      for (let round = lane; round < RACES; round += TEAMS) {
        const end = await run();
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const counted = [...ends].map(([end, count]) => `${end}: ${count}`).join(", ");
  process.stdout.write(`${name}: ${counted} (both waited in ${together.waited} of ${together.all}; ${seconds} s)\n`);
  expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(RACES);
}

const by =
  ({ workspaceId }: World, { token }: Owner) =>
  (method: string, path: string, body?: object): Request =>
  () =>
    send(method, path, { token, workspaceId, ...(body && { body }) });

const expectOneEach = (responses: ApiResponse[], ...expected: [number, number]) =>
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set(expected));

const statuses = (responses: ApiResponse[]) => responses.map(({ status }) => status).join(" and ");

const assigneeOf = async (id: string) =>
  (await sql("SELECT assignee_id AS id FROM conversations WHERE id = $1", [id]))[0]?.id ?? null;

const setMember = ({ workspaceId }: World, { user }: Owner, role: string) =>
  sql(
    `UPDATE members SET role = $3, standing = 'active', site_ids = NULL, ended_at = NULL
     WHERE workspace_id = $1 AND user_id = $2 AND (role, standing) IS DISTINCT FROM ($3, 'active')`,
    [workspaceId, user.id, role],
  );

const ownersOf = async ({ workspaceId }: World) =>
  (await sql("SELECT FROM members WHERE workspace_id = $1 AND role = 'owner' AND standing = 'active'", [workspaceId]))
    .length;

const isMember = async ({ workspaceId }: World, { user }: Owner) =>
  (
    await sql("SELECT FROM members WHERE workspace_id = $1 AND user_id = $2 AND standing = 'active'", [
      workspaceId,
      user.id,
    ])
  ).length === 1;

async function invite(world: World, inviter: Owner, invited: Owner): Promise<{ id: string; token: string }> {
  const made = await ask(NewInvitationResponse, 201, "POST", "/invitations", {
    token: inviter.token,
    workspaceId: world.workspaceId,
    body: { email: invited.email, role: "agent" },
  });
  return { id: made.invitation.id, token: tokenIn("invite", made.link) };
}

const accept =
  ({ token }: Owner, invitation: string): Request =>
  () =>
    send("POST", "/account/invitations", { token, body: { token: invitation } });

const forgetMember = ({ workspaceId }: World, { user }: Owner) =>
  sql("DELETE FROM members WHERE workspace_id = $1 AND user_id = $2", [workspaceId, user.id]);

test("of two people who take a conversation at once, one has it, and the other gets to know who", async () => {
  await race("two takes", async (world) => {
    const id = await world.newConversation();
    const take = (person: Owner) =>
      by(world, person)("PATCH", `/conversations/${id}`, { assignee: person.user.id, ifAssignee: null });
    return async () => {
      await sql("UPDATE conversations SET assignee_id = NULL WHERE id = $1", [id]);
      const people = [world.one, world.other];
      const responses = await world.atOnce("conversations", id, people.map(take));
      const winner = people[responses.findIndex(({ status }) => status === 200)];
      const loser = responses.find(({ status }) => status === 409);
      expect(await assigneeOf(id)).toBe(winner?.user.id);
      expect(JSON.parse(loser?.text ?? "{}")).toMatchObject({
        code: "already_assigned",
        assignee: { id: winner?.user.id },
      });
      return winner === world.one ? "the first" : "the second";
    };
  });
});

for (const how of ["take", "reply"] as const) {
  test(`a conversation isn't left with someone who's removed while they ${how === "take" ? "take it" : "claim it by a reply"}`, async () => {
    await race(`${how} against removal`, async (world) => {
      const id = await world.newConversation();
      const agent = by(world, world.one);
      const removal = by(world, world.owner)("DELETE", `/members/${world.one.user.id}`);
      return async () => {
        await setMember(world, world.one, "agent");
        await sql("UPDATE conversations SET assignee_id = NULL WHERE id = $1", [id]);
        const request =
          how === "take"
            ? agent("PATCH", `/conversations/${id}`, { assignee: world.one.user.id })
            : agent("POST", `/conversations/${id}/messages`, { message: "Hello" });
        const responses = await world.atOnce("conversations", id, [request, removal]);
        expect(await assigneeOf(id)).toBeNull();
        expect(responses[1]?.status, responses[1]?.text).toBe(204);
        expect(how === "take" ? [200, 400, 404] : [201, 404]).toContain(responses[0]?.status);
        return statuses(responses);
      };
    });
  });
}

test("of two admins who demote each other at once, one is demoted, and the other refused", async () => {
  await race("two demotions", async (world) => {
    const demote = (one: Owner, { user }: Owner) => by(world, one)("PATCH", `/members/${user.id}`, { role: "agent" });
    return async () => {
      for (const person of [world.one, world.other]) await setMember(world, person, "admin");
      const requests = [demote(world.one, world.other), demote(world.other, world.one)];
      const responses = await world.atOnce("workspaces", world.workspaceId, requests);
      expectOneEach(responses, 200, 403);
      return statuses(responses);
    };
  });
});

test("of the last two owners who leave at once, one stays", async () => {
  await race("two owners leaving", async (world) => {
    const leave = (person: Owner) => by(world, person)("DELETE", `/members/${person.user.id}`);
    await setMember(world, world.one, "owner");
    await setMember(world, world.owner, "admin");
    return async () => {
      for (const person of [world.one, world.other]) await setMember(world, person, "owner");
      const responses = await world.atOnce("workspaces", world.workspaceId, [leave(world.one), leave(world.other)]);
      expectOneEach(responses, 204, 409);
      expect(await ownersOf(world)).toBe(1);
      return statuses(responses);
    };
  });
});

test("an invitation that's accepted twice at once is used once", async () => {
  await race("two acceptances", async (world) => {
    const person = await newOwner();
    return async () => {
      await forgetMember(world, person);
      const { token } = await invite(world, world.owner, person);
      const responses = await world.atOnce("workspaces", world.workspaceId, [
        accept(person, token),
        accept(person, token),
      ]);
      expectOneEach(responses, 200, 410);
      expect(await isMember(world, person)).toBe(true);
      return statuses(responses);
    };
  });
});

for (const end of ["revocation", "inviter's removal"] as const) {
  test(`an invitation that's accepted against its ${end} gives access or doesn't, never both`, async () => {
    await race(`acceptance against ${end}`, async (world) => {
      const person = await newOwner();
      const owner = by(world, world.owner);
      return async () => {
        await forgetMember(world, person);
        await setMember(world, world.one, "admin");
        const { id, token } = await invite(world, world.one, person);
        const ending =
          end === "revocation"
            ? owner("DELETE", `/invitations/${id}`)
            : owner("DELETE", `/members/${world.one.user.id}`);
        const responses = await world.atOnce("workspaces", world.workspaceId, [accept(person, token), ending]);
        const [accepted, ended] = responses;
        expect([200, 410]).toContain(accepted?.status);
        expect(ended?.status).toBe(end === "revocation" && accepted?.status === 200 ? 404 : 204);
        expect(await isMember(world, person)).toBe(accepted?.status === 200);
        return statuses(responses);
      };
    });
  });
}

test("notes that several people add at once are numbered without gaps", async () => {
  await using world = await newWorld();
  const id = await world.newConversation();
  const people = [world.owner, world.one, world.other];
  const add = (at: number) =>
    by(world, people[at % people.length] ?? world.owner)("POST", `/conversations/${id}/notes`, {
      note: `Note ${at}`,
    })();
  const lanes = 8;
  const added = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const seqs: number[] = [];
      for (let at = lane; at < RACES; at += lanes) {
        const { status, text } = await add(at);
        expect(status, text).toBe(201);
        seqs.push(JSON.parse(text).note.seq);
      }
      return seqs;
    }),
  );
  const seqs = added.flat().sort((one, other) => one - other);
  expect(seqs).toEqual(Array.from({ length: RACES }, (_, at) => at + 1));
  process.stdout.write(`notes: ${seqs.length}, numbered 1 to ${seqs.at(-1)}\n`);
});
