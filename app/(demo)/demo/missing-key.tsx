export function MissingKey({ isWrong }: { isWrong: boolean }) {
  return (
    <main className="missing">
      <h1>{isWrong ? "There is no site with this key" : "Which chat do you want to try?"}</h1>
      <p>
        This page shows a small shop with your chat on it. Open it as <code>/demo?site=KEY</code>, with the key of one
        of your sites in place of KEY.
      </p>
      <p>
        The key is in the script tag of each site. <a href="/settings/sites">Open your sites</a>
      </p>
    </main>
  );
}
