import { classNames } from "#components/ui/class-names.ts";

const LOOKS: Record<string, string> = { GET: "text-quiet", DELETE: "text-danger" };

export function MethodMark({ method, narrow = false }: { method: string; narrow?: boolean }) {
  return (
    <span
      className={classNames(
        "shrink-0 font-mono text-xs font-semibold",
        LOOKS[method] ?? "text-accent",
        narrow && "w-12 text-end",
      )}
    >
      {method}
    </span>
  );
}
