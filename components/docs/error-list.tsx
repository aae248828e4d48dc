import type { ApiDocument } from "#routes/document/openapi.ts";

type Kind = { code: string; status: number; title: string; detail: string };

/** Returns every documented error code by status, from the examples of the problems. */
function kindsOf({ components }: ApiDocument): Kind[] {
  const examples = Object.values(components.responses)
    .flatMap(({ content = {} }) => Object.values(content))
    .flatMap(({ examples: some = {} }) => Object.values(some).map(({ value }) => value as Kind));
  return [...new Map(examples.map((kind) => [kind.code, kind])).values()].toSorted((a, b) => a.status - b.status);
}

export function ErrorList({ document }: { document: ApiDocument }) {
  return (
    <ul className="mt-4 max-w-160 divide-y divide-line border-y border-line">
      {kindsOf(document).map(({ code, status, title, detail }) => (
        <li key={code} id={`error-${code}`} className="scroll-mt-6 py-3 sm:grid sm:grid-cols-[3rem_1fr] sm:gap-3">
          <span className="font-mono text-sm text-quiet">{status}</span>
          <div>
            <code className="font-mono text-sm font-semibold">{code}</code>
            <p>{title}</p>
            <p className="text-sm text-quiet text-pretty">{detail}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
