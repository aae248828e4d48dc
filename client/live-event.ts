export type Side = "visitor" | "owner";

/** A message as both sides get it (contract.md section 7). */
export type Message = {
  id: string;
  conversationId: string;
  seq: number;
  senderType: Side;
  senderId: string;
  /** No one wrote it. Its side is the team's. */
  automatic?: true;
  /** The name of the person who replied, if it's shown. */
  senderName?: string;
  senderPhotoUrl?: string;
  body: string;
  createdAt: string;
  files?: MessageFile[];
  /** It was deleted: its text and files are gone. */
  deleted?: true;
};

/** A file in a message. Its links are those of the side that got the message. */
export type MessageFile = {
  id: string;
  name: string;
  mediaType: string;
  size: number;
  kind: "image" | "audio" | "video" | "file";
  width?: number;
  height?: number;
  url: string;
  thumbnailUrl?: string;
  previewUrl?: string;
};

/** A file as its upload returns it, without links until a message has it. */
export type UploadedFile = Omit<MessageFile, "url" | "thumbnailUrl" | "previewUrl">;

/** An event of a stream. `C` is a conversation as listed to the side that receives it. */
export type LiveEvent<C> =
  | { type: "message.created"; data: { message: Message; conversation: C } }
  | { type: "conversation.updated"; data: { conversation: C } | { id: string; deleted: true } }
  | { type: "read"; data: { conversationId: string; by: Side; seq: number } }
  | { type: "typing"; data: { conversationId: string; by: Side; userId?: string; note?: true } };

/** An event as parsed from the stream. */
export type WireEvent = { type: string; data: unknown };
