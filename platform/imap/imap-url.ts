import { isLoopbackHost } from "../ip-address.ts";

/** A mailbox, as INBOUND_IMAP_URL names it. `pass` is null if the URL has none. */
export type ImapServer = {
  host: string;
  port: number;
  tls: "at once" | "starttls" | "none";
  user: string;
  pass: string | null;
  folder: string;
};

const FORM =
  "must be an imaps:// or imap:// address with a host and a user, as in imaps://user:password@mail.example.com";
const PERCENT = "must write % in a user, password or folder as %25";
const PORT_ZERO = "must not name port 0";
const EXTRA = "must not have a part after ? or #; write these characters as %3F and %23";

/** Reads INBOUND_IMAP_URL. Returns what's wrong with it, for the operator, if it names no mailbox. */
export function readImapUrl(text: string): ImapServer | string {
  const url = URL.parse(text.trim());
  if (!url || !/^imaps?:$/.test(url.protocol) || url.hostname === "" || url.username === "") return FORM;
  if (url.search !== "" || url.hash !== "") return EXTRA;
  const isSecure = url.protocol === "imaps:";
  const port = url.port === "" ? (isSecure ? 993 : 143) : Number(url.port);
  if (port === 0) return PORT_ZERO;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  try {
    const [user, pass, folder] = [url.username, url.password, url.pathname.replace(/^\/|\/$/g, "")].map(
      decodeURIComponent,
    );
    return {
      host,
      port,
      // What doesn't leave the host needs no certificate.
      tls: isSecure ? "at once" : isLoopbackHost(host) ? "none" : "starttls",
      user: user ?? "",
      pass: pass || null,
      folder: folder || "INBOX",
    };
  } catch {
    return PERCENT;
  }
}
