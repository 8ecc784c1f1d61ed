import { DAY_MS } from "@malote/syntax";
import type { StoredMessage } from "../caixa.ts";
import { type Arg, textOf, utf8Of } from "./args.ts";
import { splitMessage } from "./body-section.ts";
import type { FolderView, NumberedMessage } from "./folder-view.ts";
import { isInSet, parseNumberSet } from "./number-set.ts";

type SearchCriterion = (candidate: NumberedMessage) => boolean;
/** The remaining criteria, and the folder to search. */
type SearchState = { args: Arg[]; view: FolderView };

const FLAGS: Record<string, [marca: string, has: boolean]> = {
  ANSWERED: ["\\Answered", true],
  UNANSWERED: ["\\Answered", false],
  DELETED: ["\\Deleted", true],
  UNDELETED: ["\\Deleted", false],
  DRAFT: ["\\Draft", true],
  UNDRAFT: ["\\Draft", false],
  FLAGGED: ["\\Flagged", true],
  UNFLAGGED: ["\\Flagged", false],
  SEEN: ["\\Seen", true],
  UNSEEN: ["\\Seen", false],
};
const HEADER_FIELDS = ["SUBJECT", "FROM", "TO", "CC", "BCC"];

/** The messages that match all criteria; null for unknown criteria.   @source RFC 3501 §6.4.4 */
export function searchView(view: FolderView, args: readonly Arg[]): NumberedMessage[] | null {
  const state: SearchState = { args: [...args], view };
  if (textOf(state.args[0])?.toUpperCase() === "CHARSET") state.args.splice(0, 2);
  const all = readAll(state);
  if (!all) return null;
  return view.messages.map((message, index) => ({ seq: index + 1, message })).filter(all);
}

function readAll(state: SearchState): SearchCriterion | null {
  const criteria: SearchCriterion[] = [];
  while (state.args.length > 0) {
    const criterion = readOne(state);
    if (!criterion) return null;
    criteria.push(criterion);
  }
  return (candidate) => criteria.every((criterion) => criterion(candidate));
}

function readOne(state: SearchState): SearchCriterion | null {
  const arg = state.args.shift();
  if (arg?.tipo === "lista") return readAll({ ...state, args: [...arg.items] });
  const word = textOf(arg)?.toUpperCase() ?? "";
  if (word === "ALL" || word === "OLD") return () => true;
  if (word === "RECENT" || word === "NEW") return () => false;
  const flag = FLAGS[word];
  if (flag) return ({ message }) => state.view.caixa.flagsOf(message).has(flag[0]) === flag[1];
  if (word === "NOT") {
    const criterion = readOne(state);
    return criterion && ((candidate) => !criterion(candidate));
  }
  if (word === "OR") {
    const [left, right] = [readOne(state), readOne(state)];
    return left && right && ((candidate) => left(candidate) || right(candidate));
  }
  return readNumbers(word, state) ?? readDates(word, state) ?? readTexts(word, state);
}

function readNumbers(word: string, { args, view }: SearchState): SearchCriterion | null {
  const { messages } = view;
  if (word === "LARGER" || word === "SMALLER") {
    const limit = Number(textOf(args.shift()) ?? Number.NaN);
    if (!Number.isInteger(limit)) return null;
    return ({ message }) => (word === "LARGER" ? message.tamanho > limit : message.tamanho < limit);
  }
  const byUid = word === "UID";
  const largest = byUid ? (messages.at(-1)?.uid ?? 0) : messages.length;
  const numberSet = parseNumberSet(byUid ? (textOf(args.shift()) ?? "") : word, Math.max(largest, 1));
  return numberSet && (({ seq, message }) => isInSet(numberSet, byUid ? message.uid : seq));
}

/**
 * Compares days of the INTERNALDATE; SENT… uses the same date, which in this mailbox is the day of
 * sending.
 */
function readDates(word: string, { args }: SearchState): SearchCriterion | null {
  const kind = word.replace(/^SENT/, "");
  if (kind !== "SINCE" && kind !== "BEFORE" && kind !== "ON") return null;
  const day = Date.parse(`${textOf(args.shift()) ?? ""} UTC`);
  if (Number.isNaN(day)) return null;
  const daysAfter = ({ recebidaEm }: StoredMessage): number =>
    Math.floor((recebidaEm.getTime() - day) / DAY_MS);
  return ({ message }) => {
    const after = daysAfter(message);
    if (kind === "ON") return after === 0;
    return kind === "SINCE" ? after >= 0 : after < 0;
  };
}

function readTexts(word: string, { args, view }: SearchState): SearchCriterion | null {
  const field = word === "HEADER" ? textOf(args.shift()) : HEADER_FIELDS.includes(word) ? word : null;
  const isText = word === "TEXT" || word === "BODY";
  if (field === null && !isText) return null;
  const wanted = utf8Of(args.shift())?.toLowerCase();
  if (wanted === undefined) return null;
  return ({ message }) => {
    const { header, text } = splitMessage(view.caixa.read(message));
    if (field !== null) return fieldOf(header, field)?.toLowerCase().includes(wanted) ?? false;
    const where = word === "BODY" ? text : Buffer.concat([header, text]);
    return where.toString("utf8").toLowerCase().includes(wanted);
  };
}

function fieldOf(header: Buffer, field: string): string | null {
  const unfolded = header.toString("utf8").replace(/\r\n[ \t]+/g, " ");
  const name = field.replace(/[^A-Za-z0-9-]/g, "");
  return new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(unfolded)?.[1] ?? null;
}
