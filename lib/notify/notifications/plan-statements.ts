import { Prisma } from "#prisma-client";
import { PEOPLE } from "../../base/access/statements.ts";
import { SAID_SEQ } from "../../desk/messages/said-statements.ts";
import { looksUntil } from "../../desk/presence/statements.ts";
import { HEALTHY, isChannelOf } from "../../outbox/channels/statements.ts";
import { emailedSeq, isEmailedTo } from "../../outbox/mail-queue/statements.ts";
import { ADD_NOTIFICATION_JOB } from "../../outbox/notification-queue/statements.ts";
import { conversationData, storeDeliveries } from "../../outbox/webhooks/statements.ts";
import { joinEmailed, needsEmail, STORE_EMAILS } from "./alert-email-statements.ts";
import { ENDED_BY, whenEnded } from "./alert-end-statements.ts";

/*
 * What becomes of the alerts that are due: one statement, of the pieces below. `due` are the locked rows, with SAID_SEQ as their
 * `last_seq`, `stage` is how far each has come, `person` who may be notified, `target` through which channels, and `next` what the alert does afterwards.
 */

// Another process may have planned an alert between this statement's snapshot and its lock. Only because the alert's own
// row is locked too does PostgreSQL check again whether it's due.
// What's the same for every batch is part of the text. For a parameter, PostgreSQL would plan each batch again, which takes
// longer than running it.
const due = (limit: number) => Prisma.sql`
  due AS MATERIALIZED (
    SELECT c.id, c.workspace_id, c.site_id, c.visitor_id, c.assignee_id, ${SAID_SEQ} AS last_seq, c.owner_read_seq, c.owner_mail_id,
      c.owner_mailed_seq, w.owner_id, w.shared_at IS NOT NULL AS is_shared, v.is_test, s.escalation_minutes AS minutes, a.since, a.seq, a.round, a.level,
      a.ended_at IS NOT NULL OR c.owner_read_seq >= a.first_seq AS is_new,
      NOT v.is_test AND a.due_at < now() - interval '1 hour' AS is_late,
      ${ENDED_BY} AS ended_by
    FROM alerts a JOIN conversations c ON c.id = a.conversation_id
      JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id JOIN workspaces w ON w.id = c.workspace_id
    WHERE a.due_at <= now() ORDER BY a.due_at LIMIT ${Prisma.raw(`${limit}`)}
    FOR NO KEY UPDATE OF a, c SKIP LOCKED
  )`;

// A new wait begins from the start.
const STAGE = Prisma.sql`
  stage AS MATERIALIZED (
    SELECT d.*, CASE
        WHEN d.is_test OR d.minutes IS NULL THEN 0
        -- The site's minutes may have grown since.
        ELSE greatest(d.level, least(2, floor(extract(epoch FROM now() - d.since) / 60 / d.minutes)))::int
      END AS reached
    FROM (
      SELECT id, workspace_id, site_id, visitor_id, assignee_id, last_seq, owner_read_seq, owner_mail_id, owner_mailed_seq,
        owner_id, is_shared, is_test, minutes, is_new, is_late, ended_by,
        CASE WHEN is_new THEN now() ELSE since END AS since,
        CASE WHEN is_new THEN 0 ELSE seq END AS seq,
        CASE WHEN is_new THEN 0 ELSE round END AS round,
        CASE WHEN is_new THEN 0 ELSE level END AS level
      FROM due
    ) d
  )`;

// Who takes care of an assigned conversation, unless they're away, in quiet hours or notified of nothing.
const ASSIGNEE = Prisma.sql`(
    SELECT user_id FROM ${PEOPLE(Prisma.sql`d`)}
    WHERE m.user_id = d.assignee_id AND m.notify_about <> 'none'
      AND is_available(now(), m.is_available, m.schedule, m.time_zone)
      AND quiet_end(now(), u.time_zone, u.quiet_from, u.quiet_until) IS NULL
  )`;

