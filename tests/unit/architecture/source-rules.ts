import { type Rule, says } from "./rule.ts";

const VAGUE = /(^|\/)(utils?|helpers?|misc|common|types|index|shared)\.[a-z.]+$/;
const WANTED_BY_NEXT =
  /^app\/.*\/?(page|layout|error|not-found|forbidden|loading|template|global-error)\.tsx$|^[\w.-]+\.config\.[jt]s$/;

/** Rules for the text of a single file. */
export const SOURCE_RULES: Rule[] = [
  {
    rule: "text is never markup",
    why: "because owners see what visitors write",
    broken: (file) =>
      says(
        file,
        /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|setHTMLUnsafe|document\.write|createContextualFragment|DOMParser|srcdoc|\beval\(|\bnew Function\b|["'`]javascript:|createPolicy\((?!"default")/gi,
      ),
    examples: [
      ["components/a.tsx", "<p dangerouslySetInnerHTML={{ __html: text }} />"],
      ["widget/panel/a.tsx", "node.innerHTML = text;"],
      ["widget/panel/a.tsx", 'node["outerHTML"] = text;'],
      ["client/a.ts", "document.writeln(text);"],
      ["client/a.ts", "frame.srcdoc = text;"],
      ["app/a.tsx", "new Function(text)();"],
      ["app/a.tsx", "eval(text);"],
      ["components/a.tsx", "<a href={`javascript:x`} />"],
    ],
  },
  {
    rule: "no style attribute in the pages",
    why: "because the pages' content security policy forbids it",
    broken: (file) => (/^(app|components)\/.*\.tsx$/.test(file.path) ? says(file, /\sstyle=[{"']/g) : []),
    examples: [["components/a.tsx", "<p style={{ color }}>x</p>"]],
  },
  {
    rule: "only lib/base/access/workspace-url.ts builds addresses of dashboard pages that are read elsewhere",
    why: "because each has to name the workspace it's about",
    broken: (file) =>
      /^(lib|platform|app\/.*route\.ts$)/.test(file.path)
        ? says(file, /(BASE_URL|[bB]aseUrl)\}\/(inbox|waiting|settings)\b/g)
        : [],
    examples: [["lib/notify/mail/a.ts", "env().BASE_URL}/inbox"]],
  },
  {
    rule: "a time zone that a browser reports goes through supportedZone()",
    why: "because browsers report zones on which Intl throws, such as Etc/Unknown",
    broken: (file) =>
      /^(app|client|components)\//.test(file.path)
        ? says(file, /(?<!supportedZone\(Intl\.DateTimeFormat\(\)\.)\bresolvedOptions\(\)/g)
        : [],
    examples: [["components/a.tsx", "const { timeZone } = Intl.DateTimeFormat().resolvedOptions();"]],
  },
  {
    rule: "a file is named after its subject",
    why: "because anything fits into a file called utils",
    broken: ({ path }) => (VAGUE.test(path) ? [`is called ${path.split("/").at(-1)}`] : []),
    examples: [
      ["lib/utils.ts", ""],
      ["lib/sites/sites/types.ts", ""],
      ["components/ui/index.tsx", ""],
    ],
  },
  {
    rule: "no barrels, and default exports only where Next wants them",
    why: "so a name is found where it's defined",
    broken: (file) => [
      ...says(file, /^export \* from.*/gm),
      ...(WANTED_BY_NEXT.test(file.path) ? [] : says(file, /^export default\b.*/gm)),
    ],
    examples: [
      ["lib/sites/sites/all.ts", 'export * from "./queries.ts";'],
      ["components/ui/button.tsx", "export default function Button() {}"],
    ],
  },
];
