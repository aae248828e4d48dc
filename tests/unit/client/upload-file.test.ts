import { expect, test } from "@playwright/test";
import { uploadFile } from "#client/upload-file.ts";

test("an upload that was canceled before it began isn't sent", async () => {
  const file = new File(["a"], "a.txt");
  // Sent, it would fail here: there's no XMLHttpRequest.
  const outcome = await uploadFile("/files", file, { headers: {}, onProgress: () => {}, signal: AbortSignal.abort() });
  expect(outcome).toEqual({ ok: false, problem: { status: 0, code: "", retryAfter: 0 } });
});
