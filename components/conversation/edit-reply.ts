import { createContext, use } from "react";

/** Puts a text back into the reply box. */
export const EditReplyContext = createContext<(text: string) => void>(() => undefined);

export const useEditReply = () => use(EditReplyContext);
