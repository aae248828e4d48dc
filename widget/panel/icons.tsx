/** @jsxImportSource preact */

const LINES = {
  close: "M6 6l12 12M18 6L6 18",
  send: "M12 19V5M6 11l6-6 6 6",
  sent: "M5 13l4 4L19 7",
  seen: "M2 13l4 4L16 7M11 15l2 2L23 7",
  sending: "M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  sound: "M18 15V10a6 6 0 0 0-12 0v5l-2 3h16zM10 21h4",
  muted: "M18 13V10a6 6 0 0 0-9.3-5M6.3 8A6 6 0 0 0 6 10v5l-2 3h13M10 21h4M3 3l18 18",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20a7 7 0 0 1 14 0",
};

/** A line icon. A text next to it always says what it means. */
export function Icon({ name, size = 20 }: { name: keyof typeof LINES; size?: number }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={LINES[name]} />
    </svg>
  );
}
