import type { Metadata } from "next";
import { buttonClass } from "#components/ui/button.tsx";
import { Lead } from "#components/ui/lead.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return (
    <Lead
      level={1}
      title="There is no page at this address"
      action={
        <a href="/inbox" className={buttonClass("primary")}>
          Go to the inbox
        </a>
      }
    >
      It may have been mistyped, or what was here has been deleted.
    </Lead>
  );
}
