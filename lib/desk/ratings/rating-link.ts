import { z } from "zod";
import { readLink, signLink } from "#platform/crypto/signed-link.ts";
import { env } from "#platform/env.ts";
import { AppError } from "#platform/errors.ts";
import { LINK_DAYS } from "./statements.ts";

const DAY_MS = 86_400_000;

type Rated = { conversationId: string; close: number };

/** Returns the URL of the page that rates a close. It works for 30 days after the close. */
export function ratingUrl({ conversationId, close }: Rated, closedAt: Date): string {
  const endsAt = closedAt.getTime() + LINK_DAYS * DAY_MS;
  return `${env().BASE_URL}/rate#${signLink("rate", [conversationId, String(close), String(endsAt)])}`;
}

const Parts = z.tuple([z.uuid(), z.coerce.number().int().positive(), z.coerce.number()]);

/** Returns which close a token is for. Throws `link_gone` if it's invalid or has expired. */
export function readRatingToken(token: string): Rated {
  const { data } = Parts.safeParse(readLink("rate", token));
  if (!data || data[2] < Date.now()) throw new AppError("link_gone");
  return { conversationId: data[0], close: data[1] };
}
