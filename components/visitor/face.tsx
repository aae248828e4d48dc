import { FACES } from "#client/faces.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";

/** The face that a visitor chose. Its word is next to it. */
export const Face = ({ score, size = 16 }: { score: number; size?: number }) => (
  <LineIcon path={FACES[score - 1] ?? ""} size={size} />
);