// An assigned conversation concerns its assignee, and any other one everybody who wants that, or everybody if no one does. The
// last level is everyone's.
const PERSON = Prisma.sql`
  person AS MATERIALIZED (
    SELECT d.*, d.looks_until IS NOT NULL AS is_looking
    FROM (
      SELECT d.*, u.id AS user_id,
        CASE WHEN NOT d.is_test THEN quiet_end(now(), u.time_zone, u.quiet_from, u.quiet_until) END AS quiet_end,
        CASE WHEN NOT d.is_test THEN ${looksUntil(Prisma.sql`u.id`, Prisma.sql`d.id`)} END AS looks_until
      FROM (
        SELECT *, CASE WHEN assignee_id IS NOT NULL AND reached < 2 THEN ${ASSIGNEE} END AS only_id FROM stage d
      ) d CROSS JOIN ${PEOPLE(Prisma.sql`d`)}
      WHERE d.ended_by IS NULL AND CASE
        WHEN d.is_test OR d.reached = 2 THEN m.notify_about <> 'none'
        WHEN d.only_id IS NOT NULL THEN m.user_id = d.only_id
        ELSE m.notify_about = 'all' OR m.notify_about = 'mine' AND (
          m.user_id = d.assignee_id AND is_available(now(), m.is_available, m.schedule, m.time_zone)
          OR NOT EXISTS (SELECT FROM ${PEOPLE(Prisma.sql`d`)} WHERE m.notify_about = 'all')
        )
      END
    ) d
  )`;

// Backups wait for level 1 if another channel of the person works, for this conversation too. Nothing escalates to a person
// within quiet hours.
const TARGET = Prisma.sql`
  target AS MATERIALIZED (
    SELECT t.*, CASE WHEN t.level_now = 2 THEN 2 ELSE t.from_level END AS wanted
    FROM (
      SELECT p.*, CASE WHEN p.quiet_end IS NULL THEN p.reached ELSE 0 END AS level_now, ch.id AS channel_id, ch.kind AS channel, ch.name, CASE WHEN ch.is_backup AND EXISTS (
          SELECT FROM channels h
          WHERE h.user_id = p.user_id AND ${isChannelOf(Prisma.sql`h`, Prisma.sql`p.workspace_id`)}
            AND NOT h.is_backup AND ${HEALTHY} AND NOT EXISTS (
            SELECT FROM notifications n
            WHERE n.conversation_id = p.id AND n.channel_id = h.id AND n.status = 'failed' AND n.seq > p.owner_read_seq
          )
        ) THEN 1 ELSE 0 END AS from_level
      FROM person p JOIN channels ch ON ch.user_id = p.user_id AND ch.stopped_at IS NULL
        AND ${isChannelOf(Prisma.sql`ch`, Prisma.sql`p.workspace_id`)}
    ) t
  )`;

const COLUMNS = Prisma.sql`
  id, job_id, workspace_id, user_id, channel_id, conversation_id, mail_id, channel, name, kind, level, seq, status, reason,
  due_at, created_at, updated_at`;

// A person who looked and left without reading is notified after all: such a row doesn't count.
const NOTE = Prisma.sql`
  note AS (
    INSERT INTO notifications (${COLUMNS})
    SELECT gen_random_uuid(), gen_random_uuid(), t.workspace_id, t.user_id, t.channel_id, t.id, NULL, t.channel, t.name, 'message',
      t.wanted, t.last_seq, CASE WHEN t.reason IS NULL THEN 'pending' ELSE 'skipped' END, t.reason, now(), now(), now()
    FROM (
      SELECT *, CASE
          WHEN is_looking THEN 'looking' WHEN quiet_end IS NOT NULL THEN 'quiet_hours' WHEN is_late THEN 'late'
        END AS reason
      FROM target
    ) t
    WHERE t.wanted <= t.level_now AND NOT EXISTS (
      SELECT FROM notifications n
      WHERE n.conversation_id = t.id AND n.channel_id = t.channel_id AND n.seq >= t.last_seq AND n.level >= t.wanted
        AND (n.reason IS DISTINCT FROM 'looking' OR t.is_looking)
    )
    RETURNING channel, status, CASE WHEN status = 'pending' THEN ${ADD_NOTIFICATION_JOB} END AS job
  )`;

