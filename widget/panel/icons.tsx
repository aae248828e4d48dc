/** @jsxImportSource preact */

const LINES = {
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 19V5M6 11l6-6 6 6",
  sent: "M5 13l4 4L19 7",
  seen: "M2 13l4 4L16 7M11 15l2 2L23 7",
  sending: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  sound: "M11 5 6 9H3v6h3l5 4zM15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12",
  muted: "M11 5 6 9H3v6h3l5 4zM16 9.5l5 5M21 9.5l-5 5",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0",
};

type Props = { name: keyof typeof LINES; size?: number };

/** A line icon. A text next to it always says what it means. */
export const Icon = ({ name, size = 20 }: Props) => <Line line={LINES[name]} size={size} />;

export const Line = ({ line, size }: { line: string; size: number }) => (
  <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d={line} />
  </svg>
);
