/** The tests that may be skipped where CI is set, each with the reason. Any other skip fails the run there. */
export const ALLOWED_SKIPS: { title: RegExp; reason: string }[] = [
  {
    title: /^in (Firefox|WebKitGTK|Chromium with notifications)\b/,
    reason: "The browser isn't part of the project's image; the e2e tests always run in Chromium.",
  },
  {
    title: /^a full Chromium /,
    reason: "The project's image has Chromium's headless shell alone; the manifest and its icons are always tested.",
  },
  {
    title: /^behind (nginx|caddy|haproxy),/i,
    reason: "The proxy isn't part of the project's image; the test runs wherever the proxy is installed.",
  },
  {
    title: /^in Prometheus, /,
    reason: "Prometheus isn't part of the project's image; the metrics that the alerts name are always tested.",
  },
  {
    title: /^with a network: /,
    reason: "The machine may have no network; shares of connections are always tested on their own.",
  },
  {
    title: /^the real clamd /,
    reason: "clamd isn't part of the project's image; its protocol is always tested with a receiver that checks it.",
  },
  {
    title: /^the real Dovecot /,
    reason: "Dovecot isn't part of the project's image; what follows an email's arrival is always tested by post.",
  },
  {
    title: /^the real Postfix /,
    reason:
      "Postfix isn't part of the project's image, and needs root; what follows an email's arrival is always tested by post.",
  },
  {
    title: /^the shell script for Postfix /,
    reason: "openssl and curl aren't part of the project's image; the same signature is always tested with Node.",
  },
  {
    title: /^the image that buildah builds /,
    reason: "It needs root, buildah and base images; the Dockerfile's steps and what they leave are always tested.",
  },
  {
    title: /^on a disk of its own, /,
    reason: "Only root can make a disk; an installation that fails is always tested.",
  },
  {
    title: /^a list of all packages \(SBOM\) /,
    reason: "npm before 10, which Debian 12 and 13 have, can't write the list; the project's image has a newer one.",
  },
  {
    title: /^the sample code for (PHP|Ruby|Go) /,
    reason: "The language isn't part of the project's image; the Node version of the same code always runs.",
  },
  {
    title: /^the (php|ruby|go) in docs\/webhooks\.md /,
    reason: "The language isn't part of the project's image; the Node version of the same code always runs.",
  },
];
