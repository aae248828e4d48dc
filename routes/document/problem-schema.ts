import { z } from "zod";
import { Challenge } from "#platform/challenge.ts";

/** An answer's body when something went wrong (RFC 9457). */
export const Problem = z.object({
  type: z.string().describe("`urn:site-inbox:problem:` and the code."),
  title: z.string(),
  status: z.int().describe("The status of the answer."),
  detail: z.string().describe("A sentence for people. It never holds an id or what was sent."),
  code: z.string().describe("Stable: this is what a program goes by."),
  requestId: z.uuid().describe("As in X-Request-Id."),
  errors: z
    .array(z.object({ path: z.string(), message: z.string() }))
    .exactOptional()
    .describe("With `invalid_request`: one entry for each field at fault."),
  conversationId: z.uuid().exactOptional().describe("With `open_conversation_exists`: the conversation that is open."),
  challenge: Challenge.exactOptional().describe("With `proof_required`: what has to be worked out."),
});
