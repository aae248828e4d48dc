import { expect, test } from "@playwright/test";
import { send } from "../support/api-client.ts";
import { atScale } from "../support/at-scale.ts";
import { allMessages, conversation, newOwnerWithSite, patchConversation } from "../support/factories.ts";
import { holdTransaction } from "../support/held-transaction.ts";
import { faultsOf, groupsOf, newCrowd, newWriter, personOf, type Writer } from "../support/people.ts";
import { sql } from "../support/stored-rows.ts";

/*
 * Merges against everything else about people. The held tests decide who's first: a transaction of the test's own has the
 * site's lock, or the visitor's, until both wait. The last one leaves it to chance.
 */

type Crowd = Awaited<ReturnType<typeof newCrowd>>;

const requestsOf = ({ owner: { token } }: Crowd) => ({
  merge: (from: Writer, into: Writer) =>
    send("POST", `/people/${from.visitorId}/merge`, { token, body: { into: into.visitorId } }),
  unmerge: ({ visitorId }: Writer) => send("POST", `/people/${visitorId}/unmerge`, { token }),
  block: ({ id }: Writer, visitorBlocked = true) =>
    send("PATCH", `/conversations/${id}`, { token, body: { visitorBlocked } }),
  erase: ({ visitorId }: Writer) => send("DELETE", `/visitors/${visitorId}`, { token }),
  say: ({ visitor }: Writer, message: string) =>
    send("POST", "/public/conversations", { token: visitor.token, body: { message } }),
  identify: ({ visitor }: Writer, name: string) =>
    send("PATCH", "/public/visitor", { token: visitor.token, body: { name } }),
});

/** Holds the lock of a crowd's site. */
async function holdSite({ site }: Crowd) {
  const held = await holdTransaction();
  await held.run("SELECT FROM sites WHERE id = $1 FOR NO KEY UPDATE", [site.id]);
  return held;
}

const groupsOfCrowd = ({ writers }: Crowd) => groupsOf(writers.map(({ visitorId }) => visitorId));

test("two merges that cross make one person, in whichever order", async () => {
  const crowd = await newCrowd("Ann", "Ben");
  const { merge } = requestsOf(crowd);
  await using held = await holdSite(crowd);
  const both = [merge(crowd.writer(0), crowd.writer(1)), merge(crowd.writer(1), crowd.writer(0))];
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
  const groups = await groupsOfCrowd(crowd);
  expect(faultsOf(groups)).toEqual([]);
  expect([...groups.values()].filter(({ mergedInto }) => mergedInto !== null)).toHaveLength(1);
});

test("merges into someone who is being merged follow them", async () => {
  const crowd = await newCrowd("Ann", "Ben", "Cay");
  const { merge } = requestsOf(crowd);
  await using held = await holdSite(crowd);
  const first = merge(crowd.writer(1), crowd.writer(2));
  await held.untilWaitedFor(1);
  const second = merge(crowd.writer(0), crowd.writer(1));
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect([(await first).status, (await second).status]).toEqual([200, 200]);
  const groups = await groupsOfCrowd(crowd);
  expect(faultsOf(groups)).toEqual([]);
  for (const at of [0, 1]) expect(groups.get(crowd.writer(at).visitorId)?.mergedInto).toBe(crowd.writer(2).visitorId);
});

test("a message that's stored while its visitor is merged gets through, with the next number", async () => {
  const crowd = await newCrowd("Ann", "Ben");
  const [ann, ben] = [crowd.writer(0), crowd.writer(1)];
  const { merge, say } = requestsOf(crowd);
  await using held = await holdTransaction();
  await held.run("SELECT FROM visitors WHERE id = ANY ($1) FOR NO KEY UPDATE", [[ann.visitorId, ben.visitorId]]);
  const merging = merge(ann, ben);
  await held.untilWaitedFor(1);
  expect((await say(ann, "Meanwhile")).status, "it needs no lock of the merge").toBe(201);
  // A new conversation changes the visitor, and waits.
  await patchConversation(crowd.owner, ben.id, { status: "closed" });
  const starting = say(ben, "A new one");
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect([(await merging).status, (await starting).status]).toEqual([200, 201]);
  expect((await allMessages(crowd.owner, ann.id)).map(({ seq, body }) => [seq, body])).toEqual([
    [1, "I am Ann"],
    [2, "Meanwhile"],
  ]);
  expect((await personOf(crowd.owner, ann.visitorId)).person.conversationCount).toBe(3);
});

for (const isMergeFirst of [true, false]) {
  test(`a block and a merge at once leave both blocked or none, if the ${isMergeFirst ? "merge" : "block"} is first`, async () => {
    const crowd = await newCrowd("Ann", "Ben");
    const { merge, block } = requestsOf(crowd);
    await using held = await holdSite(crowd);
    const merging = () => merge(crowd.writer(0), crowd.writer(1));
    const blocking = () => block(crowd.writer(0));
    const first = isMergeFirst ? merging() : blocking();
    await held.untilWaitedFor(1);
    const second = isMergeFirst ? blocking() : merging();
    await held.untilWaitedFor(2);
    await held.end("COMMIT");
    const statuses = [(await first).status, (await second).status];
    expect(statuses).toEqual(isMergeFirst ? [200, 200] : [200, 409]);
    const groups = await groupsOfCrowd(crowd);
    expect(faultsOf(groups)).toEqual([]);
    expect(groups.get(crowd.writer(1).visitorId)?.isBlocked).toBe(isMergeFirst);
    expect((await conversation(crowd.owner, crowd.writer(1).id)).visitorBlocked === true).toBe(isMergeFirst);
  });

  test(`an erasure and a merge at once erase only who was the person, if the ${isMergeFirst ? "merge" : "erasure"} is first`, async () => {
    const crowd = await newCrowd("Ann", "Ben");
    const [ann, ben] = [crowd.writer(0), crowd.writer(1)];
    const { merge, erase } = requestsOf(crowd);
    await using held = await holdSite(crowd);
    // Both have read who Ann is by now: she alone.
    const first = isMergeFirst ? merge(ben, ann) : erase(ann);
    await held.untilWaitedFor(1);
    const second = isMergeFirst ? erase(ann) : merge(ben, ann);
    await held.untilWaitedFor(2);
    await held.end("COMMIT");
    const statuses = [(await first).status, (await second).status];
    expect(statuses).toEqual(isMergeFirst ? [200, 204] : [204, 404]);
    const groups = await groupsOfCrowd(crowd);
    expect([...groups.keys()]).toEqual([ben.visitorId]);
    expect(faultsOf(groups)).toEqual([]);
    expect(await allMessages(crowd.owner, ben.id)).toHaveLength(1);
  });
}

