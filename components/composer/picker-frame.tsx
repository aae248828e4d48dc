import type { ReactNode } from "react";

type Props = {
  listId: string;
  label: string;
  /** The options. */
  children: ReactNode;
  /** Replaces the options if the list is empty. */
  empty?: ReactNode;
  /** For screen readers: how many options there are. */
  status: ReactNode;
};

/** A list to choose from, above a text field that keeps the focus and handles the keys. */
export function PickerFrame({ listId, label, children, empty, status }: Props) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the text field keeps the focus and handles the keys.
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="rise absolute inset-x-0 bottom-full z-10 mb-2 max-h-72 overflow-y-auto rounded-xl border border-line bg-surface p-1 shadow-[0_8px_32px_var(--shade)]"
    >
      <div id={listId} role="listbox" aria-label={label}>
        {children}
      </div>
      {empty}
      <p role="status" className="sr-only">
        {status}
      </p>
    </div>
  );
}