// One for a channel and the end of its person's quiet hours, or for an hour in which no process planned: the id says so.
const SUMMARY = Prisma.sql`
  summary AS (
    INSERT INTO notifications (${COLUMNS})
    SELECT DISTINCT ON (channel_id) md5(channel_id::text || extract(epoch FROM coalesce(quiet_end, date_trunc('hour', now()))))::uuid,
      gen_random_uuid(), workspace_id, user_id, channel_id, NULL::uuid, NULL::uuid, channel, name, 'summary', 0, 0, 'pending', NULL,
      coalesce(quiet_end, now()) + interval '5 seconds', now(), now()
    FROM target
    WHERE NOT is_looking AND (quiet_end IS NOT NULL AND from_level = 0 OR quiet_end IS NULL AND is_late AND wanted <= level_now)
    ORDER BY channel_id
    ON CONFLICT (id) DO NOTHING
    RETURNING channel, status, ${ADD_NOTIFICATION_JOB} AS job
  )`;

const RECIPIENT = {
  conversation: Prisma.sql`p`,
  userId: Prisma.sql`p.user_id`,
  ownerId: Prisma.sql`p.owner_id`,
};

// One email to each person, as long after the first message that none has covered as the setting says.
const emailed = ({ isOn, delaySeconds }: MailSettings) => Prisma.sql`
  emailed AS MATERIALIZED (
    SELECT p.id, p.workspace_id, p.site_id, p.user_id, p.last_seq, p.is_shared, gen_random_uuid() AS mail_id, m.id AS message_id,
      greatest(now(), coalesce(m.created_at, now()) + make_interval(secs => ${Prisma.raw(`${delaySeconds}`)})) AS mail_due_at
    FROM person p ${joinEmailed(RECIPIENT)} LEFT JOIN LATERAL (
      SELECT id, created_at FROM messages
      WHERE conversation_id = p.id AND sender_type = 'visitor' AND deleted_at IS NULL AND seq > greatest(p.owner_read_seq, ${emailedSeq(RECIPIENT)})
      ORDER BY seq LIMIT 1
    ) m ON true
    WHERE ${Prisma.raw(`${isOn}`)} AND NOT p.is_test AND ${needsEmail(RECIPIENT, Prisma.sql`p.last_seq`)} AND ${isEmailedTo(Prisma.sql`p`)}
  ), ${STORE_EMAILS}`;

// If everyone is within quiet hours, escalation starts when the first ones end.
const NEXT = Prisma.sql`
  next AS MATERIALIZED (
    SELECT *, is_looked_at OR is_fresh AS keeps_burst, CASE
        WHEN is_test OR minutes IS NULL THEN NULL
        WHEN wakes_at IS NOT NULL THEN wakes_at + make_interval(mins => minutes)
        WHEN reached < 2 THEN since + make_interval(mins => (reached + 1) * minutes)
      END AS next_level_at
    FROM (
      SELECT s.*, p.looked_at_until IS NOT NULL AS is_looked_at, p.looked_at_until, p.wakes_at,
        s.ended_by IS NULL AND NOT s.is_test AND s.last_seq > s.seq AS is_fresh
      FROM stage s LEFT JOIN (
        SELECT id, min(looks_until) AS looked_at_until,
          CASE WHEN bool_and(quiet_end IS NOT NULL) THEN min(quiet_end) END AS wakes_at
        FROM person GROUP BY id
      ) p ON p.id = s.id
    ) n
  )`;

// Nothing that anyone sees has changed, so it's no new version of the conversation.
const MOVED = Prisma.sql`
  moved AS (
    UPDATE conversations c SET
      owner_mail_id = coalesce(m.mail_id, c.owner_mail_id), alert_id = CASE WHEN n.keeps_burst THEN c.alert_id END
    FROM next n LEFT JOIN emailed m ON m.id = n.id AND NOT m.is_shared
    WHERE c.id = n.id AND (m.mail_id IS NOT NULL OR c.alert_id IS NOT NULL AND NOT n.keeps_burst)
  )`;

/**
 * Makes conversations due that visitors wrote in during the last minutes and that no alert knows: messages that the version
 * before stored during an upgrade, or whatever else went wrong.
 */
