import type { PutHoursBody } from "#lib/sites/hours/schema.ts";
import { labelIn } from "#lib/sites/sites/asked-questions.ts";
import type { Language } from "#lib/sites/sites/languages.ts";
import type { Question } from "#lib/sites/sites/questions.ts";
import type { SiteAppearance, SiteJson } from "#lib/sites/sites/schema.ts";
import type { WordsJson } from "#lib/sites/words/schema.ts";
import { supportedLanguage } from "#platform/supported-language.ts";
import { hoursAt } from "../../widget/panel/hours.ts";
import { presenceTexts, presenceWordsIn } from "../../widget/panel/presence-text.ts";
import type { PreviewLabels } from "./labels.ts";
import type { Shown } from "./use-moment.ts";

type Setting = "replyName" | "showsReplyTime" | "whenClosed" | "replyMinutes" | "awayText" | "files";

/** A site as a form has it, saved or not. */
export type SiteLook = {
  name: string;
  accentColor: string;
  welcomeMessage: string;
  starterQuestions?: readonly string[];
  replyTimeText?: string | null;
  /** Shown as they're asked: after a message, or in the form. */
  questions?: readonly Question[];
  logoUrl?: string | undefined;
  words?: { [language in Language]?: WordsJson };
} & Partial<SiteAppearance & Pick<SiteJson, Setting>>;

export type ShownPerson = { name: string; photoUrl?: string };

/** What a page loads for the preview of a site's widget. */
export type PreviewedWidget = {
  labels: { [language in Language]: PreviewLabels };
  /** Absent before there's a site. */
  site?: {
    id: string;
    /** The people that visitors may see. Who is available now comes first. */
    people: (ShownPerson & { isAvailable: boolean })[];
    isShared: boolean;
    /** Whether replies can be emailed, so that the form asks for an email. */
    sendsMail: boolean;
    /** The stored hours, and what they mean now. */
    hours: PutHoursBody | undefined;
    first: Shown | undefined;
  };
};

/** What the widget shows to a visitor with a language, at a moment. */
export type ShownWidget = {
  look: SiteLook;
  labels: PreviewLabels;
  language: Language;
  /** The line under the site's name. */
  presence: string[];
  faces: ShownPerson[];
  photoUrl?: string | undefined;
  isClosed: boolean;
  /** The form's first line, if it's shown. */
  form?: { leave: string; asksEmail: boolean };
  /** What the visitor is asked, in their language. */
  asked: { key: string; label: string; required: boolean }[];
  isRightToLeft: boolean;
};

type Given = { look: SiteLook; widget: PreviewedWidget; language: Language; moment: Shown | undefined; reader: string };

const RIGHT_TO_LEFT: Language[] = ["ar"];

/** Returns the texts of a language, and the site's own where it has none. */
const inLanguage = ({ words = {}, ...look }: SiteLook, language: Language): SiteLook => ({
  ...look,
  ...words[language],
});

/** Returns what the widget shows, by its own rules and words. `reader` is the language of the reader's browser. */
export function shownWidget({ look: site, widget, language, moment, reader }: Given): ShownWidget {
  const look = inLanguage(site, language);
  const openTimes = moment?.openTimes;
  const now = Date.parse(moment?.at ?? "");
  const hours = openTimes && hoursAt(openTimes, now);
  const isClosed = hours?.state === "closed";
  const { people = [], isShared = false, sendsMail = false } = widget.site ?? {};
  const hasForm = isClosed && look.whenClosed === "form";
  const isPerson = look.replyName === "person";
  const [only] = isPerson && !isShared ? people : [];
  const { replyMinutes, replyTimeText = null } = look;
  const presence = presenceTexts(
    {
      replyTimeText,
      ...(only && { personName: only.name }),
      ...(look.showsReplyTime && replyMinutes !== undefined && { replyMinutes }),
      ...(openTimes && { openTimes }),
    },
    {
      language,
      dateLanguage: supportedLanguage([reader.split("-")[0] === language ? reader : undefined, language]),
      now,
      // A visitor whose clock is the site's.
      ownOffset: () => (hours?.state === "closed" ? (hours.opening?.offset ?? 0) : 0),
    },
  );
  return {
    look,
    labels: widget.labels[language],
    language,
    presence,
    faces:
      isPerson && isShared && openTimes && !isClosed
        ? people.filter(({ isAvailable }) => isAvailable || !moment?.isNow)
        : [],
    photoUrl: isClosed ? undefined : only?.photoUrl,
    isClosed,
    ...(hasForm && { form: { leave: presenceWordsIn(language).leave, asksEmail: sendsMail } }),
    asked: (look.questions ?? [])
      .filter(({ kind, asked }) => (asked === "always" || isClosed) && !(hasForm && sendsMail && kind === "email"))
      .map((question) => ({ key: question.key, label: labelIn(question, language), required: question.required })),
    isRightToLeft: RIGHT_TO_LEFT.includes(language),
  };
}
