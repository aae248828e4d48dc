import { join, relative } from "node:path";
import type { CallExpression, Node, TaggedTemplateExpression } from "typescript/unstable/ast";
import { isCallExpression, isTaggedTemplateExpression, isTemplateExpression } from "typescript/unstable/ast/is";
import { API, type Checker, SymbolFlags, type Type } from "typescript/unstable/sync";

/** What a field may be: each member of its type, as TypeScript writes it. */
type Field = Set<string>;

/** A statement in the code and the type of its rows: the fields by name, or undefined if the code reads none. */
export type DeclaredRow = {
  place: string;
  line: string;
  /** What the statement's text matches, if most of it is written there. */
  text: RegExp | undefined;
  fields: Map<string, Field> | undefined;
};

const SENDS = /^<Row extends object>\(.+: (?:Sql|Statement)\) => Promise<Row\[\]>$/;
const SENDERS = /^(?:app|gate|lib|platform|routes|server)\/(?!.*\.d\.ts$).+\.tsx?$/;

/** Lists the statements that the code sends. */
export function declaredRows(): DeclaredRow[] {
  const api = new API({ cwd: process.cwd() });
  try {
    const tsconfig = join(process.cwd(), "tsconfig.json");
    const [project] = api.updateSnapshot({ openProjects: [tsconfig] }).getProjects();
    if (!project) throw new Error("the compiler has found no project");
    const { checker, program } = project;
    const paths = program.getSourceFileNames().map((name) => relative(process.cwd(), name));
    return paths
      .filter((path) => SENDERS.test(path) && !path.startsWith("platform/database/"))
      .flatMap((path) => {
        const file = program.getSourceFile(join(process.cwd(), path));
        if (!file || !/\bquery/.test(file.text)) return [];
        return callsIn(file).flatMap((call): DeclaredRow[] => {
          const sender = checker.getTypeAtLocation(call.expression);
          if (!sender || !SENDS.test(checker.typeToString(sender))) return [];
          const at = call.expression.getStart(file);
          const line = `${path}:${file.text.slice(0, at).split("\n").length}`;
          const fields = fieldsOf(checker, checker.getTypeAtLocation(call));
          return [{ place: `${path}:${at}`, line, text: textOf(call.arguments[0]), fields }];
        });
      });
  } finally {
    api.close();
  }
}

function callsIn(node: Node): CallExpression[] {
  const calls: CallExpression[] = isCallExpression(node) ? [node] : [];
  node.forEachChild((child) => {
    calls.push(...callsIn(child));
  });
  return calls;
}

// Less than this of a text could be in any other.
const DISTINCT = 41;

/** What the text of a literal statement matches, with anything where the code inserts a value or a part. */
function textOf(statement: Node | undefined): RegExp | undefined {
  const texts = (statement ? templatesIn(statement) : []).map(({ template }) =>
    isTemplateExpression(template)
      ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
      : [template.text],
  );
  const patterns = texts
    .filter((parts) => parts.join("").length >= DISTINCT)
    .map((parts) => parts.map((part) => RegExp.escape(part)).join("[^]*"));
  return patterns.length > 0 ? new RegExp(`^(?:${patterns.join("|")})$`) : undefined;
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  if (isTaggedTemplateExpression(node)) return [node];
  const found: TaggedTemplateExpression[] = [];
  node.forEachChild((child) => {
    found.push(...templatesIn(child));
  });
  return found;
}

/** The fields of `Promise<Row[]>`'s rows. What only some of a union's members have can be missing, as if it were null. */
function fieldsOf(checker: Checker, promise: Type | undefined): Map<string, Field> | undefined {
  const row = argumentOf(checker, argumentOf(checker, promise));
  const members = row ? membersOf(row) : [];
  const read = members.map((member) => checker.getPropertiesOfType(member));
  const names = new Set(read.flatMap((properties) => properties.map(({ name }) => name)));
  if (names.size === 0) return undefined;
  const fields = [...names].map((name): [string, Field] => {
    const types = read.flatMap((properties) => {
      const property = properties.find((one) => one.name === name);
      const type = property && checker.getTypeOfSymbol(property);
      if (!property || !type) return ["null"];
      const members = membersOf(type).map((member) => checker.typeToString(member));
      return property.flags & SymbolFlags.Optional ? [...members, "undefined"] : members;
    });
    return [name, new Set(types)];
  });
  return new Map(fields);
}

function argumentOf(checker: Checker, type: Type | undefined): Type | undefined {
  return type?.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined;
}

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? [type]) : [type]);
