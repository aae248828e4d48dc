import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ActivityListResponse } from "#lib/base/activity/schema.ts";
import { ConversationListResponse } from "#lib/desk/conversations/schema.ts";
import { PEOPLE_ORDERS } from "#lib/desk/people/orders.ts";
import { PeopleResponse, PersonResponse } from "#lib/desk/people/schema.ts";
import { ConversationVisitorResponse } from "#lib/widget/visits/schema.ts";
import { ask, askNothing, refuse, refuseFields, send } from "../support/api-client.ts";
import { visitorStream } from "../support/event-stream.ts";
import {
  allMessages,
  deleteConversation,
  inbox,
  newOwner,
  newSite,
  openWidget,
  ownConversations,
  patchConversation,
  reply,
  sendMessage,
  start,
} from "../support/factories.ts";
import { uploadAsVisitor } from "../support/files.ts";
import { groupsOf, merge, newCrowd, newWriter, people, personOf, unmerge } from "../support/people.ts";
import { sql, storedRows } from "../support/stored-rows.ts";
import { addMember } from "../support/team.ts";

const namesOf = (list: { name?: string }[]) => list.map(({ name }) => name);

/** Marks visitors' emails as confirmed by a link. */
const confirm = (...visitorIds: string[]) =>
  sql("UPDATE visitors SET confirmed_email = email WHERE id = ANY ($1)", [visitorIds]);

