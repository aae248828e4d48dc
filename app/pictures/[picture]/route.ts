import { findPicture } from "#lib/files/pictures/public-pictures.system.ts";
import { hashInName, PictureParams } from "#lib/files/pictures/schema.ts";
import { AppError } from "#platform/errors.ts";
import { download } from "#routes/endpoint.ts";
import { route } from "#routes/route.ts";
import { servePicture } from "#routes/stored-file.ts";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: download({
      caller: "anyone",
      summary: "Open a site's logo or a person's photo",
      description:
        "Anyone can open it, at the address in `logoUrl`, `photoUrl` and similar fields. A changed picture has a new URL. A removed one is a 404.",
      errors: ["file_missing"],
      params: PictureParams,
      mediaTypes: ["image/webp"],
      handler: async ({ params, request }) => {
        const picture = await findPicture(hashInName(params.picture));
        if (!picture) throw new AppError("not_found");
        return servePicture(request, picture);
      },
    }),
  },
  { cors: "any-origin" },
);
