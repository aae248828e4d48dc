type Reported = {
  /** The Message-ID of the email that it's about, in the header that's returned, without angle brackets. */
  headerId?: string;
  envelopeId?: string;
  recipient: string;
  action?: string;
  status?: string;
  says?: string;
};

/** Writes the report that a server sends about an email that it couldn't deliver, as Postfix does. */
export function deliveryReport(about: Reported, to = "inbox@inbox.example"): Buffer<ArrayBuffer> {
  const { headerId, envelopeId, recipient, action = "failed", status = "5.1.1" } = about;
  const { says = `550 ${status} <${recipient}>: User unknown` } = about;
  const lines = [
    "Return-Path: <>",
    "From: Mail Delivery System <MAILER-DAEMON@mx.example>",
    `To: ${to}`,
    "Subject: Undelivered Mail Returned to Sender",
    "Date: Sun, 29 Nov 2026 10:00:00 +0000",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="edge"',
    "",
    "--edge",
    "Content-Type: text/plain",
    "",
    "Your message could not be delivered.",
    "--edge",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.example",
    ...(envelopeId ? [`Original-Envelope-Id: ${envelopeId}`] : []),
    "",
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${says}`,
    "",
    "--edge",
    "Content-Type: text/rfc822-headers",
    "",
    "Subject: Hi",
    ...(headerId ? [`Message-ID: <${headerId}>`] : []),
    "",
    "--edge--",
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}
