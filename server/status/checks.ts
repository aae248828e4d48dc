import type { Check } from "./check.ts";
import { backups } from "./checks/backups.ts";
import { clock } from "./checks/clock.ts";
import { database } from "./checks/database.ts";
import { deliveries } from "./checks/deliveries.ts";
import { disk } from "./checks/disk.ts";
import { inbound } from "./checks/inbound.ts";
import { limits } from "./checks/limits.ts";
import { liveUpdatesCheck } from "./checks/live-updates.ts";
import { mail } from "./checks/mail.ts";
import { mailDomain } from "./checks/mail-domain.ts";
import { proxy } from "./checks/proxy.ts";
import { push } from "./checks/push.ts";
import { queues } from "./checks/queues.ts";
import { secret } from "./checks/secret.ts";
import { version } from "./checks/version.ts";

/** All that the service checks about itself. CHECK_TITLES has their names for people. */
export const CHECKS: readonly Check[] = [
  backups,
  clock,
  database,
  deliveries,
  disk,
  inbound,
  limits,
  liveUpdatesCheck,
  mail,
  mailDomain,
  proxy,
  push,
  queues,
  secret,
  version,
];
