import { type Clock, systemClock } from "#client/clock.ts";
import { notificationsCopy } from "#components/catalogs/notifications.tsx";
import type { Known } from "#components/live/known-conversations.ts";
import type { LiveInbox } from "#components/live/live-inbox.ts";
import { showToast } from "#components/ui/toast.tsx";
import type { NotificationSettingsJson, QuietHours } from "#lib/team/notification-settings/schema.ts";
import { supportedZone } from "#platform/supported-zone.ts";
import { createNewsReader } from "./news.ts";
import { createSpeaker, type SoundName, type Speaker } from "./speaker.ts";

/** A message that a tab with its conversation in view marks as read meanwhile makes no sound. */
const SETTLE_MS = 1_000;
/** The messages of a burst make one sound. */
const APART_MS = 5_000;
export const REPEAT_MS = 20_000;
const GESTURES = ["pointerdown", "pointerup", "keydown"] as const;

type Turn = "ours" | "another tab's" | "none";

type Options = {
  settings: NotificationSettingsJson;
  known: () => Known;
  play: (sound: SoundName) => void;
  /** Which of the browser's tabs plays, if one may. */
  whoseTurn: () => Promise<Turn>;
  onBlocked: () => void;
  clock?: Clock;
};

/** Decides when a new message sounds: while it's unread, once or repeatedly, and not within quiet hours. */
export function createAlertSound({ settings, known, play, whoseTurn, onBlocked, clock = systemClock }: Options) {
  const { sound, repeatSound, quietHours } = settings;
  const heard = new Set<string>();
  let soundedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};

  const schedule = (ms: number) => {
    cancel();
    cancel = clock.after(ms, () => void alert());
  };

  const alert = async () => {
    for (const id of heard) if (!isUnread(known().get(id))) heard.delete(id);
    if (heard.size === 0 || sound === "none") return;
    if (!quietHours || !isQuiet(quietHours, new Date(clock.now()))) {
      soundedAt = clock.now();
      const turn = await whoseTurn();
      if (turn === "ours") play(sound);
      if (turn === "none") onBlocked();
    }
    if (repeatSound) schedule(REPEAT_MS);
    else heard.clear();
  };

  return {
    hear: (conversationIds: readonly string[]) => {
      for (const id of conversationIds) heard.add(id);
      schedule(Math.max(SETTLE_MS, soundedAt + APART_MS - clock.now()));
    },
    stop: () => cancel(),
  };
}

const isUnread = (conversation: ReturnType<Known["get"]>) =>
  conversation?.status === "open" && conversation.unreadCount > 0 && !conversation.spam && !conversation.snoozed;

/** Whether a moment is within quiet hours. */
export function isQuiet({ from, until, timeZone }: QuietHours, now: Date): boolean {
  const options = { timeZone: supportedZone(timeZone), hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const time = new Intl.DateTimeFormat("en-GB", options).format(now);
  return from < until ? time >= from && time < until : time >= from || time < until;
}

type Start = { settings: NotificationSettingsJson; since: string; name: string; inbox: Pick<LiveInbox, "known"> };

/** Plays the chosen sound for new messages, until the returned function is called. */
export function startAlertSound({ settings, since, name, inbox: { known } }: Start): () => void {
  const speaker = createSpeaker();
  const tabs = joinSoundingTabs(name, speaker);
  const alert = createAlertSound({
    settings,
    known: known.get,
    play: (sound) => void speaker.play(sound),
    whoseTurn: tabs.whoseTurn,
    onBlocked: sayOnce(),
  });
  const readNews = createNewsReader(since);
  readNews(known.get());
  const unsubscribe = known.subscribe(() => {
    const news = readNews(known.get());
    if (news.length === 0) return;
    void tabs.join();
    alert.hear(news.map(({ conversation }) => conversation.id));
  });
  return () => {
    unsubscribe();
    alert.stop();
    tabs.leave();
    speaker.close();
  };
}

/**
 * Chooses the tab that plays: the first that its browser lets. Without Web Locks (plain http), each tab is on its own.
 */
function joinSoundingTabs(sessionName: string, speaker: Speaker) {
  const locks = navigator.locks as LockManager | undefined;
  const name = `site-inbox:sound:${sessionName}`;
  const ending = new AbortController();
  const { signal } = ending;
  let isOurs = false;
  let hasJoined = false;

  const join = async () => {
    if (hasJoined || !(await speaker.isAllowed()) || hasJoined || signal.aborted) return;
    hasJoined = true;
    if (!locks) isOurs = true;
    const hold = () => {
      isOurs = true;
      return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
    };
    locks?.request(name, { signal }, hold).catch(() => undefined);
  };

  for (const type of GESTURES) addEventListener(type, () => void join(), { signal });
  if (navigator.userActivation?.hasBeenActive) void join();

  return {
    join,
    whoseTurn: async (): Promise<Turn> => {
      if (isOurs) return "ours";
      const { held = [] } = (await locks?.query()) ?? {};
      return held.some((lock) => lock.name === name) ? "another tab's" : "none";
    },
    leave: () => ending.abort(),
  };
}

/** Says that the browser played no sound, once, when the page is in view. */
function sayOnce(): () => void {
  let hasSaid = false;
  return () => {
    if (hasSaid) return;
    hasSaid = true;
    const say = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", say);
      showToast({ words: notificationsCopy.sound.wasBlocked });
    };
    document.addEventListener("visibilitychange", say);
    say();
  };
}
