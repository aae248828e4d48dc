import { z } from "zod";
import { longText, oneLine } from "#platform/text.ts";
import { AWAY_TEXT_MAX } from "./away-text-length.ts";

/** A setting of a site. Its field in `prisma/schema.prisma` has the same name. */
type Setting = {
  /** What a request sets it to. */
  schema: z.ZodType;
  /** What a new site has, unless a request has to say it. The column's default is the same. */
  default?: unknown;
  /** The column's name, if it isn't the setting's in snake case. */
  column?: string;
};

const numberOf = (unit: string, min: number, max: number) =>
  z
    .int(`must be a whole number of ${unit}, or null`)
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`)
    .nullable();
const distance = z.int().min(0).max(200);
const QUESTIONS_MAX = 3;

/**
 * A site's settings, a row each: what a request may have, what a response has, and whether visitors see it. Anyone can read
 * what visitors see. Limits: spec.md section 8.
 */
export const SITE_SETTINGS = {
  name: { schema: oneLine(80), json: z.string(), visitorsSee: true },
  domain: {
    schema: z.union([z.literal("").transform(() => null), oneLine(160), z.null()], "must be a string or null"),
    json: z.string().nullable(),
    default: null,
    visitorsSee: false,
  },
  accentColor: {
    schema: z.string().regex(/^#[0-9a-fA-F]{6}$/, "must be # and six hexadecimal digits"),
    json: z.string(),
    default: "#2563eb",
    visitorsSee: true,
  },
  welcomeMessage: {
    schema: longText(180),
    json: z.string(),
    default: "Hi! How can we help?",
    visitorsSee: true,
  },
  retentionDays: {
    schema: numberOf("days", 1, 3650).describe(
      "Conversations are deleted after this many days without a new message. Null: never.",
    ),
    json: z.int().exactOptional().describe("Conversations are deleted after this many days without a new message."),
    visitorsSee: false,
  },
  autoCloseDays: {
    schema: numberOf("days", 1, 365).describe(
      "Open conversations are closed after this many days without activity, if you had the last word or said that no reply is needed. Null: never.",
    ),
    json: z
      .int()
      .nullable()
      .describe("After how many days without activity conversations that need no reply are closed. Null: never."),
    default: null,
    visitorsSee: false,
  },
  autoCloseSpares: {
    schema: z
      .array(z.enum(["starred", "noted"], "must be starred or noted"))
      .max(2, "must be at most 2 kinds")
      .describe("Which conversations stay open all the same: starred ones, and those with a note."),
    json: z.array(z.enum(["starred", "noted"])),
    default: ["starred"],
    visitorsSee: false,
  },
  autoCloseEarlier: {
    schema: z
      .boolean("must be true or false")
      .describe("Whether conversations without activity since `autoCloseDays` was turned on are closed too."),
    json: z.boolean(),
    default: false,
    visitorsSee: false,
  },
  replyName: {
    schema: z.enum(["site", "person"]),
    json: z.enum(["site", "person"]).describe("Who visitors see replying: the site, or the account's name."),
    default: "site",
    visitorsSee: false,
  },
  showsReplyTime: {
    schema: z.boolean(),
    json: z.boolean().describe("Whether the widget shows how soon visitors usually get a reply."),
    default: true,
    visitorsSee: false,
  },
  replyTimeText: {
    schema: z
      .union([z.literal("").transform(() => null), oneLine(120), z.null()], "must be a string or null")
      .describe("What the widget says about how soon you reply, instead of the measured time. Null or empty: that."),
    json: z.string().nullable().describe("What the widget says instead of the measured reply time."),
    default: null,
    visitorsSee: true,
  },
  whenClosed: {
    schema: z.enum(["show", "form", "hide"]),
    json: z
      .enum(["show", "form", "hide"])
      .describe(
        "What visitors get outside the site's hours: the chat, a form for a message and an email, or no button. Those with an open conversation always get the chat.",
      ),
    default: "show",
    visitorsSee: true,
  },
  starterQuestions: {
    schema: z.array(oneLine(80)).max(QUESTIONS_MAX, `must be at most ${QUESTIONS_MAX} questions`),
    json: z.array(z.string()).describe("What the widget suggests asking."),
    default: [],
    visitorsSee: true,
  },
  emailCardMinutes: {
    schema: numberOf("minutes", 0, 60),
    json: z
      .int()
      .nullable()
      .describe("After how many minutes without a reply the widget asks for an email address. Null: never."),
    default: 2,
    visitorsSee: true,
  },
  awayText: {
    schema: longText(AWAY_TEXT_MAX).nullable(),
    json: z
      .string()
      .nullable()
      .describe("What visitors get, once while the site is closed, if no one has replied. Null: nothing."),
    default: null,
    visitorsSee: false,
  },
  visitorDetails: {
    schema: z.boolean(),
    json: z
      .boolean()
      .describe("Whether a visitor's browser, system, language, time zone and pages are stored with a conversation."),
    default: false,
    visitorsSee: true,
    column: "collects_details",
  },
  asksRating: {
    schema: z.boolean(),
    json: z
      .boolean()
      .describe(
        "Whether visitors are asked to rate a conversation after a person closed it. Earlier closes don't count.",
      ),
    default: false,
    visitorsSee: false,
  },
  mailsRating: {
    schema: z.boolean("must be true or false"),
    json: z
      .boolean()
      .describe(
        "With `asksRating`: whether visitors who left an email are also asked by email, if they haven't rated 15 minutes after the close.",
      ),
    default: false,
    visitorsSee: false,
  },
} satisfies { [name: string]: Setting & { json: z.ZodType; visitorsSee: boolean } };

/** The settings in the object `appearance`. Responses have what requests set, and visitors see all of them. */
export const SITE_LOOKS = {
  mark: {
    schema: z
      .enum(["letter", "chat", "help", "heart", "star", "store", "bolt", "leaf"])
      .describe("The site's mark: the first letter of its name, or an icon."),
    default: "letter",
  },
  header: {
    schema: z.enum(["plain", "color"]).describe("Whether the panel's header has the accent color."),
    default: "plain",
    column: "header_style",
  },
  launcherIcon: { schema: z.enum(["bubble", "dots", "question", "envelope"]), default: "bubble" },
  launcherSize: {
    schema: z.union([z.literal(48), z.literal(56), z.literal(64)]).describe("In CSS pixels."),
    default: 56,
  },
  corner: {
    schema: z.enum(["auto", "left", "right"]).describe("`auto`: where the page's lines end."),
    default: "auto",
  },
  offsetX: {
    schema: distance.describe("How far the button is from the side of the page, in CSS pixels."),
    default: 20,
  },
  offsetY: {
    schema: distance.describe("How far the button is from the bottom of the page, in CSS pixels."),
    default: 20,
  },
  radius: {
    schema: z.union([z.literal(0), z.literal(8), z.literal(16), z.literal(24)]).describe("Of the panel's corners."),
    default: 16,
  },
  theme: {
    schema: z.enum(["auto", "light", "dark"]).describe("`auto`: what the visitor's system is set to."),
    default: "auto",
  },
} satisfies { [name: string]: Setting };

const COLUMNS: { [name: string]: Setting } = { ...SITE_SETTINGS, ...SITE_LOOKS };

/** Returns the name of a site's column in the database. */
export const columnOf = (field: string): string =>
  COLUMNS[field]?.column ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const valuesOf = <V>({ options }: { options: readonly { value: V }[] }) => options.map(({ value }) => value);

/** What forms offer. Their code in the browser doesn't load the schemas. */
export const SITE_OPTIONS = {
  mark: SITE_LOOKS.mark.schema.options,
  header: SITE_LOOKS.header.schema.options,
  launcherIcon: SITE_LOOKS.launcherIcon.schema.options,
  launcherSize: valuesOf(SITE_LOOKS.launcherSize.schema),
  corner: SITE_LOOKS.corner.schema.options,
  radius: valuesOf(SITE_LOOKS.radius.schema),
  theme: SITE_LOOKS.theme.schema.options,
  replyName: SITE_SETTINGS.replyName.schema.options,
  whenClosed: SITE_SETTINGS.whenClosed.schema.options,
};
export type SiteOptions = typeof SITE_OPTIONS;
