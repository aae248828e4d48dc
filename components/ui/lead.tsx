import type { ReactNode } from "react";

/** An empty or failed state: what it is, one sentence, and the next step. */
export function Lead({ title, level = 2, children, action }: LeadProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto max-w-md px-6 py-12">
      <Heading className="text-xl font-semibold tracking-tight text-balance">{title}</Heading>
      {children && <div className="mt-2 text-quiet text-pretty">{children}</div>}
      {action && <div className="mt-5 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}

type LeadProps = { title: string; level?: 1 | 2; children?: ReactNode; action?: ReactNode };
