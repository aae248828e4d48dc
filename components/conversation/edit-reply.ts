import { createContext, use } from "react";
import type { Unsent } from "#client/unsent.ts";

/** Puts an unsent reply or note back into its box, to be edited. */
export const EditReplyContext = createContext<(message: Unsent) => void>(() => undefined);

export const useEditReply = () => use(EditReplyContext);
