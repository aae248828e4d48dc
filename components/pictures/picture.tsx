import { classNames } from "#components/ui/class-names.ts";

type Props = { url: string; className: string };

// Its name is next to it, or it's decoration.
function Picture({ url, className }: Props) {
  // biome-ignore lint/performance/noImgElement: the service has made it small.
  return <img src={url} alt="" className={classNames("object-cover", className)} />;
}

/** A person's photo, on top of their initials: those stay visible if it can't be loaded, such as offline. */
export const Photo = ({ url }: { url: string }) => (
  <Picture url={url} className="absolute inset-0 size-full rounded-full" />
);

/** A site's logo, on white, because most are made for white pages. */
export const Logo = ({ url, className = "size-7 rounded-md" }: { url: string; className?: string }) => (
  <Picture url={url} className={classNames("shrink-0 bg-[#ffffff]", className)} />
);
