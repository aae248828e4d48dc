import { cutText } from "../text.ts";

const PREVIEW_MAX = 140;

/** A message on one line, for lists: white space folded, at most 140 characters and an ellipsis. */
export function previewOf(body: string): string {
  const line = body.replace(/\s+/gu, " ").trim();
  const cut = cutText(line, PREVIEW_MAX);
  return cut === line ? line : `${cut}…`;
}
