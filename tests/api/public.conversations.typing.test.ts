import { expect, test } from "@playwright/test";
import { askNothing, refuseFields } from "../support/api-client.ts";
import { newConversation } from "../support/factories.ts";
import { storedRows } from "../support/stored-rows.ts";

test.describe("POST /public/conversations/{conversationId}/typing", () => {
  test("needs no body and stores nothing", async () => {
    const { owner, visitor, id } = await newConversation();
    const before = await storedRows(owner);
    const path = `/public/conversations/${id}/typing`;
    await askNothing("POST", path, { token: visitor.token });
    await askNothing("POST", path, { token: visitor.token, raw: "[", headers: { "Content-Type": "x/y" } });
    expect(await storedRows(owner)).toEqual(before);
  });

  test("rejects a malformed id", async () => {
    const { visitor } = await newConversation();
    await refuseFields(["conversationId"], "POST", "/public/conversations/1/typing", { token: visitor.token });
  });
});
