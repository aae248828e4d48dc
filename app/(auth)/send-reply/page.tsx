import type { Metadata } from "next";
import { AuthPage } from "#components/account/auth-page.tsx";
import { sendReplyCopy } from "#components/catalogs/send-reply.tsx";
import { SendReply } from "#components/send-reply/send-reply.tsx";

export const metadata: Metadata = { title: sendReplyCopy.title };

export default function SendReplyPage() {
  return (
    <AuthPage>
      <SendReply />
    </AuthPage>
  );
}
