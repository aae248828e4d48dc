const REGEXP = String.raw`(?<=(?:^|[=(,:[!&|?{};])\s*)\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*`;
const COMMENT = String.raw`\/\*[\s\S]*?\*\/|\/\/[^\n]*`;
const STRING = "\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'|`(?:\\\\[\\s\\S]|[^`\\\\])*`";
const TOKEN = new RegExp(`(?<prose>${COMMENT}|${STRING})|(?<code>${REGEXP})`, "gm");
const JSX_TEXT = />([^<>{}()=;]*[a-z][^<>{}()=;]*)</gi;
// A key, a code or a type's member.
const NAME = /^["'][a-z]\w*["']$/;
const PLACEHOLDER = /\$\{[^{}]*\}/g;

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/** Returns the comments, string literals and JSX text of a source file, with code blanked out so that offsets stay. */
function proseOfCode(source: string): string {
  let prose = "";
  let code = "";
  let end = 0;
  for (const match of source.matchAll(TOKEN)) {
    const between = source.slice(end, match.index);
    const [text] = match;
    const isProse = match.groups?.prose !== undefined && !NAME.test(text);
    prose += blank(between) + (isProse ? text.replace(PLACEHOLDER, blank) : blank(text));
    code += between + blank(text);
    end = match.index + text.length;
  }
  prose += blank(source.slice(end));
  code += source.slice(end);
  for (const { index, 1: text = "" } of code.matchAll(JSX_TEXT)) {
    prose = prose.slice(0, index + 1) + text + prose.slice(index + 1 + text.length);
  }
  return prose;
}

/** Returns only the comments of a source file. */
export function commentsOf(source: string): string {
  return [...source.matchAll(TOKEN)].flatMap(([text]) => (/^\/[/*]/.test(text) ? [text] : [])).join("\n");
}

/** Returns what a person reads in a file: all of a document, the comments and texts of a program. */
export function proseOf(path: string, source: string): string {
  return /\.(ts|tsx|js|mjs|css)$/.test(path) ? proseOfCode(source) : source;
}

/** Matches a phrase as whole words in any case, also across the line breaks of a comment, but not inside a path or a name. */
export function phrasePattern(phrase: string): RegExp {
  const words = phrase.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").split(" ");
  const gap = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*|\/\/|#|--|>)?[ \t]*)`;
  return new RegExp(String.raw`(?<![\w./#$-])${words.join(gap)}(?![\w/-]|\.\w|\()`, "gi");
}
