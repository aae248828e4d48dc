import { authCopy } from "#components/catalogs/auth.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { avatarInitials } from "#components/visitor/avatar-initials.ts";

/** A small inbox: the list on the left, a conversation on the right. Markup in the theme's colors, no script. */
export function ProductPicture() {
  const { visitor, rows, messages } = authCopy.picture;
  return (
    <div
      role="img"
      aria-label={authCopy.pictureLabel}
      className="grid grid-cols-[13rem_minmax(18rem,1fr)] overflow-hidden rounded-2xl border border-line bg-surface text-sm shadow-[0_12px_48px_var(--shade)]"
    >
      <div className="border-e border-line bg-paper p-2">
        {rows.map(({ name, text, time }, at) => (
          <div key={name} className={classNames("flex gap-2.5 rounded-lg px-2.5 py-2", at === 0 && "bg-accent-soft")}>
            <Initial name={name} at={at} />
            <div className="min-w-0 flex-1">
              <p className="flex items-baseline justify-between gap-2">
                <span className={classNames("truncate", at < 2 && "font-semibold")}>{name}</span>
                <span className="text-xs text-quiet">{time}</span>
              </p>
              <p className="truncate text-xs text-quiet">{text}</p>
            </div>
          </div>
        ))}
      </div>
      <div className="flex flex-col gap-2 p-4">
        <p className="mb-2 flex items-center gap-2.5 border-b border-line pb-3 font-semibold">
          <Initial name={visitor} at={0} />
          {visitor}
        </p>
        {messages.map((text, at) => (
          <p
            key={text}
            className={classNames(
              "w-fit max-w-[85%] rounded-2xl px-3 py-1.5",
              at % 2 === 0 ? "rounded-es bg-sunken" : "self-end rounded-ee bg-own",
            )}
          >
            {text}
          </p>
        ))}
        <p className="mt-4 flex items-center justify-between rounded-xl border border-edge/60 p-1.5 ps-3 text-quiet">
          {authCopy.picture.reply}
          <span className="rounded-lg bg-accent px-3 py-1 font-medium text-on-accent">{authCopy.picture.send}</span>
        </p>
      </div>
    </div>
  );
}

const FILLS = ["fill-avatar-1", "fill-avatar-9", "fill-avatar-6", "fill-avatar-11"];

function Initial({ name, at }: { name: string; at: number }) {
  return (
    <svg viewBox="0 0 28 28" className="size-7 shrink-0" aria-hidden="true">
      <circle cx="14" cy="14" r="14" className={FILLS[at % FILLS.length]} />
      <text x="14" y="18" textAnchor="middle" fontSize="11" fontWeight="600" className="fill-on-avatar">
        {avatarInitials(name)}
      </text>
    </svg>
  );
}
