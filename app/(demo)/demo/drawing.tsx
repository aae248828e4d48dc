export type Shape = "mug" | "bowl" | "vase" | "teapot";

const OUTLINES: Record<Shape, { body: string; rim: string; line?: string }> = {
  mug: {
    body: "M52 62h74v52c0 18-12 30-30 30H82c-18 0-30-12-30-30z",
    rim: "M52 62a37 8 0 1 0 74 0a37 8 0 1 0-74 0z",
    line: "M126 76c24-4 30 8 28 22s-16 22-32 20",
  },
  bowl: {
    body: "M36 82h128c0 34-26 56-50 60H86c-24-4-50-26-50-60z",
    rim: "M36 82a64 13 0 1 0 128 0a64 13 0 1 0-128 0z",
  },
  vase: {
    body: "M84 30h32c0 22 26 40 26 72 0 26-16 42-30 46H88c-14-4-30-20-30-46 0-32 26-50 26-72z",
    rim: "M84 30a16 4 0 1 0 32 0a16 4 0 1 0-32 0z",
  },
  teapot: {
    body: "M54 80c0-16 20-26 46-26s46 10 46 26v20c0 26-20 42-46 42s-46-16-46-42z",
    rim: "M66 62a34 8 0 1 0 68 0a34 8 0 1 0-68 0zM94 48a6 6 0 1 0 12 0a6 6 0 1 0-12 0z",
    line: "M146 84c18-2 18-22 30-26M54 82c-22-6-30 8-26 22s18 20 30 16",
  },
};

/** `color` replaces the glaze. */
export function Drawing({ shape, color }: { shape: Shape; color?: string | undefined }) {
  const { body, rim, line } = OUTLINES[shape];
  return (
    <svg viewBox="0 0 200 170" aria-hidden="true">
      <ellipse className="shade" cx="100" cy="148" rx="62" ry="9" />
      {line && <path className="line" d={line} stroke={color} />}
      <path className="body" d={body} fill={color} />
      {color && <path d={rim} fill={color} />}
      <path className="rim" d={rim} />
    </svg>
  );
}
