import { z } from "zod";
import { oneLine } from "#platform/text.ts";
import { dateTime } from "#platform/timestamp.ts";
import { uuid } from "#platform/uuid.ts";
import { LABEL_COLORS } from "./label-colors.ts";

const NAME_MAX = 40;

export const LabelParams = z.object({ labelId: uuid });

const LabelColor = z.enum(LABEL_COLORS, `must be one of ${LABEL_COLORS.join(", ")}`);
const name = oneLine(NAME_MAX);

export const CreateLabelBody = z
  .object({
    name,
    color: LabelColor.exactOptional().describe("By default, the color that the fewest labels have."),
  })
  .meta({ examples: [{ name: "Refund", color: "orange" }] });
export type CreateLabelBody = z.infer<typeof CreateLabelBody>;

export const UpdateLabelBody = z.object({ name: name.exactOptional(), color: LabelColor.exactOptional() });
export type UpdateLabelBody = z.infer<typeof UpdateLabelBody>;

export const MergeLabelBody = z.object({ into: uuid.describe("The label that stays.") });

export const LabelJson = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    color: LabelColor,
    conversationCount: z
      .int()
      .exactOptional()
      .describe("How many conversations have it, counted up to 1,000. Absent for members with chosen sites."),
    createdAt: dateTime,
    updatedAt: dateTime,
  })
  .meta({ id: "Label" });
export type LabelJson = z.infer<typeof LabelJson>;

export const LabelResponse = z.strictObject({ label: LabelJson });
export const LabelListResponse = z.strictObject({ labels: z.array(LabelJson) });