test("someone who was merged with others keeps them if the person they were merged into is erased meanwhile", async () => {
  const crowd = await newCrowd("Ann", "Ben", "Cay");
  const [ann, ben, cay] = [crowd.writer(0), crowd.writer(1), crowd.writer(2)];
  const { merge, erase } = requestsOf(crowd);
  expect((await merge(cay, ben)).status).toBe(200);
  await using held = await holdSite(crowd);
  const merging = merge(ben, ann);
  await held.untilWaitedFor(1);
  const erasing = erase(ann);
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect([(await merging).status, (await erasing).status]).toEqual([200, 204]);
  const groups = await groupsOfCrowd(crowd);
  expect(faultsOf(groups)).toEqual([]);
  expect(groups.get(cay.visitorId)?.mergedInto).toBe(ben.visitorId);
  expect(groups.get(ben.visitorId)?.mergedInto).toBeNull();
});

test("an undo and an erasure at once leave no one half erased", async () => {
  const crowd = await newCrowd("Ann", "Ben");
  const [ann, ben] = [crowd.writer(0), crowd.writer(1)];
  const { merge, unmerge, erase } = requestsOf(crowd);
  await merge(ann, ben);
  await using held = await holdSite(crowd);
  const undoing = unmerge(ann);
  await held.untilWaitedFor(1);
  const erasing = erase(ben);
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect([(await undoing).status, (await erasing).status]).toEqual([200, 204]);
  // Both were the person when the erasure began.
  expect((await groupsOfCrowd(crowd)).size).toBe(0);
  expect(await sql("SELECT FROM conversations WHERE site_id = $1", [crowd.site.id])).toEqual([]);
});

test("details that a visitor gives while they're merged are kept", async () => {
  const crowd = await newCrowd("Ann", "Ben");
  const [ann, ben] = [crowd.writer(0), crowd.writer(1)];
  const { merge, identify } = requestsOf(crowd);
  await using held = await holdTransaction();
  await held.run("SELECT FROM visitors WHERE id = $1 FOR NO KEY UPDATE", [ann.visitorId]);
  const both = [merge(ann, ben), identify(ann, "Ann Archer")];
  await held.untilWaitedFor(2);
  await held.end("COMMIT");
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 204]);
  const { visitors } = await personOf(crowd.owner, ann.visitorId);
  expect(visitors.map(({ name }) => name)).toEqual(["Ben", "Ann Archer"]);
});

const ROUNDS = atScale(8, 1_000);

test("merges, undos, blocks, erasures, details and messages at once lose no message and leave whole people", {
  tag: "@soak",
}, async () => {
  test.setTimeout(60_000 + ROUNDS * 2_000);
  const { owner, site } = await newOwnerWithSite();
  // The same order of operations in each run, so that a failure can be repeated.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const writers = await Promise.all(["Ann", "Ben", "Cay", "Dan"].map((name) => newWriter(site, name)));
    const crowd: Crowd = { owner, site, writers, writer: (at) => writers[at] as Writer };
    const { merge, unmerge, block, erase, say, identify } = requestsOf(crowd);
    const said: { at: number; id: string }[] = [];
    const one = () => crowd.writer(random(4));
    const operations = Array.from({ length: 10 }, (_, at) => {
      const kind = random(20);
      if (kind < 8) return merge(one(), one());
      if (kind < 10) return unmerge(one());
      if (kind < 12) return block(one(), random(2) === 0);
      if (kind < 13) return erase(one());
      if (kind < 15) return identify(one(), `Name ${at}`);
      const writer = random(4);
      return say(crowd.writer(writer), `Message ${at}`).then((response) => {
        if (response.status === 201) said.push({ at: writer, id: JSON.parse(response.text).message.id });
        return response;
      });
    });
    for (const { status, text } of await Promise.all(operations)) {
      expect([200, 201, 204, 401, 403, 404, 409], text).toContain(status);
    }
    const groups = await groupsOfCrowd(crowd);
    expect(faultsOf(groups)).toEqual([]);
    const kept = said.filter(({ at }) => groups.has(crowd.writer(at).visitorId)).map(({ id }) => id);
    expect(await sql("SELECT FROM messages WHERE id = ANY ($1)", [kept])).toHaveLength(kept.length);
    const gone = writers.filter(({ visitorId }) => !groups.has(visitorId)).map(({ visitorId }) => visitorId);
    expect(await sql("SELECT FROM conversations WHERE visitor_id = ANY ($1)", [gone])).toEqual([]);
  }
});
