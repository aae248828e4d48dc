import { expect, test } from "@playwright/test";
import { invitationMail } from "#lib/notify/mail/templates/account.ts";
import { lookOf } from "#lib/notify/mail/templates/look-of.ts";
import { ownerAlertMail, pageOf, type UnseenConversation } from "#lib/notify/mail/templates/owner-alert.ts";
import { replyBackMail } from "#lib/notify/mail/templates/reply-back.ts";
import { confirmTranscriptMail, transcriptMail } from "#lib/notify/mail/templates/transcript.ts";
import { visitorRatingMail } from "#lib/notify/mail/templates/visitor-rating.ts";
import { REPLY_ABOVE, visitorReplyMail } from "#lib/notify/mail/templates/visitor-reply.ts";
import { LANGUAGES } from "#lib/sites/sites/languages.ts";
import { headerLine } from "#platform/mail/header-rules.ts";
import { renderHtml, renderText } from "#platform/mail/render.ts";
import { FOREIGN_HOST, HOSTILE_STRINGS } from "../../support/hostile-strings.ts";

const AT = new Date("2026-11-21T09:42:07Z");
const BASE = "https://inbox.example.com";
const INBOX = `${BASE}/w/w1/inbox`;
const UNSUBSCRIBE = `${BASE}/mail/unsubscribe/abc.def`;

const LOOK = lookOf("#ffe08a", "Europe/Berlin");

const conversation = (id: string, text: string, name: string | null = text): UnseenConversation => ({
  id,
  visitorName: name,
  visitorEmail: null,
  pageUrl: null,
  messages: [{ body: text, createdAt: AT, files: [] }],
  count: 1,
  replyTo: null,
});
const alert = (
  conversations: UnseenConversation[],
  siteName = "Corner shop",
  more: Partial<Parameters<typeof ownerAlertMail>[0]> = {},
) =>
  ownerAlertMail({
    siteName,
    look: LOOK,
    conversations,
    count: conversations.length,
    inboxUrl: INBOX,
    unsubscribeUrl: UNSUBSCRIBE,
    replyTo: null,
    ...more,
  });
const reply = (text: string, more: Partial<Parameters<typeof visitorReplyMail>[0]> = {}) =>
  visitorReplyMail({
    conversationId: "c1",
    siteName: text,
    look: LOOK,
    siteHost: null,
    messages: [{ body: text, createdAt: AT, files: [] }],
    count: 1,
    history: [],
    earlier: [],
    replyTo: null,
    chatUrl: `${BASE}/chat?site=pk#token`,
    unsubscribeUrl: UNSUBSCRIBE,
    ...more,
  });

// User text adds none of these to our own markup.
const tagsIn = (html: string) => [...html.matchAll(/<[a-z!/][^>]*>/gi)].map(([tag]) => tag);

test("nothing a person writes becomes markup in an email, or another line of its headers (F1)", () => {
  const plain = { alert: alert([conversation("1", "x")], "x"), reply: reply("x") };
  const tags = (words: { subject: string; blocks: Parameters<typeof renderHtml>[1] }) =>
    tagsIn(renderHtml(words.subject, words.blocks)).filter((tag) => tag !== "<br>");
  for (const hostile of HOSTILE_STRINGS) {
    const mails = { alert: alert([conversation("1", hostile)], hostile), reply: reply(hostile) };
    expect(tags(mails.alert), hostile).toEqual(tags(plain.alert));
    expect(tags(mails.reply), hostile).toEqual(tags(plain.reply));
    for (const { subject, fromName = "" } of [mails.alert, mails.reply]) {
      expect(`${subject}${fromName}`).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
    }
    const links = [...renderHtml("", mails.alert.blocks).matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url);
    expect(links.every((url) => url.startsWith(`${BASE}/`))).toBe(true);
    expect(links.join()).not.toContain(FOREIGN_HOST);
  }
});

