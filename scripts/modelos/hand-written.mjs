// Finds code that treats document types differently without the table of document types: comparisons,
// lists, unions and SQL conditions with their names written by hand, which no compiler completes.
import ts from "typescript";

/** @typedef {ReturnType<typeof import("./table.mjs").readTable>} TableWords */

const EQUALITY = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.EqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsToken,
]);
const MEMBERSHIP = new Set(["includes", "indexOf", "has", "startsWith", "endsWith"]);
const OPEN_RECORD = /^(?:Readonly<)?(?:Record<string\b|Partial<)/;
const FAMILY_NAME = /famil(?:y|ia)$/i;

/** @param {ts.Node} node @returns {string | null} */
const wordOf = (node) =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) ? node.text : null;

/**
 * What is wrong with a literal at its place; null when it is only a value.
 * @param {ts.Node} literal @param {TableWords} words
 */
function faultOfLiteral(literal, { tipos, modelos, families }) {
  const word = wordOf(literal);
  if (word === null) return null;
  const { parent } = literal;
  const isTypeWord = tipos.has(word) || modelos.has(word);
  if (ts.isBinaryExpression(parent) && EQUALITY.has(parent.operatorToken.kind)) {
    const other = parent.left === literal ? parent.right : parent.left;
    return isTypeWord || (families.has(word) && FAMILY_NAME.test(other.getText())) ? "comparação" : null;
  }
  if (ts.isCaseClause(parent)) return isTypeWord || isFamilySwitch(parent) ? "comparação" : null;
  if (ts.isCallExpression(parent) && ts.isPropertyAccessExpression(parent.expression))
    return isTypeWord && MEMBERSHIP.has(parent.expression.name.text) ? "comparação" : null;
  if (ts.isArrayLiteralExpression(parent)) return tipos.has(word) ? "lista" : null;
  if (ts.isLiteralTypeNode(parent) && ts.isUnionTypeNode(parent.parent))
    return tipos.has(word) || modelos.has(word) ? "união" : null;
  return null;
}

/** @param {ts.CaseClause} clause */
function isFamilySwitch(clause) {
  return FAMILY_NAME.test(clause.parent.parent.expression.getText());
}

/** Says whether an object with an entry for several types, models or families may lack one: it has no
 * declared type, or a type with any string as key.
 * @param {ts.Node} node @param {TableWords} words */
function mayBeIncomplete(node, { tipos, modelos, families }) {
  if (!ts.isObjectLiteralExpression(node)) return false;
  const keys = node.properties.map(({ name }) => name?.getText().replaceAll('"', "") ?? "");
  const isKeyed = [tipos, modelos, families].some((words) => keys.filter((key) => words.has(key)).length > 1);
  return isKeyed && !hasCompleteType(node);
}

/** @param {ts.Node} node @returns {boolean} */
function hasCompleteType(node) {
  const { parent } = node;
  if (ts.isSatisfiesExpression(parent)) return !OPEN_RECORD.test(parent.type.getText());
  if (ts.isVariableDeclaration(parent))
    return parent.type !== undefined && !OPEN_RECORD.test(parent.type.getText());
  if (ts.isReturnStatement(parent)) return ts.findAncestor(parent, ts.isFunctionLike)?.type !== undefined;
  const isInside =
    ts.isAsExpression(parent) || ts.isPropertyAssignment(parent) || ts.isObjectLiteralExpression(parent);
  return isInside && hasCompleteType(parent);
}

/** Says whether a regular expression has alternatives for two or more types.
 * @param {ts.Node} node @param {TableWords} words */
function hasAlternatives(node, { tipos }) {
  if (!ts.isRegularExpressionLiteral(node)) return false;
  const names = [...node.text.matchAll(/[A-Za-z]+/g)].map(([name]) => name);
  return new Set(names.filter((name) => tipos.has(name))).size > 1;
}

/** @param {ts.Node} node @param {TableWords} words */
function hasSqlLiteral(node, { tipos }) {
  const isText = wordOf(node) !== null || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  if (!isText) return false;
  return [...node.getText().matchAll(/'(\w+)'/g)].some(([, word = ""]) => tipos.has(word));
}

/**
 * The places of a file that name document types by hand, as "line: fault: code".
 * @param {{ file: string, text: string }} source @param {TableWords} words @returns {string[]}
 */
export function findHandWritten({ file, text }, words) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Map<number, string>} */
  const found = new Map();
  /** @param {ts.Node} node */
  const visit = (node) => {
    const fault =
      faultOfLiteral(node, words) ??
      (mayBeIncomplete(node, words) ? "registro aberto" : null) ??
      (hasAlternatives(node, words) ? "expressão regular" : null) ??
      (hasSqlLiteral(node, words) ? "SQL" : null);
    if (fault !== null) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      const code = text.split("\n")[line]?.trim() ?? "";
      found.set(line, `${line + 1}: ${fault}: ${code}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found.values()];
}
