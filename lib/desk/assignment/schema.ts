import { z } from "zod";
import { uuid } from "#platform/uuid.ts";

/** Who has a conversation. */
export const AssignmentFields = {
  assignee: uuid
    .nullable()
    .exactOptional()
    .describe("Assigns the conversation to a member with access to its site, or with null to no one."),
  ifAssignee: uuid
    .nullable()
    .exactOptional()
    .describe(
      "With `assignee`: assigns only if this person has the conversation now, or with null no one. Otherwise it's `already_assigned`.",
    ),
};

const AssignmentBody = z.object(AssignmentFields);
export type AssignmentBody = z.infer<typeof AssignmentBody>;
