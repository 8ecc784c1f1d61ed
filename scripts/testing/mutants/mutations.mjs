import ts from "typescript";

/** A small change of behaviour. start, end: the replaced characters of the file; before, after: the code
 * around them, to show.
 * @typedef {{ kind: string, line: number, start: number, end: number, text: string,
 *   before: string, after: string }} Mutation */
/** What a node becomes. replaced: the node or place whose text changes.
 * @typedef {{ kind: string, replaced: { start: number, end: number }, text: string }} Change */

/** @type {Record<string, [kind: string, swapped: string]>} */
const OPERATORS = {
  "<": ["comparison", "<="],
  "<=": ["comparison", "<"],
  ">": ["comparison", ">="],
  ">=": ["comparison", ">"],
  "===": ["equality", "!=="],
  "!==": ["equality", "==="],
  "&&": ["logic", "||"],
  "||": ["logic", "&&"],
  "+": ["arithmetic", "-"],
  "-": ["arithmetic", "+"],
};
/** A larger number is a limit or a duration, in which a difference of one is rarely seen. */
const SMALL_NUMBER = /^\d{1,2}$/;
/** A function without a result, or with a list, may return at once. */
const EARLY_RETURNS = [
  { type: /^(void|Promise<void>)$/, text: "return;" },
  { type: /^(?!\[).*\[\]$/, text: "return [];" },
];
/** Whether an instant is exactly a limit cannot be tested. */
const INSTANT = /\bnow\b|Date|[a-z]At\b/;
const LOGGING = /(^|\.)(log|logger|console)\./;

/** @param {ts.Node} node */
const spanOf = (node) => ({ start: node.getStart(), end: node.end });

/** @param {ts.Node} node @returns {Change | null} */
function swappedOperator(node) {
  if (!ts.isBinaryExpression(node)) return null;
  const swap = OPERATORS[node.operatorToken.getText()];
  if (swap?.[0] === "comparison" && INSTANT.test(node.getText())) return null;
  return swap ? { kind: swap[0], replaced: spanOf(node.operatorToken), text: swap[1] } : null;
}

/** @param {ts.Node} node @returns {Change | null} */
function removedNegation(node) {
  if (!ts.isPrefixUnaryExpression(node) || node.operator !== ts.SyntaxKind.ExclamationToken) return null;
  return { kind: "negation", replaced: spanOf(node), text: node.operand.getText() };
}

/** @param {ts.Node} node @returns {Change | null} */
function changedLiteral(node) {
  const isName = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
  if (ts.isNumericLiteral(node) && !isName && SMALL_NUMBER.test(node.getText()))
    return { kind: "number", replaced: spanOf(node), text: String(Number(node.text) + 1) };
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return { kind: "boolean", replaced: spanOf(node), text: node.getText() === "true" ? "false" : "true" };
  return null;
}

/** @param {ts.Node} node @returns {Change | null} */
function droppedCall(node) {
  if (!ts.isExpressionStatement(node)) return null;
  const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  if (!ts.isCallExpression(call) || LOGGING.test(call.expression.getText())) return null;
  return { kind: "call", replaced: spanOf(node), text: "void 0;" };
}

/** @param {ts.Node} node @returns {Change | null} */
function earlyReturn(node) {
  if (!ts.isFunctionDeclaration(node) && !ts.isMethodDeclaration(node)) return null;
  const found = EARLY_RETURNS.find(({ type }) => type.test(node.type?.getText() ?? ""));
  if (!found || !node.body || node.body.statements.length === 0) return null;
  const start = node.body.getStart() + 1;
  return { kind: "return", replaced: { start, end: start }, text: ` ${found.text}` };
}

const MUTATORS = [swappedOperator, removedNegation, changedLiteral, droppedCall, earlyReturn];

/** Types and imports do nothing; a value written straight into an attribute is appearance.
 * @param {ts.Node} node */
function isWithoutBehaviour(node) {
  if (ts.isTypeNode(node) || ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return true;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (!ts.isJsxAttribute(node) || !node.initializer || !ts.isJsxExpression(node.initializer)) return false;
  const value = node.initializer.expression;
  return value !== undefined && (ts.isLiteralExpression(value) || ts.isObjectLiteralExpression(value));
}

/** @param {string} code @returns {string} on one line, at most 70 characters */
const shown = (code) => code.replace(/\s+/g, " ").trim().slice(0, 70);

/** @param {string} text of a file @param {{ start: number, end: number, text: string }} change */
export const applyMutation = (text, { start, end, text: changed }) =>
  text.slice(0, start) + changed + text.slice(end);

/** @param {ts.SourceFile} source @param {ts.Node} node @param {Change} change @returns {Mutation} */
function describe(source, node, { kind, replaced, text }) {
  const around = kind === "number" || kind === "boolean" ? node.parent : node;
  const [from, whole] = [around.getStart(), around.getText()];
  const changed = applyMutation(whole, { start: replaced.start - from, end: replaced.end - from, text });
  const line = source.getLineAndCharacterOfPosition(replaced.start).line + 1;
  return { kind, line, ...replaced, text, before: shown(whole), after: shown(changed) };
}

/** @param {string} file @param {string} text its content @returns {Mutation[]} all of the file, in order */
export function mutationsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {Mutation[]} */
  const found = [];
  /** @param {ts.Node} node */
  function visit(node) {
    if (isWithoutBehaviour(node)) return;
    for (const mutator of MUTATORS) {
      const change = mutator(node);
      if (change) found.push(describe(source, node, change));
    }
    ts.forEachChild(node, visit);
  }
  ts.forEachChild(source, visit);
  return found;
}
