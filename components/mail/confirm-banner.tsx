import { MailWarning } from "lucide-react";
import { mailCopy } from "#components/catalogs/mail.tsx";
import { SendConfirmation } from "./send-confirmation.tsx";

/** Says that no email is sent to the address until it's confirmed. */
export function ConfirmBanner({ email, isLinkSent }: { email: string; isLinkSent: boolean }) {
  return (
    <aside
      aria-label={mailCopy.bannerLabel}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-sunken px-5 py-2 text-sm"
    >
      <MailWarning size={16} aria-hidden className="shrink-0 text-accent" />
      <p className="min-w-0 flex-1 basis-60 text-pretty">
        {mailCopy.unconfirmed(<bdi className="font-medium wrap-anywhere">{email}</bdi>, isLinkSent)}
      </p>
      <SendConfirmation />
    </aside>
  );
}
