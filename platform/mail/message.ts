/** A piece of what a mail says. Whatever is in it is text: how it is drawn, and escaped, is for drawing.ts. */
export type MailBlock =
  | { kind: "paragraph"; text: string }
  | { kind: "heading"; text: string }
  /** Something that somebody wrote, and who and when. */
  | { kind: "quote"; by: string; at: Date; text: string }
  | { kind: "button"; label: string; url: string }
  | { kind: "small"; text: string; link?: { label: string; url: string } };

/** What a mail says, before it has somebody to go to. */
export type MailContent = {
  subject: string;
  /** The name that it comes from, where that is not the service's. */
  fromName?: string;
  blocks: MailBlock[];
  /** Where one request ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string;
  /** What mails that belong together have in common. */
  thread?: string;
};

/** A mail with the address that it goes to; its id is the same however often it is tried. */
export type Mail = MailContent & { id: string; to: string };
