import { AlarmClock, Star, Tag } from "lucide-react";
import { triageCopy } from "#components/catalogs/triage.tsx";
import { MenuButton } from "#components/ui/menu.tsx";
import type { Triage } from "./use-triage.ts";

/** What the heading offers as icons, and on narrow screens the menu as items. */
function controlsOf({ conversation, canSnooze, star, openSnooze, openLabels }: Triage) {
  const starred = conversation.starred === true;
  const fill = starred ? "fill-current" : undefined;
  return [
    {
      name: starred ? triageCopy.unstar : triageCopy.star,
      icon: <Star size={16} aria-hidden className={fill} />,
      run: star,
    },
    ...(canSnooze ? [{ name: triageCopy.snooze, icon: <AlarmClock size={16} aria-hidden />, run: openSnooze }] : []),
    { name: triageCopy.labels, icon: <Tag size={16} aria-hidden />, run: openLabels },
  ];
}

const BUTTON =
  "grid size-9 place-items-center rounded-lg text-quiet transition-colors hover:bg-sunken hover:text-ink pointer-coarse:size-11";

export function TriageButtons({ triage }: { triage: Triage }) {
  return (
    <div className="flex max-lg:hidden">
      {controlsOf(triage).map(({ name, icon, run }) => (
        <button key={name} type="button" title={name} onClick={run} className={BUTTON}>
          {icon}
          <span className="sr-only">{name}</span>
        </button>
      ))}
    </div>
  );
}

export function TriageItems({ triage }: { triage: Triage }) {
  return controlsOf(triage).map(({ name, icon, run }) => (
    <MenuButton key={name} className="lg:hidden" onClick={run}>
      {icon}
      {name}
    </MenuButton>
  ));
}