export const addMissingAlerts = (limit: number) => Prisma.sql`
  INSERT INTO alerts (conversation_id, first_seq, since, due_at)
  SELECT c.id, c.owner_read_seq + 1, c.last_message_at, now()
  FROM conversations c JOIN sites s ON s.id = c.site_id JOIN visitors v ON v.id = c.visitor_id
    LEFT JOIN alerts a ON a.conversation_id = c.id
  WHERE c.updated_at > now() - interval '15 minutes' AND c.last_message_at > now() - interval '15 minutes'
    AND c.last_message_at < now() - interval '1 minute'
    AND NOT v.is_test AND CASE ${whenEnded(Prisma.sql`c.last_read_by_owner_at >= c.last_message_at`)} END IS NULL
    AND (a.conversation_id IS NULL OR a.due_at IS NULL AND a.seq < ${SAID_SEQ})
  LIMIT ${limit}
  ON CONFLICT (conversation_id) DO UPDATE SET due_at = least(alerts.due_at, excluded.due_at), round = 0
  RETURNING conversation_id`;

// Nobody has read it within the site's minutes.
const IS_WAITING = Prisma.sql`c.ended_by IS NULL AND c.wakes_at IS NULL AND c.reached >= 1 AND c.level < 1`;

const WAITING = Prisma.sql`
  waiting AS (${storeDeliveries(Prisma.sql`
    SELECT c.site_id, c.workspace_id, c.id AS conversation_id, NULL::uuid AS message_id, 'conversation.waiting' AS type,
      ${conversationData(Prisma.sql`jsonb_build_object(
        'since', to_char(c.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`)} AS data
    FROM next c WHERE ${IS_WAITING}`)}
  )`;

const COUNTED = Prisma.sql`
  counted AS (
    SELECT channel, status, count(*)::int AS count FROM (
      SELECT channel, status FROM note
      UNION ALL SELECT channel, status FROM summary
      UNION ALL SELECT channel, status FROM mail_note
    ) planned GROUP BY channel, status
  )`;

type MailSettings = { isOn: boolean; delaySeconds: number };

export type PlannedAlert = {
  conversationId: string;
  workspaceId: string;
  siteId: string;
  visitorId: string;
  /** Since when the visitor waits, if nobody has read it within the site's minutes. */
  waitingSince: Date | null;
  /** How many notifications were planned for all of these alerts. */
  counts: { channel: string; status: string; count: number }[] | null;
  /** How many webhook deliveries were. */
  deliveries: number;
};

/** Plans up to `limit` alerts that are due, and returns PlannedAlerts. */
export const planDue = (limit: number, mail: MailSettings) => Prisma.sql`
  WITH ${due(limit)}, ${STAGE}, ${PERSON}, ${TARGET}, ${NOTE}, ${SUMMARY}, ${emailed(mail)}, ${NEXT}, ${MOVED}, ${WAITING}, ${COUNTED}
  UPDATE alerts a SET
    first_seq = CASE WHEN c.is_new THEN c.owner_read_seq + 1 ELSE a.first_seq END,
    since = coalesce(c.wakes_at, c.since),
    level = CASE WHEN c.wakes_at IS NULL THEN c.reached ELSE c.level END,
    seq = CASE WHEN c.is_looked_at THEN c.seq ELSE c.last_seq END,
    round = CASE WHEN c.is_looked_at THEN c.round WHEN c.is_fresh THEN least(c.round + 1, 2) ELSE 0 END,
    ended_by = coalesce(c.ended_by, CASE WHEN c.is_test THEN 'test' END),
    ended_at = CASE WHEN c.ended_by IS NOT NULL OR c.is_test THEN now() END,
    due_at = CASE
      WHEN c.ended_by IS NOT NULL OR c.is_test THEN NULL
      WHEN c.is_looked_at THEN c.looked_at_until
      -- Messages of a burst are planned after 30 s, a minute, and then every 2 minutes.
      WHEN c.is_fresh THEN least(now() + interval '30 seconds' * 2 ^ c.round, c.next_level_at)
      ELSE c.next_level_at
    END
  FROM next c WHERE a.conversation_id = c.id
  RETURNING c.id AS "conversationId", c.workspace_id AS "workspaceId", c.site_id AS "siteId", c.visitor_id AS "visitorId",
    CASE WHEN ${IS_WAITING} THEN c.since END AS "waitingSince", (SELECT json_agg(counted) FROM counted) AS counts,
    (SELECT count(*)::int FROM waiting) AS deliveries`;
