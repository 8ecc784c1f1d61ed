/** An expected failure: its message is a sentence for the user at the terminal, shown without a stack. */
export class CommandError extends Error {}

/** Reports progress on stderr: stdout carries only results. @param {string} sentence */
export const reportProgress = (sentence) => console.error(`· ${sentence}`);

/** @param {number} sinceMs Date.now() before the work */
export const elapsedSeconds = (sinceMs) =>
  `${((Date.now() - sinceMs) / 1000).toFixed(1).replace(".", ",")} s`;

/** @param {unknown} error @returns {string} its code, of Node's system or of PostgreSQL; "" without one */
export const codeOf = (error) => (error instanceof Error && "code" in error ? String(error.code) : "");

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** Error codes of disks and permissions, with their sentences. @type {Record<string, string>} */
const SYSTEM_ERRORS = {
  ENOSPC: "o disco está cheio",
  EDQUOT: "a cota de disco acabou",
  EROFS: "o disco está só para leitura",
  EACCES: "este usuário não tem permissão",
  EPERM: "este usuário não tem permissão",
  ENOTDIR: "há um arquivo no lugar da pasta",
  EEXIST: "há um arquivo no lugar da pasta",
  EIO: "o disco falhou",
};

/** The sentence of a CommandError or of a disk error; null for a bug. @param {unknown} error */
function sentenceOf(error) {
  if (error instanceof CommandError) return error.message;
  const why = SYSTEM_ERRORS[codeOf(error)];
  if (why === undefined || !(error instanceof Error)) return null;
  return `${"path" in error ? error.path : "Um arquivo do Malote"}: ${why}.`;
}

/** Prints why the command ends: one sentence, or the whole error for a bug. @param {unknown} error */
export function printError(error) {
  const sentence = sentenceOf(error);
  console.error(sentence === null ? error : `\n${sentence}\n`);
}

/** The terminal may close first: a failed write to it must not end the process during the clean-up. */
export function surviveClosedTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