test.describe("the list of people", () => {
  test("is by the last message, or by who was first seen last, in pages of any size", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay");
    await sendMessage(writer(0).visitor, writer(0).id, "Me again");
    for (const limit of ["1", "2", "50"]) {
      expect(namesOf(await people(owner, { limit }))).toEqual(["Ann", "Cay", "Ben"]);
      expect(namesOf(await people(owner, { limit, order: "firstSeen" }))).toEqual(["Cay", "Ben", "Ann"]);
    }
  });

  test("has everyone once, whether they have several conversations or are merged", async () => {
    const { owner, site, writer } = await newCrowd("Ann", "Ben", "Cay");
    await patchConversation(owner, writer(0).id, { status: "closed" });
    await start(writer(0).visitor, "Another one");
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    for (const order of PEOPLE_ORDERS) {
      for (const limit of ["1", "50"]) {
        const list = await people(owner, { order, limit });
        expect(namesOf(list)).toEqual(order === "firstSeen" ? ["Cay", "Ann"] : ["Ann", "Cay"]);
        const [ann] = list.filter(({ name }) => name === "Ann");
        expect([ann?.conversationCount, ann?.visitorCount, ann?.id]).toEqual([3, 2, writer(0).visitorId]);
      }
    }
    expect(await people(owner, { siteId: site.id })).toHaveLength(2);
  });

  test("is by the number of conversations, a merged person's together, in pages of any size", async () => {
    const { owner, writer } = await newCrowd("Ann Lee", "Ben Lee", "Cay Lee", "Dee Lee", "Eve Lee");
    for (const who of [0, 0, 0, 2]) {
      const { visitor } = writer(who);
      const [open] = await ownConversations(visitor);
      await patchConversation(owner, String(open?.id), { status: "closed" });
      await start(visitor, "Another one");
    }
    const orderIs = async (...names: string[]) => {
      for (const limit of ["1", "2", "3", "50"]) {
        for (const more of [{}, { q: "lee" }]) {
          expect(namesOf(await people(owner, { order: "conversations", limit, ...more }))).toEqual(
            names.map((name) => `${name} Lee`),
          );
        }
      }
    };
    await orderIs("Ann", "Cay", "Eve", "Dee", "Ben");
    await merge(owner, writer(3).visitorId, writer(1).visitorId);
    await orderIs("Ann", "Cay", "Ben", "Eve");
    await merge(owner, writer(2).visitorId, writer(1).visitorId);
    await orderIs("Ben", "Ann", "Eve");
  });

  test("by the number of conversations, goes on where a walk over many people who only sent spam ended", async () => {
    const { owner, site, writer } = await newCrowd("Ann");
    await sql(
      `WITH spammers AS (
         INSERT INTO visitors (id, site_id, workspace_id, created_at, updated_at)
         SELECT gen_random_uuid(), site_id, workspace_id, now(), now() FROM visitors, generate_series(1, 501) WHERE id = $1
         RETURNING id, site_id, workspace_id
       )
       INSERT INTO conversations (id, workspace_id, site_id, visitor_id, status, is_spam, last_seq, last_message_at,
         last_message_preview, created_at, updated_at)
       SELECT gen_random_uuid(), workspace_id, site_id, id, 'closed', true, 1, now(), 'Buy', now(), now()
       FROM spammers, generate_series(1, 2)`,
      [writer(0).visitorId],
    );
    const query = { order: "conversations", siteId: site.id };
    const page = await ask(PeopleResponse, 200, "GET", `/people?${new URLSearchParams(query)}`, { token: owner.token });
    expect([page.people, typeof page.nextCursor]).toEqual([[], "string"]);
    expect(namesOf(await people(owner, query))).toEqual(["Ann"]);
  });

  test("leaves out tests, those who only sent spam, and those who were named by their site and never wrote", async () => {
    const { owner, site, writer } = await newCrowd("Ann", "Spammer");
    await patchConversation(owner, writer(1).id, { spam: true });
    await send("POST", `/sites/${site.id}/test-message`, { token: owner.token, body: { message: "Test" } });
    await sql(
      `INSERT INTO visitors (id, site_id, workspace_id, external_id, verified, created_at, updated_at)
       SELECT gen_random_uuid(), site_id, workspace_id, 'silent', true, now(), now() FROM visitors WHERE id = $1`,
      [writer(0).visitorId],
    );
    for (const order of PEOPLE_ORDERS) expect(namesOf(await people(owner, { order }))).toEqual(["Ann"]);
  });

  test("is searched by name, email and id, of each merged visitor", async () => {
    const { owner, site, writer } = await newCrowd("Ann Archer", "Ben");
    const word = randomUUID().slice(0, 8);
    const { visitorId } = await newWriter(site, "Cay", { email: `${word}@example.com` });
    for (const order of PEOPLE_ORDERS) {
      expect(namesOf(await people(owner, { q: word, order }))).toEqual(["Cay"]);
      expect(namesOf(await people(owner, { q: "ARCHER ann", order }))).toEqual(["Ann Archer"]);
      expect(await people(owner, { q: `${word} nobody`, order })).toEqual([]);
    }
    await merge(owner, visitorId, writer(0).visitorId);
    const [found] = await people(owner, { q: word, limit: "1" });
    expect([found?.id, found?.name]).toEqual([writer(0).visitorId, "Ann Archer"]);
  });

  test("goes through a search in pages, in each order", async () => {
    const { owner } = await newCrowd("Person One", "Person Two", "Person Three");
    for (const order of PEOPLE_ORDERS) {
      expect(namesOf(await people(owner, { q: "person", limit: "1", order }))).toEqual([
        "Person Three",
        "Person Two",
        "Person One",
      ]);
    }
  });

  test("has only people on sites that the member may see, and a cursor works with its own parameters only", async () => {
    const { owner, site } = await newCrowd("Ann", "Ben");
    const other = await newSite(owner, { name: "Other" });
    await newWriter(other, "From afar");
    const [workspace] = await sql("SELECT workspace_id AS id FROM sites WHERE id = $1", [site.id]);
    const agent = await addMember(String(workspace?.id), { siteIds: [site.id] });
    for (const order of PEOPLE_ORDERS) {
      expect(namesOf(await people(agent, { order }))).toEqual(["Ben", "Ann"]);
      expect(await people(agent, { order, siteId: other.id })).toEqual([]);
      expect(await people(agent, { order, q: "From afar" })).toEqual([]);
      expect(await people(await newOwner(), { order, siteId: site.id })).toEqual([]);
    }
    const page = JSON.parse((await send("GET", "/people?limit=1", { token: owner.token })).text);
    const query = new URLSearchParams({ limit: "1", cursor: page.nextCursor, order: "firstSeen" });
    expect(await refuseFields(["cursor"], "GET", `/people?${query}`, { token: owner.token })).toBeTruthy();
  });
});

