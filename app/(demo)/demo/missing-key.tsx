import { demoCopy } from "#components/catalogs/demo.tsx";

export function MissingKey({ isWrong }: { isWrong: boolean }) {
  return (
    <main className="missing">
      <h1>{isWrong ? demoCopy.wrongKey : demoCopy.missingKey}</h1>
      <p>{demoCopy.missingKeyHint(<code>/demo?site=KEY</code>)}</p>
      <p>
        {demoCopy.whereIsKey((label) => (
          <a href="/settings/sites">{label}</a>
        ))}
      </p>
    </main>
  );
}
