import { textOf, wordsOf } from "./args.ts";
import { DELIMITER, decodeName, encodeName, matchesMask, quote } from "./folder-names.ts";
import { FLAGS, type Folder, openView } from "./folder-view.ts";
import { type CommandResult, type ImapCommand, type ImapRequest, replyWith } from "./imap-request.ts";

/** The commands on folders.   @source RFC 3501 §6.3; RFC 2342 (NAMESPACE); RFC 3691 (UNSELECT) */
export const FOLDER_COMMANDS: readonly (readonly [string, ImapCommand])[] = [
  ["NAMESPACE", () => replyWith([`* NAMESPACE (("" "${DELIMITER}")) NIL NIL`], "OK done")],
  ["LIST", (request) => list(request, "LIST")],
  ["LSUB", (request) => list(request, "LSUB")],
  ["SUBSCRIBE", () => "OK all folders are subscribed"],
  ["UNSUBSCRIBE", () => "OK all folders are subscribed"],
  ["SELECT", (request) => select(request, false)],
  ["EXAMINE", (request) => select(request, true)],
  ["STATUS", status],
  ["APPEND", append],
  ["CREATE", () => "NO [CANNOT] the folders of this house are fixed"],
  ["DELETE", () => "NO [CANNOT] the folders of this house are fixed"],
  ["RENAME", () => "NO [CANNOT] the folders of this house are fixed"],
];

const STATUS_ITEMS: Record<string, (folder: Folder) => number> = {
  MESSAGES: ({ caixa }) => caixa.list().length,
  RECENT: () => 0,
  UIDNEXT: ({ caixa }) => caixa.uidNext,
  UIDVALIDITY: ({ caixa }) => caixa.uidValidity,
  UNSEEN: ({ caixa }) => caixa.list().filter((message) => !caixa.flagsOf(message).has("\\Seen")).length,
};

function list({ folders, args }: ImapRequest, word: string): CommandResult {
  const [reference, pattern] = [textOf(args[0]), textOf(args[1])];
  if (reference === null || pattern === null) return "BAD two names are needed";
  if (pattern === "") return replyWith([`* ${word} (\\Noselect) "${DELIMITER}" ""`], "OK done");
  const mask = decodeName(reference + pattern);
  const found = folders.filter(({ nome }) => matchesMask(nome, mask));
  const lines = found.map(
    ({ nome }) => `* ${word} (\\HasNoChildren) "${DELIMITER}" ${quote(encodeName(nome))}`,
  );
  return replyWith(lines, "OK done");
}

function findFolder({ folders, args }: ImapRequest): Folder | undefined {
  const nome = decodeName(textOf(args[0]) ?? "");
  return folders.find((folder) => folder.nome === (nome.toUpperCase() === "INBOX" ? "INBOX" : nome));
}

function select(request: ImapRequest, readOnly: boolean): CommandResult {
  const folder = findFolder(request);
  // A failed SELECT leaves no folder selected (RFC 3501 §6.3.1).
  request.state.view = null;
  if (!folder) return "NO [NONEXISTENT] no such folder";
  const view = openView(folder.caixa, readOnly);
  request.state.view = view;
  const unseen = view.messages.findIndex((message) => !view.caixa.flagsOf(message).has("\\Seen"));
  const lines = [
    `* FLAGS (${FLAGS.join(" ")})`,
    `* ${view.messages.length} EXISTS`,
    "* 0 RECENT",
    ...(unseen < 0 ? [] : [`* OK [UNSEEN ${unseen + 1}] first unseen`]),
    `* OK [PERMANENTFLAGS (${readOnly ? "" : [...FLAGS, "\\*"].join(" ")})] flags`,
    `* OK [UIDVALIDITY ${view.uidValidity}] UIDs hold`,
    `* OK [UIDNEXT ${folder.caixa.uidNext}] next UID`,
  ];
  return replyWith(lines, readOnly ? "OK [READ-ONLY] done" : "OK [READ-WRITE] done");
}

function status(request: ImapRequest): CommandResult {
  const folder = findFolder(request);
  const words = wordsOf(request.args[1]);
  if (!words) return "BAD STATUS needs a folder and a list";
  if (!folder) return "NO [NONEXISTENT] no such folder";
  const pairs = words.map((word): string | null => {
    const measure = STATUS_ITEMS[word.toUpperCase()];
    return measure ? `${word.toUpperCase()} ${measure(folder)}` : null;
  });
  if (pairs.includes(null)) return "BAD unknown STATUS item";
  return replyWith([`* STATUS ${quote(encodeName(folder.nome))} (${pairs.join(" ")})`], "OK done");
}

/**
 * Appends a message that a user drops into a folder.
 * @source RFC 3501 §6.3.11; RFC 4315 (APPENDUID)
 */
function append(request: ImapRequest): CommandResult {
  const folder = findFolder(request);
  const message = request.args.at(-1);
  if (!folder) return "NO [TRYCREATE] no such folder";
  if (message?.tipo !== "texto") return "BAD APPEND needs a message";
  const { uid } = folder.caixa.put(Buffer.from(message.texto, "latin1"));
  const flags = request.args[1]?.tipo === "lista" ? wordsOf(request.args[1]) : null;
  if (flags && flags.length > 0) folder.caixa.mark([uid], () => flags);
  return `OK [APPENDUID ${folder.caixa.uidValidity} ${uid}] done`;
}