test.describe("a person", () => {
  test("has what's proven apart from what's claimed, and what was written, sent and noted about them", async () => {
    const { owner, site } = await newCrowd();
    const visitor = await openWidget(site);
    const file = await uploadAsVisitor(visitor);
    const about = { name: "Ann", email: "Ann@example.com", files: [file.id], language: "de" };
    const { conversationId } = await start(visitor, "Hello", about);
    const { token } = owner;
    await send("POST", `/conversations/${conversationId}/notes`, { token, body: { note: "Call her back" } });
    const { person, visitors, files, notes } = await personOf(owner, visitor.visitorId);
    expect(person).toMatchObject({ name: "Ann", email: about.email, emailConfirmed: false, verified: false });
    expect(person).toMatchObject({ conversationCount: 1, visitorCount: 1, siteName: site.name });
    expect(visitors).toHaveLength(1);
    expect(files.map((one) => [one.conversationId, one.senderType, one.file.id])).toEqual([
      [conversationId, "visitor", file.id],
    ]);
    expect(notes.map(({ body }) => body)).toEqual(["Call her back"]);
    await confirm(visitor.visitorId);
    expect((await personOf(owner, visitor.visitorId)).person.emailConfirmed).toBe(true);
  });

  test("has what the page and the server say about each of their visitors", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    const { token } = owner;
    const attributes = { plan: "free" };
    await askNothing("PUT", "/public/visitor/attributes", { token: writer(0).visitor.token, body: { attributes } });
    await send("PUT", `/visitors/${writer(0).visitorId}/attributes`, { token, body: { attributes: { plan: "pro" } } });
    const { visitors } = await merge(owner, writer(0).visitorId, writer(1).visitorId);
    expect(visitors.map((one) => one.attributes?.map(({ source, value }) => `${source} ${value}`))).toEqual([
      undefined,
      ["server pro", "page free"],
    ]);
  });

  test("has all conversations of all their visitors, newest first, in pages", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay");
    await merge(owner, writer(0).visitorId, writer(2).visitorId);
    await merge(owner, writer(1).visitorId, writer(2).visitorId);
    const found: string[] = [];
    for (let cursor = ""; ; ) {
      const path = `/people/${writer(0).visitorId}/conversations?limit=1${cursor}`;
      const page = await ask(ConversationListResponse, 200, "GET", path, { token: owner.token });
      found.push(...page.conversations.map(({ id }) => id));
      if (page.nextCursor === undefined) break;
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
    }
    expect(found).toEqual([writer(2).id, writer(1).id, writer(0).id]);
  });

  test("keeps what the team notes about them, and loses it with null", async () => {
    const { owner, writer } = await newCrowd("Ann");
    const patch = (body: object) =>
      ask(PersonResponse, 200, "PATCH", `/people/${writer(0).visitorId}`, { token: owner.token, body });
    expect((await patch({ about: "Wants invoices\nby post" })).visitors[0]?.about).toBe("Wants invoices\nby post");
    expect((await patch({})).visitors[0]?.about).toBe("Wants invoices\nby post");
    expect((await patch({ about: null })).visitors[0]).not.toHaveProperty("about");
    const path = `/people/${writer(0).visitorId}`;
    for (const about of ["", "x".repeat(4001), 7])
      expect(await refuseFields(["about"], "PATCH", path, { token: owner.token, body: { about } })).toBeTruthy();
  });

  test("is suggested only for an email that both confirmed, in whatever case", async () => {
    const { owner, site } = await newCrowd();
    const ann = await newWriter(site, "Ann", { email: "ann@example.com" });
    const again = await newWriter(site, "Ann again", { email: "Ann@Example.com" });
    const liar = await newWriter(site, "Liar", { email: "ann@example.com" });
    const other = await newSite(owner, { name: "Other" });
    const elsewhere = await newWriter(other, "Ann elsewhere", { email: "ann@example.com" });
    const suggested = async (visitorId: string) => (await personOf(owner, visitorId)).suggestions.map(({ id }) => id);
    expect(await suggested(ann.visitorId)).toEqual([]);
    await confirm(ann.visitorId, elsewhere.visitorId);
    for (const { visitorId } of [ann, again, liar, elsewhere]) expect(await suggested(visitorId)).toEqual([]);
    await confirm(again.visitorId);
    expect(await suggested(ann.visitorId)).toEqual([again.visitorId]);
    expect(await suggested(again.visitorId)).toEqual([ann.visitorId]);
    expect(await suggested(liar.visitorId)).toEqual([]);
    // A new address isn't confirmed.
    await sql("UPDATE visitors SET email = 'new@example.com' WHERE id = $1", [again.visitorId]);
    expect(await suggested(ann.visitorId)).toEqual([]);
  });
});

