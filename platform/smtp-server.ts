/** A mail server, as SMTP_URL names it. */
export type SmtpServer = { host: string; port: number; secure: boolean; login?: { user: string; pass: string } };

const FORM = "must be an smtp:// or smtps:// address with a host, as in smtps://user:password@mail.example.com";
const PERCENT = "must write % in a user or password as %25";
const PORT_ZERO = "must not name port 0";

const portOf = (port: string, secure: boolean) => (port === "" ? (secure ? 465 : 587) : Number(port));

/** Reads SMTP_URL. Returns what's wrong with it, for the operator, if it names no mail server. */
export function readSmtpUrl(text: string): SmtpServer | string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "") return FORM;
  const secure = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = portOf(url.port, secure);
  if (port === 0) return PORT_ZERO;
  try {
    const [user, pass] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return { host, port, secure, ...(user !== "" && { login: { user, pass } }) };
  } catch {
    return PERCENT;
  }
}
