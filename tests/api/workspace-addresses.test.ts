import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { workspaceOfPath } from "#lib/base/access/workspace-path.ts";
import { pathInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwner, type Owner } from "../support/factories.ts";
import { sql } from "../support/stored-rows.ts";

const open = (path: string, owner?: Owner) =>
  fetch(testEnvironment.baseUrl + path, {
    redirect: "manual",
    headers: owner ? { Cookie: `next-auth.session-token=${owner.token}` } : {},
  });

const location = async (path: string, owner?: Owner) => (await open(path, owner)).headers.get("location");

test("a page's address without a workspace redirects to the same page in the person's workspace, with its query", async () => {
  const { owner, id, site } = await newConversation();
  const inbox = await pathInside(owner, "/inbox");
  expect(inbox).toMatch(/^\/w\/[0-9a-f-]{36}\/inbox$/);
  const base = inbox.replace(/\/inbox$/, "");
  for (const path of [
    `/inbox/${id}`,
    "/inbox?status=all&q=r%C3%A9sum%C3%A9+%26+more",
    "/waiting",
    `/settings/sites/${site.id}/install?made=`,
    "/settings/account/notifications",
    "/inbox/%E2%98%83%20x",
  ]) {
    expect(await location(path, owner)).toBe(base + path);
  }
  for (const path of ["/", base]) expect(await location(path, owner)).toBe(inbox);
  expect(await location(`${base}/settings`, owner)).toBe(`${base}/settings/sites`);
  expect((await open(inbox, owner)).status).toBe(200);
});

test("a stranger who opens a page with or without a workspace logs in first, and gets to that page", async () => {
  const path = `/w/${randomUUID()}/inbox/${randomUUID()}?status=all`;
  for (const wanted of ["/inbox?status=all", "/settings/account", path]) {
    expect(await location(wanted)).toBe(`/login?next=${encodeURIComponent(wanted)}`);
  }
});

test("another person's workspace is not found, like one that doesn't exist, and shows nothing of theirs", async () => {
  const { owner, id, site } = await newConversation();
  const base = (await pathInside(owner, "/inbox")).replace(/\/inbox$/, "");
  const stranger = await newOwner();
  const pages = [
    "/inbox",
    `/inbox/${id}`,
    "/waiting",
    "/settings/sites",
    `/settings/sites/${site.id}`,
    "/settings/account",
  ];
  for (const path of pages) {
    for (const workspace of [base, `/w/${randomUUID()}`, "/w/nowhere"]) {
      const page = await open(workspace + path, stranger);
      expect([page.status, page.headers.get("location")], workspace + path).toEqual([404, null]);
      expect(await page.text()).not.toContain(site.name);
    }
  }
});

test("for someone in two workspaces, the address of a conversation or site leads to its workspace, and any other to the oldest", async () => {
  const { owner: host, id, site } = await newConversation();
  const person = await newOwner();
  const [own, hosts] = [await pathInside(person, "/inbox"), await pathInside(host, "/inbox")];
  await join(hosts, person, [site.id]);
  for (const path of [`/inbox/${id}?status=all`, `/settings/sites/${site.id}/notifications`]) {
    expect(await location(path, person)).toBe(hosts.replace("/inbox", path));
  }
  for (const path of ["/inbox", `/inbox/${randomUUID()}`, "/settings/account"]) {
    expect(await location(path, person)).toBe(own.replace("/inbox", path));
  }
  const limited = await newOwner();
  await join(hosts, limited, [randomUUID()]);
  expect(await location(`/inbox/${id}`, limited)).toBe(await pathInside(limited, `/inbox/${id}`));
  expect(await location(`/inbox/${id}`, limited)).not.toContain(hosts.replace("/inbox", ""));
});

/** Adds someone to the workspace of a page, with some of its sites. */
const join = (path: string, { user }: Owner, siteIds: string[]) =>
  sql(
    `INSERT INTO members (workspace_id, user_id, role, site_ids, created_at)
     VALUES ($1, $2, 'agent', $3::uuid[], now() + interval '1 s')`,
    [workspaceOfPath(path), user.id, siteIds],
  );
