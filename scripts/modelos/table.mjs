// The table of document types, read from its source: its keys and columns, without running it.
import fs from "node:fs";
import ts from "typescript";
import { at } from "../setup/root.mjs";

/** The file with the table. */
export const TABLE_FILE = "packages/syntax/src/modelos.ts";
const TABLE_NAME = "MODELOS";

/** The row of a type that does not exist: a model and a family of its own. */
export const INVENTED_ROW = `Nfx: {
    modelo: "98",
    family: "nfx",
    prefixo: "Nfx",
    sigla: "NF-x",
    artigo: "a",
    printedForm: { nome: "DANFX", arquivo: "danfx" },
    distribuicao: "Nfx",
    manifestacao: false,
    finalidade: null,
    partes: "others",
    emAberto: "badge",
    parcelas: false,
    metered: true,
  },
`;

/** @param {ts.Expression | undefined} node @returns {ts.ObjectLiteralExpression} */
function objectOf(node) {
  if (node && ts.isObjectLiteralExpression(node)) return node;
  if (node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))) return objectOf(node.expression);
  throw new Error(`${TABLE_FILE} has no object literal ${TABLE_NAME}`);
}

/** @param {string} text @returns {ts.ObjectLiteralExpression} */
function findTable(text) {
  const source = ts.createSourceFile(TABLE_FILE, text, ts.ScriptTarget.Latest, true);
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations)
      if (name.getText() === TABLE_NAME) return objectOf(initializer);
  }
  return objectOf(undefined);
}

/** The text of the table file with {@link INVENTED_ROW} as its last row. @param {string} text */
export function withInventedRow(text) {
  const end = findTable(text).getEnd() - 1;
  return `${text.slice(0, end)}  ${INVENTED_ROW}${text.slice(end)}`;
}

/**
 * The words of the table that code outside it must not compare with.
 * @param {string} [text] of the table file
 * @returns {{ tipos: Set<string>, modelos: Set<string>, families: Set<string> }}
 */
export function readTable(text = fs.readFileSync(at(TABLE_FILE), "utf8")) {
  const words = { tipos: new Set(), modelos: new Set(), families: new Set() };
  for (const row of findTable(text).properties) {
    if (!ts.isPropertyAssignment(row)) continue;
    words.tipos.add(row.name.getText());
    for (const column of objectOf(row.initializer).properties) {
      if (!ts.isPropertyAssignment(column) || !ts.isStringLiteral(column.initializer)) continue;
      if (column.name.getText() === "modelo") words.modelos.add(column.initializer.text);
      if (column.name.getText() === "family") words.families.add(column.initializer.text);
    }
  }
  return words;
}
