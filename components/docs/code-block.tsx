/** A block of code with a copy button. Long lines wrap, so that nothing needs to be scrolled. */
export function CodeBlock({ children, label }: { children: string; label?: string }) {
  return (
    <figure>
      {label && <figcaption className="mb-1.5 text-sm font-medium text-quiet">{label}</figcaption>}
      <pre
        dir="ltr"
        className="rounded-lg border border-line bg-sunken px-3 py-2.5 font-mono text-xs leading-5 whitespace-pre-wrap wrap-anywhere"
      >
        <code>{children}</code>
      </pre>
    </figure>
  );
}
