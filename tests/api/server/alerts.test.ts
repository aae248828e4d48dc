import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../../../server/http/free-port.ts";
import { runCommand } from "../../support/command.ts";
import { installedProgram } from "../../support/installed-program.ts";
import { mailWorld } from "../../support/mail-world.ts";
import { startProgram } from "../../support/start-program.ts";

const METRICS_TOKEN = "a-token-for-metrics-3";
// Twice as many as the alert needs: some are being retried while it looks.
const OWNERS = 6;
const PROMETHEUS = installedProgram("prometheus");
const PROMTOOL = installedProgram("promtool");

type Alert = { labels: { alertname: string; queue?: string }; state: string };

/** Starts a Prometheus that scrapes a service each second and has the alerts of docs/operating; returns its address. */
async function startPrometheus(stack: AsyncDisposableStack, path: string, service: string): Promise<string> {
  const folder = test.info().outputPath();
  const port = await freePort("127.0.0.1");
  const settings = {
    global: { scrape_interval: "1s", evaluation_interval: "1s" },
    rule_files: [resolve("docs/operating/alerts.yml")],
    scrape_configs: [
      {
        job_name: "site-inbox",
        authorization: { credentials: METRICS_TOKEN },
        static_configs: [{ targets: [service] }],
      },
    ],
  };
  const file = join(folder, "prometheus.yml");
  // JSON is YAML.
  await writeFile(file, JSON.stringify(settings));
  const listens = `--web.listen-address=127.0.0.1:${port}`;
  startProgram(stack, {
    path,
    args: [`--config.file=${file}`, `--storage.tsdb.path=${join(folder, "data")}`, listens],
  });
  return `http://127.0.0.1:${port}`;
}

test("in Prometheus, only the alert about sending fires while the mail server refuses everything", async () => {
  test.skip(PROMETHEUS === undefined, "Prometheus is not installed");
  test.slow();
  await using stack = new AsyncDisposableStack();
  const world = await mailWorld({ JOBS: "on", METRICS_TOKEN });
  stack.defer(world.close);
  const prometheus = await startPrometheus(stack, PROMETHEUS ?? "", new URL(world.baseUrl).host);
  const get = async (path: string) => {
    const response = await fetch(`${prometheus}/api/v1/${path}`).catch(() => undefined);
    return response?.ok ? (await response.json()).data : undefined;
  };
  // A busy host may make the one about a busy process pending.
  const firing = async () => {
    const { alerts }: { alerts: Alert[] } = await get("alerts");
    return alerts
      .filter(({ state }) => state === "firing")
      .map(({ labels }) => [labels.alertname, labels.queue].join(" ").trim());
  };
  await expect.poll(async () => (await get("query?query=up"))?.result[0]?.value[1], { timeout: 30_000 }).toBe("1");
  expect(await firing()).toEqual([]);

  world.server.setReplies([{ at: "rcpt", reply: { code: 451, text: "4.3.0 Not now" } }]);
  for (let at = 0; at < OWNERS; at += 1) await world.newOwner({ confirmed: false });
  await expect.poll(firing, { timeout: 90_000 }).toEqual(["SiteInboxSendingFails mail"]);
});

// What's measured for an hour and a half, and the alert that fires by then.
const MEASURED: [string, series: string, value: number, alert?: string][] = [
  ["no good backup for two days", "site_inbox_backup_age_seconds", 172_801, 'alertname="SiteInboxNotBackedUp"'],
  ["yesterday's backup", "site_inbox_backup_age_seconds", 90_000],
  ["three failed backups", "site_inbox_backup_failures", 3, 'alertname="SiteInboxNotBackedUp"'],
  ["no folder for backups", 'site_inbox_check{check="backups"}', 2, 'alertname="SiteInboxNotBackedUp"'],
  ["a full disk", 'site_inbox_check{check="disk"}', 2, 'alertname="SiteInboxCheckFails",check="disk"'],
  ["a disk that needs attention", 'site_inbox_check{check="disk"}', 1],
  [
    "a mailbox that isn't read",
    'site_inbox_check{check="inbound"}',
    2,
    'alertname="SiteInboxCheckFails",check="inbound"',
  ],
  ["no checks", "site_inbox_checked_seconds", 601, 'alertname="SiteInboxNotChecked"'],
];

test("each alert about backups and checks fires for what it's about, and for nothing less", async () => {
  test.skip(PROMTOOL === undefined, "Prometheus is not installed");
  const tests = MEASURED.map(([name, series, value, alert]) => ({
    name,
    interval: "1m",
    input_series: [{ series, values: `${value}+0x90` }],
    promql_expr_test: [
      {
        expr: "ALERTS",
        eval_time: "90m",
        exp_samples: alert === undefined ? [] : [{ labels: `ALERTS{alertstate="firing",${alert}}`, value: 1 }],
      },
    ],
  }));
  const file = test.info().outputPath("alerts.json");
  await writeFile(file, JSON.stringify({ rule_files: [resolve("docs/operating/alerts.yml")], tests }));
  const { code, output } = await runCommand(PROMTOOL ?? "", ["test", "rules", file], {
    signal: AbortSignal.timeout(30_000),
  });
  expect(code, output).toBe(0);
});
