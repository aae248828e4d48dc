import { expect, test } from "@playwright/test";
import { askNothing, refuseFields } from "../support/api-client.ts";
import { newConversation } from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

test.describe("POST /conversations/{conversationId}/typing", () => {
  test("needs no body and stores nothing", async () => {
    const { owner, id } = await newConversation();
    const before = await storedRows(owner);
    const path = `/conversations/${id}/typing`;
    await askNothing("POST", path, { token: owner.token });
    await askNothing("POST", path, { token: owner.token, raw: "[", headers: { "Content-Type": "x/y" } });
    expect(await storedRows(owner)).toEqual(before);
  });

  test("rejects a malformed id", async () => {
    const { owner } = await newConversation();
    await refuseFields(["conversationId"], "POST", "/conversations/1/typing", { token: owner.token });
  });
});
