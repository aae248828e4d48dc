import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";

/** What a key may do. Each scope includes those before it. */
export const ApiKeyScope = z.enum(["read", "write", "manage"], "must be read, write or manage");
export type ApiKeyScope = z.infer<typeof ApiKeyScope>;

export const CreateApiKeyBody = z.object({ name: oneLine(80), scope: ApiKeyScope });
export type CreateApiKeyBody = z.infer<typeof CreateApiKeyBody>;

export const ApiKeyParams = z.object({ keyId: uuid });
export const MemberKeyParams = z.object({ memberKeyId: uuid });

/** An API key without the key itself. */
export const ApiKeyJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    scope: ApiKeyScope,
    hint: z.string().describe("The last characters of the key, to recognize it by."),
    createdAt: dateTime,
    lastUsedAt: dateTime.exactOptional().describe("Accurate to the minute. Absent if it was never used."),
  })
  .meta({ id: "ApiKey" });
export type ApiKeyJson = z.infer<typeof ApiKeyJson>;

/** An API key as admins see it. */
export const MemberKeyJson = z
  .strictObject({ ...ApiKeyJson.shape, memberId: z.uuid().describe("The person whose access it has.") })
  .meta({ id: "MemberKey" });
export type MemberKeyJson = z.infer<typeof MemberKeyJson>;

export const ApiKeyListResponse = z.strictObject({ keys: z.array(ApiKeyJson) });
export const WorkspaceKeyListResponse = z.strictObject({ keys: z.array(MemberKeyJson) });

/** The only response that contains a key. */
export const NewApiKeyResponse = z.strictObject({
  key: ApiKeyJson,
  secret: z.string().describe("The key itself. Only this response contains it."),
});
export type NewApiKeyResponse = z.infer<typeof NewApiKeyResponse>;
