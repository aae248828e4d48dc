import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { pathInside } from "../support/dashboard-page.ts";
import { testEnvironment } from "../support/environment.ts";
import { newConversation, newOwner, type Owner } from "../support/factories.ts";

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
