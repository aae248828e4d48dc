import type { Metadata } from "next";

/** What browsers learn of the app that the dashboard is, with the pages that lead to it. Visitors' pages aren't part of it. */
export const APP_METADATA: Metadata = {
  title: { default: "Site Inbox", template: "%s · Site Inbox" },
  robots: { index: false },
  manifest: "/manifest.webmanifest",
  icons: { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" }, apple: "/icons/apple-180.png" },
  appleWebApp: { title: "Inbox", statusBarStyle: "default" },
};
