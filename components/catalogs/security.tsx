import type { ReactNode } from "react";
import { catalog, plural } from "#platform/catalog.ts";

/** Two-factor login. */
export const securityCopy = catalog("security", {
  title: "Two-factor login",
  hint: "Log in with your password and a code from an app on your phone.",
  off: "Off",
  setUp: "Set up",
  onSince: (date: ReactNode) => <>On since {date}</>,
  codesLeft: (count: number) => plural(count, { one: "1 recovery code left", other: "# recovery codes left" }),
  newCodes: "New recovery codes",
  newCodesHint: "The codes you have now stop working.",
  turnOff: "Turn off",
  turnOffTitle: "Turn off two-factor login?",
  turnOffHint: "Your password alone will be enough to log in.",
  turnedOff: "Two-factor login is off.",
  turnedOn: "Two-factor login is on.",
  required: (workspace: ReactNode, from: ReactNode) => (
    <>
      {workspace} requires two-factor login from {from}.
    </>
  ),
  requiredTitle: (workspace: string) => `${workspace} requires two-factor login`,
  requiredHint: "Set it up to open the workspace.",
  stillRequired: "One of your workspaces requires two-factor login, so it can’t be turned off.",
  changedMeanwhile: "Two-factor login was changed in another tab. Reload this page.",
  otherWorkspaces: "Your other workspaces",
  setItUp: "Set it up",
  bannerLabel: "Two-factor login",

  continue: "Continue",
  scan: "Scan this code with an authenticator app, then enter the six digits it shows.",
  qrLabel: "QR code for your authenticator app",
  cannotScan: "Can’t scan it? Enter this key:",
  key: "Key",
  turnOn: "Turn on",
  codeOrRecovery: "From your authenticator app, or a recovery code.",

  saveCodes: "Save these recovery codes",
  saveCodesHint: "Each works once if you lose your phone. They won’t be shown again.",
  download: "Download",
  fileName: "site-inbox-recovery-codes.txt",
  codesSaved: "I’ve saved them",
});