test.describe("a merge", () => {
  test("changes no conversation, message or token, and is in the log without anyone's name", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    const before = await storedRows(owner);
    const { person, visitors } = await merge(owner, writer(0).visitorId, writer(1).visitorId);
    const after = await storedRows(owner);
    for (const table of ["conversations", "messages", "message_keys"] as const)
      expect(after[table]).toEqual(before[table]);
    expect([person.id, person.name, person.visitorCount]).toEqual([writer(1).visitorId, "Ben", 2]);
    expect(visitors.map(({ id, merged }) => [id, merged?.by])).toEqual([
      [writer(1).visitorId, undefined],
      [writer(0).visitorId, owner.user.id],
    ]);
    await sendMessage(writer(0).visitor, writer(0).id, "Still me");
    expect((await allMessages(owner, writer(0).id)).map(({ seq }) => seq)).toEqual([1, 2]);
    const { activity } = await ask(ActivityListResponse, 200, "GET", "/activity", { token: owner.token });
    expect(activity[0]).toMatchObject({ action: "visitor.merged", data: { visitors: 2 } });
    expect(JSON.stringify(activity)).not.toMatch(/Ann|Ben/);
  });

  test("shows no visitor anything of another one", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    await using stream = await visitorStream(writer(0).visitor);
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    await reply(owner, writer(1).id, "Only for Ben");
    const { token } = writer(0).visitor;
    expect((await ownConversations(writer(0).visitor)).map(({ id }) => id)).toEqual([writer(0).id]);
    for (const path of [`messages`, `read`, `transcript`])
      await refuse("not_found", "GET", `/public/conversations/${writer(1).id}/${path}`, { token });
    await refuse("not_found", "POST", `/public/conversations/${writer(1).id}/messages`, {
      token,
      body: { message: "Let me in" },
    });
    await reply(owner, writer(0).id, "For Ann");
    await stream.next("message.created", ({ message }) => message.body === "For Ann");
    expect(JSON.stringify(stream.received)).not.toContain(writer(1).id);
  });

  test("is the same done twice or to someone in the same person, and can be of people who are merged", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay", "Dan");
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    await merge(owner, writer(2).visitorId, writer(3).visitorId);
    const { person, visitors } = await merge(owner, writer(0).visitorId, writer(2).visitorId);
    expect(person.id).toBe(writer(3).visitorId);
    expect(visitors).toHaveLength(4);
    const groups = await groupsOf(visitors.map(({ id }) => id));
    for (const at of [0, 1, 2]) expect(groups.get(writer(at).visitorId)?.mergedInto).toBe(writer(3).visitorId);
  });

  test("is undone with those who were merged before, in any order", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay");
    const [ann, ben, cay] = [0, 1, 2].map((at) => writer(at).visitorId) as [string, string, string];
    await merge(owner, ann, ben);
    await merge(owner, ben, cay);
    const split = await unmerge(owner, ben);
    expect([split.person.id, split.visitors.length]).toEqual([ben, 2]);
    expect((await personOf(owner, cay)).visitors).toHaveLength(1);
    await merge(owner, ben, cay);
    await unmerge(owner, ann);
    expect((await personOf(owner, ann)).person.visitorCount).toBe(1);
    expect((await personOf(owner, cay)).visitors.map(({ id }) => id)).toEqual([cay, ben]);
    await refuse("conflict", "POST", `/people/${ann}/unmerge`, { token: owner.token });
    await refuse("conflict", "POST", `/people/${cay}/unmerge`, { token: owner.token });
  });

  test("can't be undone after 30 days", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await sql("UPDATE merges SET merged_at = now() - interval '31 days' WHERE visitor_id = $1", [writer(0).visitorId]);
    const { visitors } = await personOf(owner, writer(0).visitorId);
    expect(visitors[1]?.merged).not.toHaveProperty("undoUntil");
    await refuse("conflict", "POST", `/people/${writer(0).visitorId}/unmerge`, { token: owner.token });
    expect((await personOf(owner, writer(0).visitorId)).person.visitorCount).toBe(2);
  });

  test("is refused between sites, with a test visitor, of a blocked with another person, and for a stranger", async () => {
    const { owner, site, writer } = await newCrowd("Ann", "Ben");
    const { token } = owner;
    const other = await newWriter(await newSite(owner, { name: "Other" }), "From afar");
    const path = `/people/${writer(0).visitorId}/merge`;
    await refuse("conflict", "POST", path, { token, body: { into: other.visitorId } });
    await send("POST", `/sites/${site.id}/test-message`, { token, body: { message: "Test" } });
    const [tester] = await sql("SELECT id FROM visitors WHERE is_test AND site_id = $1", [site.id]);
    await refuse("conflict", "POST", path, { token, body: { into: tester?.id } });
    await refuse("not_found", "POST", path, { token, body: { into: randomUUID() } });
    await refuse("not_found", "POST", path, { token: (await newOwner()).token, body: { into: writer(1).visitorId } });
    expect(await refuseFields(["into"], "POST", path, { token, body: { into: "Ben" } })).toBeTruthy();
    await patchConversation(owner, writer(1).id, { visitorBlocked: true });
    await refuse("conflict", "POST", path, { token, body: { into: writer(1).visitorId } });
    await refuse("conflict", "POST", `/people/${writer(1).visitorId}/merge`, {
      token,
      body: { into: writer(0).visitorId },
    });
    expect((await groupsOf([writer(0).visitorId, writer(1).visitorId])).values().every((one) => !one.into)).toBe(true);
  });
});

