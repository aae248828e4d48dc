import { removePhoto, setPhoto } from "#lib/files/pictures/commands.ts";
import { toAccountJson } from "#lib/people/owners/json.ts";
import { getAccount } from "#lib/people/owners/queries.ts";
import { AccountResponse } from "#lib/people/owners/schema.ts";
import { endpoint, upload } from "#routes/endpoint.ts";
import { memberFileLimits, PICTURE_ERRORS } from "#routes/request-limits.ts";
import { route } from "#routes/route.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  PUT: upload({
    caller: "person",
    access: "session",
    summary: "Set your photo",
    description:
      "The body is a JPEG, PNG, WebP, GIF or AVIF picture of at most 5 MiB and 40 million pixels. Only its middle square is stored, as a WebP at most 256 pixels wide. Teammates see it, and so do visitors of sites that show people's names.",
    errors: PICTURE_ERRORS,
    isUnnamed: true,
    response: AccountResponse,
    limits: memberFileLimits,
    handler: async ({ scope, file }) => {
      await setPhoto(scope, file);
      return { user: toAccountJson(await getAccount(scope)) };
    },
  }),
  DELETE: endpoint({
    caller: "person",
    access: "session",
    summary: "Remove your photo",
    description: "Your initials are shown again. Browsers may keep the photo for a week.",
    handler: ({ scope }) => removePhoto(scope),
  }),
});
