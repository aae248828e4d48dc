import { createContext, use } from "react";
import type { Unsent } from "#client/unsent.ts";

/** Puts a text back into the box of replies, or of notes. */
export const EditReplyContext = createContext<(text: string, kind: Unsent["kind"]) => void>(() => undefined);

export const useEditReply = () => use(EditReplyContext);
