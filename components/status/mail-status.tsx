import { mailStatusCopy } from "#components/catalogs/mail-status.tsx";
import { Moment } from "#components/time/moment.tsx";
import { SettingsSection } from "#components/ui/settings-section.tsx";
import type { MailStatusJson } from "#lib/notify/mail-status/schema.ts";
import { FindingRows } from "./finding-rows.tsx";
import { MailSetup } from "./mail-setup.tsx";
import { MailTest } from "./mail-test.tsx";
import { ReceivedMails } from "./received-mails.tsx";

/** Whether email works in both directions, and the next step if something is missing. */
export function MailStatus({ status }: { status: MailStatusJson }) {
  const { next, records, test, received } = status;
  return (
    <>
      {next === "none" && <p className="text-lg font-medium">{verdictOf(status)}</p>}
      {next !== "none" && (
        <SettingsSection title={mailStatusCopy.setup} hint={mailStatusCopy.setupHint}>
          <MailSetup next={next} />
        </SettingsSection>
      )}
      {next !== "smtp" && (
        <SettingsSection title={mailStatusCopy.ways}>
          <FindingRows label={mailStatusCopy.ways} rows={waysOf(status)} />
        </SettingsSection>
      )}
      {records.length > 0 && (
        <SettingsSection title={mailStatusCopy.records} hint={mailStatusCopy.recordsHint}>
          <FindingRows
            label={mailStatusCopy.records}
            rows={records.map(({ what, domain, ...found }) => ({
              key: what,
              title: (
                <>
                  {mailStatusCopy.recordNames[what]} · <bdi>{domain}</bdi>
                </>
              ),
              ...found,
            }))}
          />
        </SettingsSection>
      )}
      {next !== "smtp" && (
        <SettingsSection title={mailStatusCopy.test} hint={mailStatusCopy.testHint}>
          <MailTest test={test} canSend={next === "first" || next === "none"} />
        </SettingsSection>
      )}
      {(received.length > 0 || next === "none" || next === "first") && (
        <SettingsSection title={mailStatusCopy.received} hint={mailStatusCopy.receivedHint}>
          <ReceivedMails received={received} />
        </SettingsSection>
      )}
    </>
  );
}

function verdictOf({ out, in: ways, bounces, records }: MailStatusJson): string {
  const found = [out, ...ways, bounces, ...records];
  const count = (wanted: typeof out.state) => found.filter(({ state }) => state === wanted).length;
  if (count("failing") > 0) return mailStatusCopy.fails(count("failing"));
  return count("warning") > 0 ? mailStatusCopy.worksWith(count("warning")) : mailStatusCopy.works;
}

function waysOf({ out, in: ways, bounces, leftAlone, lastReceivedAt }: MailStatusJson) {
  const isShown = lastReceivedAt !== null || leftAlone > 0;
  const more = isShown && (
    <>
      {lastReceivedAt && mailStatusCopy.lastReceived(<Moment at={lastReceivedAt} form="past" />)}{" "}
      {leftAlone > 0 && mailStatusCopy.leftAlone(leftAlone)}
    </>
  );
  return [
    { key: "out", title: mailStatusCopy.out, ...out },
    ...ways.map((way, at) => ({
      key: `in ${way.says}`,
      title: mailStatusCopy.in,
      ...way,
      ...(at === 0 && more && { more }),
    })),
    { key: "bounces", title: mailStatusCopy.bounces, ...bounces },
  ];
}
