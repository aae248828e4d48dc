export type IdentityLanguage = "node" | "python" | "php" | "ruby" | "go";

/** Code to copy that hashes a visitor's id on the site's server. A test runs each of them. */
export const IDENTITY_CODE: readonly { language: IdentityLanguage; label: string; code: string }[] = [
  {
    language: "node",
    label: "Node",
    code: `import { createHmac } from "node:crypto";

const secret = process.env.SITE_INBOX_IDENTITY_SECRET;

function visitorHash(id) {
  return createHmac("sha256", secret).update(id).digest("hex");
}`,
  },
  {
    language: "python",
    label: "Python",
    code: `import hashlib
import hmac
import os

secret = os.environ["SITE_INBOX_IDENTITY_SECRET"]


def visitor_hash(visitor_id):
    return hmac.new(secret.encode(), visitor_id.encode(), hashlib.sha256).hexdigest()`,
  },
  {
    language: "php",
    label: "PHP",
    code: `<?php

function visitor_hash(string $id): string
{
    return hash_hmac('sha256', $id, getenv('SITE_INBOX_IDENTITY_SECRET'));
}`,
  },
  {
    language: "ruby",
    label: "Ruby",
    code: `require "openssl"

SECRET = ENV.fetch("SITE_INBOX_IDENTITY_SECRET")

def visitor_hash(id)
  OpenSSL::HMAC.hexdigest("SHA256", SECRET, id)
end`,
  },
  {
    language: "go",
    label: "Go",
    code: `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
)

func visitorHash(id string) string {
	mac := hmac.New(sha256.New, []byte(os.Getenv("SITE_INBOX_IDENTITY_SECRET")))
	mac.Write([]byte(id))
	return hex.EncodeToString(mac.Sum(nil))
}`,
  },
];

/** How a page passes on its logged-in user, next to the script tag. */
export const IDENTIFY_TAG = `<script>
  window.SiteInbox = window.SiteInbox || function(){(SiteInbox.q = SiteInbox.q || []).push(arguments)}
  SiteInbox("identify", {
    id: "customer-7", // your own ID for this customer, which never changes
    hash: "…", // the hash of that id, from your server
    name: "Ana Example",
    email: "ana@example.com",
  })
</script>`;
