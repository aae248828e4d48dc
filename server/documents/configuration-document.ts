import { deprecatedSettings, describeSettings, type SettingDescription } from "#platform/env.ts";
import { SECRETS } from "../process/secret-files.ts";

/** The sections of docs/configuration.md, each with its first setting. */
const SECTIONS: Record<string, string> = {
  BASE_URL: "Address and processes",
  DATA_DIR: "Database",
  AUTH_SECRET: "Secrets",
  SMTP_URL: "Email and webhooks",
  TELEGRAM_BOT_TOKEN: "Telegram",
  OIDC_ISSUER: "Login provider",
  FILES_S3_ENDPOINT: "Files in S3",
  BACKUP_TO: "Backups",
  LOG_LEVEL: "Logs and metrics",
  RATE_LIMITS: "Limits",
};

const INTRODUCTION = `<!-- Written by npm run docs from platform/env.ts. -->

# Configuration

Set these as environment variables, or copy \`.env.example\` to \`.env\`. Every setting is optional, and a blank one counts
as unset. An invalid setting stops the start with one line that names it and says why.

Secrets can be in files. Each of these names a file that's read in place of the setting:
${SECRETS.map((name) => `\`${name}_FILE\``).join(", ")}.
`;

const LIMITS_NOTE = `
Past a limit, requests get a 429 with \`Retry-After\`. Requests are counted in a sliding window, and the counts are shared
between processes once a second ([decision 13](decisions/0013-limits.md)).
`;

const DEPRECATED_NOTE = `
### Deprecated settings

These still apply if they're set, and the service logs a line about each at its start. Set the other one instead before
the day that [versions](versions.md#how-notice-is-given) names.

| setting | set instead | without it |
| --- | --- | --- |
`;

function sectionsOf(settings: SettingDescription[]): { heading: string; settings: SettingDescription[] }[] {
  const sections: { heading: string; settings: SettingDescription[] }[] = [];
  for (const setting of settings) {
    const heading = SECTIONS[setting.name];
    if (heading !== undefined) sections.push({ heading, settings: [] });
    sections.at(-1)?.settings.push(setting);
  }
  return sections;
}

/** Returns docs/configuration.md: a table for each section. */
export function configurationDocument(): string {
  const parts = sectionsOf(describeSettings()).map(({ heading, settings }) => {
    const rows = settings.map(({ name, description, unset }) => `| \`${name}\` | ${unset} | ${description} |`);
    const note = heading === "Limits" ? LIMITS_NOTE : "";
    return `\n## ${heading}\n${note}\n| setting | default | what it does |\n| --- | --- | --- |\n${rows.join("\n")}\n`;
  });
  const deprecated = deprecatedSettings().map(
    ({ name, setting, without }) => `| \`${name}\` | \`${setting}\` | ${without.replace(setting, "`$&`")} |`,
  );
  return `${INTRODUCTION + parts.join("")}${DEPRECATED_NOTE}${deprecated.join("\n")}\n`;
}

const COMMENT_WIDTH = 110;

// Wraps a text into comment lines.
function asComment(text: string): string {
  const lines: string[] = [];
  for (const word of text.replaceAll("`", "").split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + word.length < COMMENT_WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines.join("\n");
}

const HEADER =
  "# Every setting is optional. Copy this file to .env and remove the # in front of the ones you want to change.\n";

/** Returns .env.example: every setting, commented out, with its default or an example. */
export function sampleEnvironment(): string {
  const parts = sectionsOf(describeSettings()).map(({ heading, settings }) => {
    const lines = settings.map(({ name, description, example }) => `${asComment(description)}\n#${name}=${example}`);
    return `\n# ${heading}\n\n${lines.join("\n")}\n`;
  });
  return HEADER + parts.join("");
}
