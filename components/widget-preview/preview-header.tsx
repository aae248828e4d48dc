import { Fragment } from "react";
import { previewCopy as copy } from "#components/catalogs/preview.tsx";
import { Logo } from "#components/pictures/picture.tsx";
import { SiteMark } from "#components/pictures/site-mark.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { LineIcon } from "#components/ui/line-icon.tsx";
import { MARKS } from "#lib/widget/widget/icons.ts";
import { accentOf, Disc, Fill, INKS, type Theme } from "./preview-colors.tsx";
import type { ShownPerson, ShownWidget } from "./shown-widget.ts";

type Props = { shown: ShownWidget; theme: Theme };

const SOUND = "M11 5 6 9H3v6h3l5 4zM15 9a4 4 0 0 1 0 6M18 6a8 8 0 0 1 0 12";
const CLOSE = "M6 6l12 12M18 6L6 18";

/** The chat's header: the mark, the name, and who replies and when. */
export function PreviewHeader({ shown, theme }: Props) {
  const { look, presence, faces, photoUrl } = shown;
  const { accent, ink } = accentOf(look.accentColor, theme);
  const isColored = look.header === "color";
  return (
    <div
      className={classNames(
        "relative flex items-center gap-2.5 border-b py-3 ps-4 pe-3",
        isColored ? "border-[#808080]/25" : "border-(--w-line)",
      )}
    >
      {isColored && <Fill color={accent} />}
      <span className="relative">
        <Mark shown={shown} theme={theme} />
      </span>
      <div className={classNames("relative min-w-0 flex-1", isColored && INKS[ink])}>
        <p className="truncate text-[15px]/[20px] font-semibold">
          <bdi>{look.name || copy.siteName}</bdi>
        </p>
        {presence.length > 0 && (
          <p className={classNames("min-h-4 text-[12px]/[16px]", !isColored && "text-(--w-quiet)")}>
            {photoUrl && <FacePhoto url={photoUrl} className="me-1 inline align-[-5px]" />}
            {faces.length > 0 && (
              <bdi className="me-2 inline-flex align-[-5px]">
                {faces.map((person) => (
                  <Face
                    key={person.name}
                    person={person}
                    colors={isColored ? { ring: accent, ground: ink, letter: accent } : {}}
                  />
                ))}
              </bdi>
            )}
            {presence.map((text, at) => (
              <Fragment key={text}>
                {at > 0 && " · "}
                <bdi suppressHydrationWarning className="wrap-anywhere">
                  {text}
                </bdi>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <span className={classNames("relative flex shrink-0", isColored ? INKS[ink] : "text-(--w-quiet)")}>
        {[SOUND, CLOSE].map((path) => (
          <span key={path} className="grid size-9 place-items-center">
            <LineIcon path={path} size={20} />
          </span>
        ))}
      </span>
    </div>
  );
}

function Mark({ shown: { look }, theme }: Props) {
  const { accent, ink } = accentOf(look.accentColor, theme);
  const { color, letter } = look.header === "color" ? { color: ink, letter: accent } : { color: accent, letter: ink };
  const icon = look.mark && MARKS[look.mark];
  if (look.logoUrl) return <Logo url={look.logoUrl} />;
  if (!icon) return <SiteMark name={look.name} color={color} ink={letter} />;
  return (
    <Disc color={color} size={28}>
      <LineIcon path={icon} size={16} color={letter} />
    </Disc>
  );
}

type FaceProps = { person: ShownPerson; colors: { ring?: string; ground?: string; letter?: string } };

/** A photo, or the first letter of a name. In a colored header its colors are the site's. */
function Face({ person: { name, photoUrl }, colors: { ring, ground, letter } }: FaceProps) {
  const [first] = new Intl.Segmenter().segment(name);
  return (
    <span role="img" aria-label={name} title={name} className="relative -me-[3px] size-5">
      <svg viewBox="0 0 24 24" className="absolute -inset-0.5 size-6" aria-hidden="true">
        <circle cx="12" cy="12" r="12" className="fill-(--w-surface)" {...(ring && { className: "", fill: ring })} />
        <circle cx="12" cy="12" r="10" className="fill-(--w-line)" {...(ground && { className: "", fill: ground })} />
        <text
          x="12"
          y="15.5"
          textAnchor="middle"
          fontSize="10"
          className="fill-(--w-ink)"
          {...(letter && { className: "", fill: letter })}
        >
          {first?.segment}
        </text>
      </svg>
      {photoUrl && <FacePhoto url={photoUrl} className="absolute inset-0" />}
    </span>
  );
}

const FacePhoto = ({ url, className }: { url: string; className: string }) => (
  // biome-ignore lint/performance/noImgElement: the service has made it small.
  <img src={url} alt="" className={classNames("size-5 rounded-full object-cover", className)} />
);