test("nothing in an email about a reply, or in the addresses of an alert, becomes markup, and links lead to us or to the visitor (F1)", () => {
  const backOf = (text: string, kind: "asked" | "refused" | "sent") =>
    replyBackMail({
      about: {
        asked: { kind: "asked", why: "held" } as const,
        refused: { kind: "refused", reason: "empty", leftOut: [{ name: text, size: 1, reason: "kind" }] } as const,
        sent: { kind: "sent", leftOut: [{ name: text, size: 1, reason: "kind" }] } as const,
      }[kind],
      ...{ text, from: text, look: LOOK, url: INBOX, replyTo: "inbox+x@in.example" },
      files: [{ name: text, size: 1 }],
      conversation: {
        ...{ conversationId: "c1", workspaceId: "w1", siteName: text, accentColor: "#ffe08a", newestSeq: 1 },
        ...{ visitorName: text, visitorEmail: null, pageUrl: null },
      },
      quoted: [{ body: text, createdAt: AT, files: [], senderName: text }],
    });
  const replyTo = "inbox+y@in.example";
  const several = (text: string) =>
    alert(
      [conversation("1", text), conversation("2", text)].map((one) => ({ ...one, replyTo })),
      text,
      { replyTo },
    );
  const mailsOf = (text: string) => [
    backOf(text, "asked"),
    backOf(text, "refused"),
    backOf(text, "sent"),
    several(text),
    alert([{ ...conversation("1", text), replyTo }], text, { replyTo }),
  ];
  const tags = ({ blocks }: { blocks: Parameters<typeof renderHtml>[1] }) =>
    tagsIn(renderHtml("", blocks))
      .filter((tag) => tag !== "<br>")
      .map((tag) => tag.replace(/\?subject=[^"]*/, ""));
  const plain = mailsOf("x").map(tags);
  for (const hostile of HOSTILE_STRINGS) {
    for (const [at, mail] of mailsOf(hostile).entries()) {
      expect(tags(mail), hostile).toEqual(plain[at]);
      expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      const links = [...renderHtml("", mail.blocks).matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url);
      expect(links.every((url) => url.startsWith(`${BASE}/`) || url.startsWith(`mailto:${replyTo}?subject=`))).toBe(
        true,
      );
    }
  }
});

test("emails in a visitor's language have no markup or header of a site's name, and links only to us (F1)", async () => {
  for (const language of LANGUAGES) {
    const mailsOf = async (site: string) => {
      const about = { siteName: site, look: { ...LOOK, language }, unsubscribeUrl: UNSUBSCRIBE };
      const parts = async function* () {
        yield `${site}\n`;
        yield `\n  ${site}\n`;
      };
      return [
        visitorRatingMail({ ...about, url: `${BASE}/rate#a.b` }),
        confirmTranscriptMail({ ...about, url: `${BASE}/transcript#a.b` }),
        await transcriptMail({ ...about, parts: parts() }),
      ];
    };
    const plain = (await mailsOf("x")).map(({ subject, blocks, look }) => tagsIn(renderHtml(subject, blocks, look)));
    for (const hostile of HOSTILE_STRINGS) {
      const mails = await mailsOf(hostile);
      const html = mails.map(({ subject, blocks, look }) => renderHtml(subject, blocks, look));
      expect(
        html.map((text) => tagsIn(text).filter((tag) => tag !== "<br>")),
        hostile,
      ).toEqual(plain);
      for (const { subject, fromName = "" } of mails) {
        expect(`${subject}${fromName}`).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      }
      const links = [...html.join("").matchAll(/href="([^"]*)"/g)].map(([, url = ""]) => url);
      expect(links.every((url) => url.startsWith(`${BASE}/`))).toBe(true);
    }
  }
});

test("a subject stays one short line, whatever the visitor calls themselves", () => {
  expect(headerLine("Eve\r\nBcc: all@example.com")).toBe("Eve Bcc: all@example.com");
  expect(headerLine("\u202eevil\u2066 name")).toBe("evil name");
  expect([...headerLine("😀".repeat(500))]).toHaveLength(121);
  expect(alert([conversation("1", "Hi", "A".repeat(80))]).subject).toBe(
    `${"A".repeat(60)}… sent a message on Corner shop`,
  );
});

test("an email about a site has its color with text that's readable on it, and times in the reader's zone or UTC", () => {
  const { blocks, look } = alert([{ ...conversation("c1", "Hello", null), pageUrl: "https://shop.example/vases?x=1" }]);
  const html = renderHtml("", blocks, look);
  expect(html).toContain("background:#ffe08a;color:#000000");
  expect(html).toContain("21 Nov, 10:42 CET");
  expect(renderText(blocks)).toContain("Visitor from /vases, 21 Nov, 09:42 UTC");
});

test("a reply's email names the person of each message, or else the site, and announces one reply or several", () => {
  const message = { body: "Yes", createdAt: AT, files: [] };
  const text = (...messages: (typeof message & { senderName?: string })[]) =>
    renderText(reply("Kiln Street", { messages, count: messages.length }).blocks);
  expect(text(message)).toContain("Here’s the reply.");
  const both = text({ ...message, senderName: "Mara\r\nLind" }, message);
  expect(both).toContain("Here are the replies.");
  expect(both).toMatch(/\nMara Lind, 21 Nov, 09:42 UTC:\n\nYes\n\nKiln Street, 21 Nov, 09:42 UTC:\n\nYes\n/);
});

test("one conversation's emails form a thread, and several conversations share one email without one", () => {
  const one = alert([conversation("c1", "Hello", "Grace")]);
  expect([one.subject, one.thread]).toEqual(["Grace sent a message on Corner shop", "c1"]);
  expect(renderText(one.blocks)).toContain(`${INBOX}/c1`);
  const two = alert([conversation("c1", "Hello", "Grace"), conversation("c2", "Hi", null)]);
  expect([two.subject, two.thread]).toEqual(["2 unread conversations on Corner shop", undefined]);
  expect(alert([conversation("c1", "Hi"), conversation("c2", "Hi")], "Shop #1").subject).toBe(
    "2 unread conversations on Shop #1",
  );
  const text = renderText(two.blocks);
  for (const part of ["Grace", "A visitor", "> Hello", "> Hi", `${INBOX}/c1`, `${INBOX}/c2`]) {
    expect(text).toContain(part);
  }
});

test("earlier messages are below everything else, quoted and shortened, and only in an email about one conversation", () => {
  const history = [{ body: `${"x".repeat(1_000)}y`, createdAt: AT, files: [], senderName: "Mara" }];
  const quote = `Earlier in this conversation\n\nMara, 21 Nov, 09:42 UTC:\n> ${"x".repeat(1_000)}…\n`;
  const answered = reply("Kiln Street", { history, earlier: ["<first@inbox.example>"] });
  expect(renderText(answered.blocks).endsWith(quote)).toBe(true);
  expect([answered.subject, answered.earlier]).toEqual([
    "Re: Kiln Street replied to your message",
    ["<first@inbox.example>"],
  ]);
  const said = [...history, { body: "I see", createdAt: AT, files: [] }];
  const alerted = {
    ...conversation("c1", "Hello", "Grace"),
    history: said.map((message, at) => ({
      ...message,
      senderType: at === 0 ? ("owner" as const) : ("visitor" as const),
    })),
  };
  expect(renderText(alert([alerted]).blocks).endsWith(`${quote}\nGrace, 21 Nov, 09:42 UTC:\n> I see\n`)).toBe(true);
  expect(renderText(alert([alerted, conversation("c2", "Hi")]).blocks)).not.toContain("I see");
});

test("an email links to the page that unsubscribes, and says that replies to it aren't read", () => {
  for (const { blocks } of [alert([conversation("1", "x")]), reply("x")]) {
    const text = renderText(blocks);
    expect(text).toContain(`${BASE}/unsubscribe#abc.def`);
    expect(text).toContain("Replies to this email aren’t read.");
  }
  expect(pageOf(UNSUBSCRIBE)).toBe(`${BASE}/unsubscribe#abc.def`);
});

test("an email whose replies are read says so first, and not that replies aren't read", () => {
  const answerable = reply("Kiln Street", { replyTo: "inbox+token@example.com" });
  const text = renderText(answerable.blocks);
  expect(answerable.replyTo).toBe("inbox+token@example.com");
  expect(text.startsWith(`${REPLY_ABOVE}\n\n`)).toBe(true);
  expect(text).not.toContain("aren’t read");
});

test("a verified visitor's email has no link into the chat, since the site doesn't vouch for the address", () => {
  const text = renderText(reply("Yes", { chatUrl: null, siteHost: "shop.example" }).blocks);
  expect(text).toContain("https://shop.example/");
  expect(text).not.toContain("/chat");
  expect(renderText(reply("Yes", { chatUrl: null }).blocks)).toContain("open the chat on the pages of Yes");
});

const FORMATTED = "**Bold** *it* `c<d`\n1. one\n2. two\n> said\n```\n<code>\n```\n[Docs](https://docs.example/a?b=1&c)";
const messageIn = (html: string) =>
  /<blockquote class="quote"[^>]*>([\s\S]*?)<\/blockquote>\n<(?:p |table)/.exec(html)?.[1] ?? "";
const withoutStyles = (html: string) => html.replace(/ (style|class)="[^"]*"/g, "");

test("an email shows a reply's formatting in HTML, and reads well as plain text", () => {
  const { blocks } = reply(FORMATTED, { siteName: "Corner shop" });
  expect(withoutStyles(messageIn(renderHtml("", blocks))).split("\n")).toEqual([
    '<div dir="auto"><strong>Bold</strong> <em>it</em> <code dir="ltr">c&lt;d</code></div>',
    '<ol dir="auto" start="1">',
    "<li>one</li>",
    "<li>two</li>",
    "</ol>",
    '<blockquote dir="auto">said</blockquote>',
    '<pre dir="ltr"><code>&lt;code&gt;</code></pre>',
    '<div dir="auto"><a dir="auto" href="https://docs.example/a?b=1&amp;c" rel="noopener noreferrer nofollow">Docs</a> <bdi dir="ltr">(docs.example)</bdi></div>',
  ]);
  expect(renderText(blocks)).toContain(
    ["Bold it c<d", "1. one", "2. two", "> said", "<code>", "Docs (https://docs.example/a?b=1&c)"].join("\n"),
  );
});

test("a visitor's links are text in an email to the owner, with the address they lead to", () => {
  const { blocks } = alert([conversation("1", "[Your bank](https://evil.example/x) https://shop.example/y")]);
  const html = renderHtml("", blocks);
  expect(html).not.toMatch(/href="https:\/\/(evil|shop)\.example/);
  expect(withoutStyles(html)).toContain(
    '<bdi>Your bank</bdi> <bdi dir="ltr">(https://evil.example/x)</bdi> https://shop.example/y',
  );
});

test("an email lists a message's files below its text, and says it only once if the text is their names", () => {
  const files = [
    { name: "<b>_photo_.jpg", size: 2_140_000 },
    { name: "receipt.pdf", size: 812 },
  ];
  const linesOf = (body: string) => {
    const messages = [{ body, createdAt: AT, files }];
    return [alert([{ ...conversation("1", body), messages }]), reply("Corner shop", { messages })].map(({ blocks }) => {
      expect(withoutStyles(renderHtml("", blocks))).toContain(
        '<div dir="auto">&lt;b&gt;_photo_.jpg (2 MB)</div><div dir="auto">receipt.pdf (1 kB)</div></blockquote>',
      );
      return /:\n+((?:> )?(?:Here|<b>)[\s\S]*?receipt\.pdf \(1 kB\))/.exec(renderText(blocks))?.[1]?.split("\n");
    });
  };
  const names = ["<b>_photo_.jpg (2 MB)", "receipt.pdf (1 kB)"];
  const withText = ["Here it is", "", ...names];
  const quoted = (lines: string[]) => lines.map((line) => `> ${line}`);
  expect(linesOf("Here **it** is")).toEqual([quoted(withText), withText]);
  expect(linesOf("<b>_photo_.jpg\nreceipt.pdf")).toEqual([quoted(names), names]);
});

test("an invitation says who invites, who can use its link, how often and for how long", () => {
  const url = `${BASE}/invite#x`;
  const invited = { url, workspaceName: "Fjord", inviter: "Ada", role: "agent", email: "b@x.example" } as const;
  const text = renderText(invitationMail(invited).blocks);
  expect(text).toContain("Ada invited you to Fjord as an agent.");
  expect(text).toContain("Only b@x.example can use this link. It can be used once, and expires in 48 hours.");
});
