const REPLACED = "…";

/**
 * Replaces what gives access in a mail that others read: our links with a token, and reply addresses. `address` is where replies are
 * sent, `inbox@example.com` or `*@reply.example.com`.
 */
export function withoutSecrets(text: string, baseUrl: string, address: string): string {
  const base = spaced(baseUrl.replace(/\/$/, ""));
  const link = new RegExp(`(${base}/(?:[^\\s#<>"')\\]]{0,300}#|mail/unsubscribe/))[^\\s<>"')\\]]+`, "gi");
  const [local = "", domain = ""] = address.split("@");
  const before = local === "*" ? "()" : `(${spaced(local)}\\+)`;
  const reply = new RegExp(`${before}[a-z2-7]{26}@${spaced(domain)}`, "gi");
  return text.replace(link, `$1${REPLACED}`).replace(reply, `$1${REPLACED}@${domain}`);
}

const spaced = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
