/** @jsxImportSource preact */
import type { ComponentChildren } from "preact";
import { isBlank } from "#platform/characters.ts";
import type { Chat } from "./chat.ts";
import type { Late, Panel } from "./details.tsx";
import { FORM_DUE } from "./drafts.ts";
import { followHours, hoursAt } from "./hours.ts";
import { presenceTexts, presenceWordsIn } from "./presence-text.ts";
import type { SiteLook } from "./site-look.ts";
import { dateLanguage } from "./words.ts";

/*
 * The build makes this a part of its own, loaded if the site says who replies, how soon, or when someone is there. It draws
 * with the panel's Preact (part-jsx.ts).
 */

declare global {
  /** The path of the part with the form of a site that's closed, inserted by the build. */
  const FORM_PATH: string;
}

const STYLE = `
.faces{display:inline-flex;margin-inline-end:8px;vertical-align:-5px}
.faces .face{display:grid;place-items:center;margin-inline-end:-3px;background:var(--line);box-shadow:0 0 0 2px var(--surface);font:10px/1 system-ui;color:var(--ink)}
[data-header=color] .faces .face{background:var(--on-accent);box-shadow:0 0 0 2px var(--accent);color:var(--accent)}
`;

const SPREAD_MS = 20_000;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets.push(sheet);

let panel: Panel;
let form: Late<typeof import("./closed-form.tsx")>;
let drawn: string;
/** Who was there before the site closed. The next session says who's there after that. */
let pastPeople: SiteLook["people"];
let chat: Chat | undefined;
/** Whether the site has opened since the session said who's there. */
let isPast = false;

/** Starts with what the panel has. Redraws it at the minute at which what it says changes. */
export function begin(own: Panel, late: <P>(path: string, onLoad?: (part: P) => void) => Late<P>): void {
  panel = own;
  form = late(FORM_PATH, (part) => part.begin(panel, presenceWordsIn(siteInboxWords?.language)));
  let wasClosed = false;
  const onLook = () => {
    const site = panel.site();
    const isShut = isClosed(site);
    // Not at the first look: then the session is new.
    if (wasClosed && !isShut) isPast = true;
    wasClosed = isShut;
    if (isPast && isSeen()) renew();
    if (wordsOf(site).join() !== drawn) panel.redraw();
  };
  const look = followHours({ now, onLook });
  for (const type of ["visibilitychange", "pageshow"]) addEventListener(type, look);
  isNew = !panel.storage.get("started");
}

const isSeen = () => chat?.store.get().isOpen && document.visibilityState === "visible";

/** Opens another session, which says who's there now. All panels of a site find out at the same minute that it has opened. */
function renew(): void {
  isPast = false;
  setTimeout(() => {
    if (!isSeen()) {
      isPast = true;
      return;
    }
    panel.entrance.drop();
    void panel.entrance.open();
  }, Math.random() * SPREAD_MS);
}

/** The service's time. Until the session is open, the device's, and its clock may be wrong. */
const now = () => Date.now() + (panel.site().skew || 0);

export const isClosed = ({ openTimes }: Partial<SiteLook>) =>
  openTimes !== undefined && hoursAt(openTimes, now()).state === "closed";

/** Says who replies, how soon, and when someone is there. */
export function presence(site: Partial<SiteLook>): ComponentChildren {
  const { personPhotoUrl } = site;
  const people = (site.people !== pastPeople && site.people) || [];
  const shown = wordsOf(site);
  drawn = shown.join();
  if (isClosed(site)) {
    pastPeople = site.people;
    return shown;
  }
  return (
    <>
      {personPhotoUrl && (
        // biome-ignore lint/performance/noImgElement: the service has made it small.
        <img class="face" src={personPhotoUrl} alt="" />
      )}
      {people.length > 0 && (
        <span class="faces">
          {people.map(({ name, photoUrl }) =>
            photoUrl ? (
              // biome-ignore lint/performance/noImgElement: the service has made it small.
              <img key={name} class="face" src={photoUrl} alt={name} title={name} />
            ) : (
              <i key={name} class="face" role="img" aria-label={name} title={name}>
                {[...new Intl.Segmenter().segment(name)][0]?.segment}
              </i>
            ),
          )}
        </span>
      )}
      {shown.map((text, at) => (
        <>
          {at > 0 && " · "}
          <bdi>{text}</bdi>
        </>
      ))}
    </>
  );
}

const ownOffset = (at: number) => -new Date(at).getTimezoneOffset();

const wordsOf = (site: Partial<SiteLook>): string[] =>
  presenceTexts(site, {
    language: siteInboxWords?.language ?? "",
    dateLanguage: dateLanguage(),
    now: now(),
    ownOffset,
  });

/** Whether the site asks for a message and an email while it's closed. */
export const isForm = (site: SiteLook) => site.whenClosed === "form" && isClosed(site);

let isFormShown: boolean | undefined;
/** Whether the visitor has written nothing before, so that there's no open conversation to wait for. */
let isNew: boolean;

/** Draws the form of a site that's closed. Undefined if the composer is shown. */
export function drawForm(of: Chat): ComponentChildren {
  chat = of;
  const { site, draft, conversation, unsent, loading, details } = chat.store.get();
  // What's being written, or was attached, stays where it is when the site opens or closes.
  const isEmpty = isBlank(draft) && details?.areFilesReady() === undefined;
  if (isFormShown === undefined || isEmpty) isFormShown = isForm(site);
  if (panel.storage.get(FORM_DUE)) form.begin();
  form.part?.noteStored(chat);
  const isBusy = !(isNew || site.skew !== undefined) || loading || unsent.length > 0;
  if (!isFormShown || isBusy || conversation?.status === "open") return undefined;
  form.begin();
  return form.part?.drawForm(chat);
}

/** Draws what's said once a message of the form is stored. */
export const drawThanks = () => form.part?.drawThanks();

/** After how many minutes without a reply the visitor is asked for an email: at once if no one is there. */
export function cardMinutes(site: SiteLook): number | null | undefined {
  const { emailCardMinutes } = site;
  if (panel.storage.get(FORM_DUE)) return null;
  return typeof emailCardMinutes === "number" && isClosed(site) ? 0 : emailCardMinutes;
}
