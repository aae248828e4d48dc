import { docsCopy } from "#components/catalogs/docs.tsx";
import type { ApiPart } from "./api-parts.ts";
import type { GuideSection } from "./guide-sections.ts";
import { MethodMark } from "./method-mark.tsx";

const LINK = "flex items-baseline gap-2 rounded px-2 py-1 hover:bg-hover";

export function Contents({ guide, parts }: { guide: GuideSection[]; parts: ApiPart[] }) {
  return (
    <ul className="grid gap-5">
      <li>
        <ul>
          {guide.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className={LINK}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </li>
      {parts.map(({ id, name, operations }) => (
        <li key={id}>
          <a href={`#${id}`} className="block rounded px-2 py-1 font-semibold hover:bg-hover">
            {name}
          </a>
          <ul>
            {operations.map(({ method, operation }) => (
              <li key={operation.operationId}>
                <a href={`#${operation.operationId}`} className={LINK}>
                  <MethodMark method={method} narrow />
                  <span className="min-w-0 text-sm">{operation.summary}</span>
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
      <li>
        <ul>
          {[
            ["shapes", docsCopy.schemas],
            ["error-codes", docsCopy.errorCodes],
          ].map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} className={LINK}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </li>
    </ul>
  );
}
