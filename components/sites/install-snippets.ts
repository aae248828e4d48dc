/** Where a site's pages come from. Each takes the script tag in its own way. */
export const PLATFORMS = ["html", "wordpress", "shopify", "webflow", "next", "react", "vue", "gtm"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const scriptSource = (publicKey: string, baseUrl: string) => `${baseUrl}/widget.js?site=${publicKey}`;

const scriptTag = (source: string) => `<script src="${source}" async></script>`;

// A page that changes in the browser adds the tag once.
const addScript = (source: string, indent: string) =>
  [
    'const script = document.createElement("script");',
    `script.src = "${source}";`,
    "script.async = true;",
    "document.head.append(script);",
  ]
    .map((line) => indent + line)
    .join("\n");

const phpHook = (source: string) => `add_action('wp_footer', function () {
    ?>
    ${scriptTag(source)}
    <?php
});`;

const nextLayout = (source: string) =>
  [
    'import Script from "next/script";',
    "",
    "export default function RootLayout({ children }) {",
    "  return (",
    '    <html lang="en">',
    "      <body>",
    "        {children}",
    `        <Script src="${source}" strategy="afterInteractive" />`,
    "      </body>",
    "    </html>",
    "  );",
    "}",
  ].join("\n");

const reactComponent = (source: string) => `import { useEffect } from "react";

let isAdded = false;

export function Chat() {
  useEffect(() => {
    if (isAdded) return;
    isAdded = true;
${addScript(source, "    ")}
  }, []);
  return null;
}`;

const vueComponent = (source: string) => `<script setup>
import { onMounted } from "vue";

onMounted(() => {
${addScript(source, "  ")}
});
</script>`;

/** Returns the code that adds the chat to a site's pages. WordPress has two ways. */
export function installCode(platform: Platform, source: string): [string, ...string[]] {
  switch (platform) {
    case "wordpress":
      return [scriptTag(source), phpHook(source)];
    case "next":
      return [nextLayout(source)];
    case "react":
      return [reactComponent(source)];
    case "vue":
      return [vueComponent(source)];
    default:
      return [scriptTag(source)];
  }
}
