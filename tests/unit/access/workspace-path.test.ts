import { expect, test } from "@playwright/test";
import { pathInWorkspace, workspaceOfPath, workspacePath } from "#lib/base/access/workspace-path.ts";

const KILN = "0190a1b2-0000-7000-8000-000000000001";

for (const path of ["/inbox", "/inbox/1?status=closed", "/settings/sites/2#webhooks"]) {
  test(`${path} gets its workspace once, and loses it again`, () => {
    const whole = workspacePath(KILN, path);
    expect(whole).toBe(`/w/${KILN}${path}`);
    expect(workspacePath("another", whole)).toBe(whole);
    expect([workspaceOfPath(whole), pathInWorkspace(whole)]).toEqual([KILN, path]);
    expect([workspaceOfPath(path), pathInWorkspace(path)]).toEqual([undefined, path]);
  });
}

test("a path that only begins like a workspace's names none", () => {
  for (const path of ["/w", "/w/", "/waiting", "/widget/frame"]) expect(workspaceOfPath(path)).toBeUndefined();
});