test.describe("a merged person", () => {
  test("is in the panel of each conversation with all the others, and another open one", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    const panel = async (id: string) =>
      (await ask(ConversationVisitorResponse, 200, "GET", `/conversations/${id}/visitor`, { token: owner.token }))
        .visitor;
    expect(await panel(writer(0).id)).toMatchObject({ personId: writer(0).visitorId, conversationCount: 1 });
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    const shown = await panel(writer(0).id);
    expect(shown).toMatchObject({ personId: writer(1).visitorId, conversationCount: 2, name: "Ann" });
    expect(shown.openConversationId).toBe(writer(1).id);
    expect(shown.conversations.map(({ id }) => id)).toEqual([writer(1).id]);
    await patchConversation(owner, writer(1).id, { status: "closed" });
    expect(await panel(writer(0).id)).not.toHaveProperty("openConversationId");
  });

  test("is blocked and unblocked as a whole, from a conversation or their page", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    const { token } = owner;
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    const isSilenced = async () => {
      const said = [writer(0), writer(1)].map(({ visitor }) =>
        send("POST", "/public/conversations", { token: visitor.token, body: { message: "Hello?" } }),
      );
      return (await Promise.all(said)).map(({ status }) => status);
    };
    await patchConversation(owner, writer(0).id, { visitorBlocked: true });
    expect(await isSilenced()).toEqual([403, 403]);
    expect((await inbox(owner)).every(({ visitorBlocked, waitingSince }) => visitorBlocked && !waitingSince)).toBe(
      true,
    );
    expect((await personOf(owner, writer(1).visitorId)).person.blocked).toBe(true);
    const path = `/people/${writer(0).visitorId}`;
    await ask(PersonResponse, 200, "PATCH", path, { token, body: { blocked: false } });
    expect(await isSilenced()).toEqual([201, 201]);
    expect((await inbox(owner)).every(({ waitingSince }) => waitingSince !== undefined)).toBe(true);
    await ask(PersonResponse, 200, "PATCH", path, { token, body: { blocked: true } });
    expect(await isSilenced()).toEqual([403, 403]);
    // Once each time, not for each visitor.
    const { activity } = await ask(ActivityListResponse, 200, "GET", "/activity?action=visitor.blocked", { token });
    expect(activity).toHaveLength(2);
  });

  test("has their last addresses blocked with them", async () => {
    const { owner, site, writer } = await newCrowd("Ann", "Ben");
    await sql("UPDATE visitors SET address_hash = right(id::text, 22), address_at = now() WHERE site_id = $1", [
      site.id,
    ]);
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await patchConversation(owner, writer(0).id, { visitorBlocked: true, addressBlocked: true });
    expect(await sql("SELECT FROM blocked_addresses WHERE site_id = $1", [site.id])).toHaveLength(2);
    await patchConversation(owner, writer(1).id, { visitorBlocked: false, addressBlocked: false });
    expect(await sql("SELECT FROM blocked_addresses WHERE site_id = $1", [site.id])).toEqual([]);
  });

  test("can't be blocked once no conversation is left, and the response says so", async () => {
    const { owner, writer } = await newCrowd("Ann");
    await deleteConversation(owner, writer(0).id);
    const call = { token: owner.token, body: { blocked: true } };
    await refuse("conflict", "PATCH", `/people/${writer(0).visitorId}`, call);
    expect(await people(owner)).toEqual([]);
  });

  test("is exported with all their visitors, without what the team notes", async () => {
    const { owner, site, writer } = await newCrowd("Ann", "Ben", "Cay");
    const { token } = owner;
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await send("PATCH", `/people/${writer(0).visitorId}`, { token, body: { about: "Tall" } });
    const exported = JSON.parse((await send("GET", `/visitors/${writer(0).visitorId}/export`, { token })).text);
    expect(exported.visitors.map(({ name, mergedInto }: Record<string, string>) => [name, mergedInto])).toEqual([
      ["Ann", writer(1).visitorId],
      ["Ben", undefined],
    ]);
    expect(JSON.stringify(exported)).not.toContain("Tall");
    const whole = JSON.parse((await send("GET", `/sites/${site.id}/export`, { token })).text);
    expect(whole.visitors.map(({ about }: Record<string, string>) => about)).toEqual([undefined, "Tall", undefined]);
    const csv = (await send("GET", `/sites/${site.id}/export?format=csv`, { token })).text;
    expect(csv.split("\r\n")[0]).toMatch(/,visitorMergedInto,visitorAbout,/);
    expect(csv).toContain(`${writer(1).visitorId},,,\r\n`);
  });

  test("is erased as a whole, so that none of their tokens works and nothing of them is left", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay");
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await askNothing("DELETE", `/visitors/${writer(0).visitorId}`, { token: owner.token });
    for (const at of [0, 1]) {
      const { visitor, visitorId, id } = writer(at);
      await refuse("unauthenticated", "GET", "/public/conversations", { token: visitor.token });
      await refuse("not_found", "GET", `/people/${visitorId}`, { token: owner.token });
      await refuse("not_found", "GET", `/conversations/${id}`, { token: owner.token });
      await refuse("not_found", "POST", `/people/${visitorId}/unmerge`, { token: owner.token });
    }
    expect(namesOf(await people(owner))).toEqual(["Cay"]);
    expect((await storedRows(owner)).merges).toEqual([]);
  });

  test("isn't erased if they aren't so many visitors any longer as were confirmed", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben");
    const { token } = owner;
    const path = `/visitors/${writer(0).visitorId}`;
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    for (const count of [1, 3]) {
      expect((await refuse("conflict", "DELETE", `${path}?visitors=${count}`, { token })).detail).toContain("merged");
    }
    await refuseFields(["visitors"], "DELETE", `${path}?visitors=0`, { token });
    expect((await personOf(owner, writer(0).visitorId)).person.conversationCount).toBe(2);
    await askNothing("DELETE", `${path}?visitors=2`, { token });
    expect(await people(owner)).toEqual([]);
  });

  test("falls back to the rest if the visitor that represents them is deleted alone, as the version before does", async () => {
    const { owner, writer } = await newCrowd("Ann", "Ben", "Cay");
    await merge(owner, writer(0).visitorId, writer(1).visitorId);
    await merge(owner, writer(1).visitorId, writer(2).visitorId);
    await sql("DELETE FROM visitors WHERE id = $1", [writer(2).visitorId]);
    const { token } = owner;
    for (const at of [0, 1]) await refuse("conflict", "POST", `/people/${writer(at).visitorId}/unmerge`, { token });
    expect((await people(owner)).map(({ visitorCount }) => visitorCount)).toEqual([1, 1]);
    // What was left of their merges doesn't get in the way of another one.
    await merge(owner, writer(1).visitorId, writer(0).visitorId);
    expect((await personOf(owner, writer(1).visitorId)).person.id).toBe(writer(0).visitorId);
  });
});
