/** What is missing where no mail can be sent. */
export function NoMailServer() {
  return (
    <p className="rounded-lg bg-sunken px-3 py-2 text-pretty">
      This service sends no mail yet. Whoever runs it sets <code className="font-mono text-sm">SMTP_URL</code> and{" "}
      <code className="font-mono text-sm">MAIL_FROM</code>, and starts it again; what you choose here counts from then
      on.
    </p>
  );
}
