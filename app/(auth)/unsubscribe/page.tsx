import type { Metadata } from "next";
import { AuthHeading } from "#components/account/auth-heading.tsx";
import { Unsubscribe } from "#components/mail/unsubscribe.tsx";

export const metadata: Metadata = { title: "No more mails" };

export default function UnsubscribePage() {
  return (
    <>
      <AuthHeading title="No more of these mails?">
        You are not told by mail any more of what you were told of in this one.
      </AuthHeading>
      <Unsubscribe />
    </>
  );
}
