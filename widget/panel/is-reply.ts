import type { Message } from "#client/live-event.ts";

/** Whether a person of the team wrote it. */
export const isReply = ({ senderType, automatic }: Message): boolean => senderType === "owner" && !automatic;
