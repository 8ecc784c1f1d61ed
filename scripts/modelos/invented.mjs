// Type-checks the whole repository with one more row in the table of document types, and describes what the
// compiler then requires.
import path from "node:path";
import ts from "typescript";
import { at, root } from "../setup/root.mjs";
import { TABLE_FILE, withInventedRow } from "./table.mjs";

/** Files without production code: a test may name the types it is about. */
const EXCLUDED = /\.test\.tsx?$|\/(?:tests|bench|e2e|build)\//;

/** @param {string} project @returns {ts.ParsedCommandLine} */
function readProject(project) {
  const { config, error } = ts.readConfigFile(project, ts.sys.readFile);
  if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  return ts.parseJsonConfigFileContent(config, ts.sys, path.dirname(project));
}

/** @param {ts.CompilerOptions} options */
function hostWithInventedRow(options) {
  const host = ts.createCompilerHost(options);
  const table = at(TABLE_FILE);
  const { readFile, getSourceFile } = host;
  /** @type {ts.CompilerHost["readFile"]} */
  host.readFile = (file) => {
    const text = readFile.call(host, file);
    return text !== undefined && path.resolve(file) === table ? withInventedRow(text) : text;
  };
  host.getSourceFile = (file, languageVersion, ...rest) =>
    path.resolve(file) === table
      ? ts.createSourceFile(file, host.readFile(file) ?? "", languageVersion, true)
      : getSourceFile.call(host, file, languageVersion, ...rest);
  return host;
}

/**
 * What the compiler reports with the invented row, in all projects: one line for each file, declaration and
 * reason.
 * @returns {string[]} sorted
 */
export function listRequired() {
  const server = readProject(at("tsconfig.json"));
  const web = readProject(at("apps", "web", "tsconfig.json"));
  const options = { ...web.options, noEmit: true };
  const files = [...server.fileNames, ...web.fileNames].filter(
    (file) => !EXCLUDED.test(path.relative(root, file)),
  );
  const program = ts.createProgram({
    rootNames: [...new Set(files)],
    options,
    host: hostWithInventedRow(options),
  });
  const lines = ts.getPreEmitDiagnostics(program).map(describe);
  return [...new Set(lines)].sort();
}

/** @param {ts.Diagnostic} diagnostic */
function describe({ file, start = 0, messageText }) {
  const message = ts.flattenDiagnosticMessageText(messageText, "\n").split("\n")[0] ?? "";
  if (!file) return message;
  const where = path.relative(root, file.fileName);
  const missing = /Property '(\w+)' is missing/.exec(message);
  const name = declarationAt(file, start);
  return `${where}: ${name}${missing ? ` has no ${missing[1]}` : `: ${message}`}`;
}

/** The name of the innermost named declaration at a position.
 * @param {ts.SourceFile} file @param {number} at */
function declarationAt(file, at) {
  let name = "";
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (at < node.getStart(file) || at >= node.getEnd()) return;
    if ((ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)) && node.name)
      name = node.name.getText(file);
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return name;
}
