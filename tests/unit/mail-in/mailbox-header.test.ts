import { expect, test } from "@playwright/test";
import { hasDeliveryStatus, idsIn, readMailboxHeader } from "#lib/notify/mail-in/mailbox-header.ts";

const read = (...lines: string[]) => readMailboxHeader(Buffer.from(`${lines.join("\r\n")}\r\n\r\n`));

test("the recipients of an email are in the fields of its way and of its writer, each once", () => {
  const { recipients, from, mayBeReport } = read(
    "Return-Path: <bounce@b.example>",
    "Delivered-To: inbox+x@in.example",
    "From: Grace <grace@b.example>",
    "To: Kiln Street <inbox+x@in.example>,",
    " other@in.example",
    "Cc: third@in.example",
  );
  expect(recipients).toEqual(["inbox+x@in.example", "other@in.example", "third@in.example"]);
  expect([from, mayBeReport]).toEqual(["bounce@b.example", false]);
});

test("the envelope's sender is empty only if the server says so", () => {
  expect(read("Return-Path: <>", "From: a@b.example")).toMatchObject({ from: "", mayBeReport: false });
  expect(read("From: a@b.example")).toMatchObject({ from: "a@b.example", mayBeReport: false });
  expect(read("To: a@b.example")).toMatchObject({ from: "unknown", mayBeReport: false });
});

test("a report is recognized by its type, and by a part about the delivery", () => {
  expect(read("From: a@b.example", "Content-Type: multipart/report; boundary=x").mayBeReport).toBe(true);
  // A vacation's response names what it responds to.
  expect(read("Return-Path: <>", "From: MAILER-DAEMON@b.example", "In-Reply-To: <x@a.example>").mayBeReport).toBe(
    false,
  );
  expect(read("From: a@b.example", "Content-Type: multipart/mixed").mayBeReport).toBe(false);
  expect(hasDeliveryStatus("--x\r\nContent-Type: message/delivery-status\r\n\r\n")).toBe(true);
  expect(hasDeliveryStatus("--x\r\ncontent-type:\r\n message/global-delivery-status; charset=utf-8\r\n")).toBe(true);
  for (const type of ["message/disposition-notification", "text/plain; name=message/delivery-status"])
    expect(hasDeliveryStatus(`--x\r\nContent-Type: ${type}\r\n\r\n`)).toBe(false);
});

test("what the database can't store is left out of an address", () => {
  expect(read("From: a\0b@b.example", `Return-Path: <${"x".repeat(900)}@b.example>`).from).toHaveLength(320);
  expect(read("From: <a\0b@b.example>").from).toBe("ab@b.example");
});

test("the ids in a report are read once each, and at most 100 of them", () => {
  const id = "5E2F3F1E-1111-4111-8111-111111111111";
  expect(idsIn(`Message-ID: <${id}@a.example>\r\nX: ${id.toLowerCase()}, 5e2f3f1e-1111`)).toEqual([id.toLowerCase()]);
  const many = Array.from({ length: 150 }, () => crypto.randomUUID()).join(" ");
  expect(idsIn(many)).toHaveLength(100);
});
