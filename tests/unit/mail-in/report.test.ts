import { expect, test } from "@playwright/test";
import { readReport } from "#platform/mail-in/report.ts";

const POSTFIX = `Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 4AbC
Original-Envelope-Id: 0199-aa+2Bb
Arrival-Date: Fri,  3 Nov 2023 10:00:00 +0100

Final-Recipient: rfc822; gone@a.example
Original-Recipient: rfc822;Gone+2BX@a.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.a.example
Diagnostic-Code: smtp; 550 5.1.1 <gone@a.example>: user
    unknown`;

test("a report of Postfix is read, with the id and the header of the mail that it's about", () => {
  const returned = "Subject: x\nMessage-ID: <m@our.example>\n\nBody\nMessage-ID: <other>";
  expect(readReport(POSTFIX, returned)).toEqual({
    envelopeId: "0199-aa+b",
    headerId: "m@our.example",
    of: [
      {
        address: "gone@a.example",
        original: "Gone+X@a.example",
        action: "failed",
        status: "5.1.1",
        says: "550 5.1.1 <gone@a.example>: user unknown",
      },
    ],
  });
});

test("several recipients, a delay, and what isn't known are read", () => {
  const text = `Reporting-MTA: dns;a\r\n\r\nFinal-Recipient: RFC822; <a@b.example>\r\nAction: Delayed\r\nStatus: 4.4.1 (x)\r\n\r\n
Final-Recipient: rfc822;c@d.example\r\nAction: relayed\r\n\r\nFinal-Recipient: rfc822;e@f.example\r\nAction: failed\r\nDiagnostic-Code: smtp; 552 5.2.2 full`;
  expect(readReport(text)).toEqual({
    envelopeId: null,
    headerId: null,
    of: [
      { address: "a@b.example", original: null, action: "delayed", status: "4.4.1", says: "" },
      { address: "c@d.example", original: null, action: "other", status: "", says: "" },
      { address: "e@f.example", original: null, action: "failed", status: "5.2.2", says: "552 5.2.2 full" },
    ],
  });
});

test("a report with all fields in one group, as Exchange writes it, is read", () => {
  expect(
    readReport("Reporting-MTA: dns;a\nFinal-Recipient: rfc822;a@b.example\nAction: failed\nStatus: 5.7.1"),
  ).toEqual({
    envelopeId: null,
    headerId: null,
    of: [{ address: "a@b.example", original: null, action: "failed", status: "5.7.1", says: "" }],
  });
});

test("a text without a recipient isn't a report, and a report on 1,000 has the first 100", () => {
  for (const text of ["", "hello", "Reporting-MTA: dns;a"]) expect(readReport(text)).toBe(null);
  const many = Array.from({ length: 1_000 }, (_, at) => `Final-Recipient: rfc822;a${at}@b.example\nAction: failed`);
  expect(readReport(many.join("\n\n"))?.of).toHaveLength(100);
});
