import { mailCopy } from "#components/catalogs/mail.tsx";

/** Explains that the service has no mail server. */
export function NoMailServer() {
  return (
    <p className="rounded-lg bg-sunken px-3 py-2 text-pretty">
      {mailCopy.notSetUp(
        <code className="font-mono text-sm">SMTP_URL</code>,
        <code className="font-mono text-sm">MAIL_FROM</code>,
      )}
    </p>
  );
}
