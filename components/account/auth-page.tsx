import { Check, MessageCircle } from "lucide-react";
import type { ReactNode } from "react";
import { authCopy } from "#components/catalogs/auth.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { AuthHeading } from "./auth-heading.tsx";
import { ProductPicture } from "./product-picture.tsx";

type Props = {
  /** Left out if the children have a heading of their own. */
  title?: string;
  hint?: string;
  /** Shows what Site Inbox is, beside the form or, on narrow screens, below it. */
  isIntroducing?: boolean;
  children: ReactNode;
};

/** A page before login: a heading and one form. */
export function AuthPage({ title, hint, isIntroducing = false, children }: Props) {
  return (
    <div className={classNames("min-h-dvh", isIntroducing && "lg:grid lg:grid-cols-[minmax(26rem,2fr)_minmax(0,3fr)]")}>
      <main
        className={classNames(
          "mx-auto flex w-full max-w-96 flex-col justify-center px-6 py-12",
          isIntroducing ? "lg:min-h-dvh" : "min-h-dvh",
        )}
      >
        <p className="mb-8 flex items-center gap-2 font-semibold">
          <MessageCircle size={20} aria-hidden className="text-accent" />
          Site Inbox
        </p>
        {title && <AuthHeading title={title} hint={hint} />}
        {children}
      </main>
      {isIntroducing && <Introduction />}
    </div>
  );
}

function Introduction() {
  return (
    <aside
      aria-label={authCopy.introduction}
      className="mx-auto w-full max-w-96 border-t border-line px-6 py-8 lg:flex lg:max-w-none lg:flex-col lg:justify-center lg:overflow-hidden lg:border-s lg:border-t-0 lg:bg-sunken lg:px-16 lg:py-12"
    >
      <div className="lg:mx-auto lg:w-full lg:max-w-150">
        <h2 className="font-semibold text-balance max-lg:sr-only lg:text-2xl lg:tracking-tight">
          {authCopy.allInOneInbox}
        </h2>
        <div className="my-8 max-lg:hidden">
          <ProductPicture />
        </div>
        <ul className="grid gap-2">
          {authCopy.claims.map((claim) => (
            <li key={claim} className="flex gap-2 text-sm text-pretty lg:text-base">
              <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
              {claim}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
