import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

const FAST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

// Gauges with a counter's suffix, which Prometheus' checks reject. The same numbers are there by type, without it.
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates one process's metrics. Labels have few values that we choose: never a path, an address or an id. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a table with an entry for each metric.
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return {
    registry,
    requests: new Histogram({
      name: "site_inbox_http_request_duration_seconds",
      help: "Responses without event streams, by the pattern of their route.",
      labelNames: ["method", "route", "status"],
      buckets: FAST_SECONDS,
      registers,
    }),
    problems: new Counter({
      name: "site_inbox_problems_total",
      help: "Error responses by code.",
      labelNames: ["code"],
      registers,
    }),
    limits: new Counter({
      name: "site_inbox_limits_reached_total",
      help: "Requests that were refused because of a limit, by the limit.",
      labelNames: ["limit"],
      registers,
    }),
    changes: new Counter({
      name: "site_inbox_changes_total",
      help: "Committed changes that were published to event streams, by kind. A stored message has the kind message.",
      labelNames: ["kind"],
      registers,
    }),
    uploads: new Counter({
      name: "site_inbox_uploads_total",
      help: "Uploaded files by result: stored, or the error code.",
      labelNames: ["result"],
      registers,
    }),
    uploadedBytes: new Counter({
      name: "site_inbox_uploaded_bytes_total",
      help: "Bytes of uploaded files that were stored.",
      registers,
    }),
    thumbnails: new Counter({
      name: "site_inbox_thumbnails_total",
      help: "Pictures by what happened to their thumbnails: made, failed (can't be decoded) or unavailable (retried).",
      labelNames: ["result"],
      registers,
    }),
    scans: new Counter({
      name: "site_inbox_scans_total",
      help: "Files that were sent to the virus scanner, by its result: clean, infected, or unavailable if there was no result.",
      labelNames: ["result"],
      registers,
    }),
    storageFailures: new Counter({
      name: "site_inbox_storage_failures_total",
      help: "Failed file storage operations: refused, timeout, unavailable or full.",
      labelNames: ["failure"],
      registers,
    }),
    woken: new Counter({
      name: "site_inbox_woken_total",
      help: "Snoozed conversations that were woken because their time was over.",
      registers,
    }),
    awayTexts: new Counter({
      name: "site_inbox_away_texts_total",
      help: "Away texts that were sent to visitors.",
      registers,
    }),
    receivedMails: new Counter({
      name: "site_inbox_received_mails_total",
      help: "Received emails by how they came and what became of them.",
      labelNames: ["source", "outcome"],
      registers,
    }),
    inboundDelay: new Histogram({
      name: "site_inbox_inbound_delay_seconds",
      help: "Seconds from an email's arrival, in the mailbox or by post, until it's a message.",
      labelNames: ["source"],
      buckets: [1, 2, 5, 10, 30, 60, 300, 1800, 7200],
      registers,
    }),
    bounces: new Counter({
      name: "site_inbox_bounces_total",
      help: "Reports that an email couldn't be delivered, and refusals of its address, by what came of them.",
      labelNames: ["outcome"],
      registers,
    }),
    ratings: new Counter({
      name: "site_inbox_ratings_total",
      help: "Conversations that visitors rated, and ratings that they changed, in the widget or with an email's link.",
      labelNames: ["via"],
      registers,
    }),
    autoClosed: new Counter({
      name: "site_inbox_auto_closed_total",
      help: "Conversations that were closed automatically, after their site's days without a message.",
      registers,
    }),
    assignments: new Counter({
      name: "site_inbox_assignments_total",
      help: "Conversations that were assigned, by how: claim (by a reply), assign, unassign, turn or given_back (by round robin), or lost to someone faster.",
      labelNames: ["how"],
      registers,
    }),
    staleReplies: new Counter({
      name: "site_inbox_stale_replies_total",
      help: "Replies, closes and notes that were refused because a colleague wrote meanwhile, by what sent them.",
      labelNames: ["via"],
      registers,
    }),
    secondFactors: new Counter({
      name: "site_inbox_second_factors_total",
      help: "Codes of two-factor login that were checked, by result: accepted, recovery, or why they were refused.",
      labelNames: ["result"],
      registers,
    }),
    oidcLogins: new Counter({
      name: "site_inbox_oidc_logins_total",
      help: "Logins through the OpenID Connect provider by result: begun, or how they ended.",
      labelNames: ["result"],
      registers,
    }),
    notifications: new Counter({
      name: "site_inbox_notifications_planned_total",
      help: "Notifications that were planned, by channel and status: pending, queued as an email, or skipped.",
      labelNames: ["channel", "status"],
      registers,
    }),
    deliveries: new Histogram({
      name: "site_inbox_delivery_duration_seconds",
      help: "What was sent on to a mail server (mail), an endpoint (webhook) or in a batch to streams (live), by result.",
      labelNames: ["to", "result"],
      buckets: SLOW_SECONDS,
      registers,
    }),
    jobs: new Histogram({
      name: "site_inbox_job_duration_seconds",
      help: "Jobs that were carried out, by queue and outcome.",
      labelNames: ["queue", "outcome"],
      buckets: SLOW_SECONDS,
      registers,
    }),
    statements: new Histogram({
      name: "site_inbox_database_statement_seconds",
      help: "Statements of requests, with the wait for a connection.",
      buckets: FAST_SECONDS,
      registers,
    }),
    statementFailures: new Counter({
      name: "site_inbox_database_failures_total",
      help: "Statements that failed, by SQLSTATE, or none where the database said nothing.",
      labelNames: ["sqlstate"],
      registers,
    }),
  };
}
