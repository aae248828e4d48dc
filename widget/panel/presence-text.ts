import { hoursAt, MINUTE_MS, type Opening, type OpenTimes, whenOpen } from "./hours.ts";
import { atTime, PRESENCE_WORDS, type PresenceWords } from "./presence-words.ts";

/** What's known of who replies, how soon, and when someone is there. */
export type Presence = {
  personName?: string;
  replyMinutes?: number;
  replyTimeText?: string | null;
  openTimes?: OpenTimes;
};

/** The reader of the texts. In the dashboard's preview it's another one than in the panel. */
export type PresenceReader = {
  language: string;
  /** The language with its region, for dates and times. */
  dateLanguage: string;
  now: number;
  /** How far the visitor's clock is ahead of UTC at a moment, in minutes. */
  ownOffset: (at: number) => number;
};

const REPLY_STEPS = [5, 15, 30, 60, 120, 180, 360, 720, 1440];

/** Returns the texts of a language, or of English if that has none. */
export const presenceWordsIn = (language: string | undefined) =>
  (PRESENCE_WORDS[language ?? ""] ?? PRESENCE_WORDS.en) as PresenceWords;

/** Returns what the line under a site's name says. */
export function presenceTexts(
  { personName, replyMinutes, replyTimeText, openTimes }: Presence,
  reader: PresenceReader,
) {
  const say = (name: keyof PresenceWords, values: { [name: string]: string | undefined } = {}) =>
    atTime(presenceWordsIn(reader.language)[name], values.time ?? "").replace(
      /\{(\w+)\}/g,
      (place, key: string) => values[key] ?? place,
    );
  const hours = openTimes && hoursAt(openTimes, reader.now);
  if (hours?.state === "closed") return [hours.opening ? backWords(hours.opening, reader, say) : say("away")];
  const most = REPLY_STEPS.find((step) => step >= (replyMinutes ?? Number.NaN));
  const soon = replyTimeText ?? (most && say("replyTime", { time: duration(most, reader) }));
  return [personName, soon ?? (hours?.state === "open" && say("online"))].filter((text) => typeof text === "string");
}

function duration(minutes: number, { dateLanguage }: PresenceReader): string {
  const [value, unit] = minutes < 60 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return new Intl.NumberFormat(dateLanguage, { style: "unit", unit, unitDisplay: "long" }).format(value);
}

type Say = (name: keyof PresenceWords, values: { [name: string]: string }) => string;

function backWords(opening: Opening, { dateLanguage, now, ownOffset }: PresenceReader, say: Say): string {
  const { day, isOtherTime, isOtherDay } = whenOpen(opening, now, ownOffset);
  const format = (offset: number, options: Intl.DateTimeFormatOptions) =>
    new Date(opening.at + offset * MINUTE_MS).toLocaleString(dateLanguage, { ...options, timeZone: "UTC" });
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const back = say(day, {
    time: format(opening.offset, time),
    day: format(opening.offset, day === "date" ? { day: "numeric", month: "long" } : { weekday: "long" }),
  });
  if (!isOtherTime) return back;
  return say("yours", {
    back,
    time: format(ownOffset(opening.at), { ...time, ...(isOtherDay && { weekday: "short" }) }),
  });
}
