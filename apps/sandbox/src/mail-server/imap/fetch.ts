import { claimSize, type FaultScript } from "../mail-faults.ts";
import { parseMimeTree } from "../mime-tree.ts";
import type { ReplyPart } from "../session.ts";
import { type Arg, textOf, wordsOf } from "./args.ts";
import { type BodySection, cutSection, isWholeMessage, parseSection } from "./body-section.ts";
import { writeBodyStructure, writeEnvelope } from "./body-structure.ts";
import type { FolderView, NumberedMessage } from "./folder-view.ts";

/** One item that FETCH requests. `byteRange`: first byte and maximum length. */
type Item = { kind: (typeof SIMPLE_ITEMS)[number] } | BodyItem;
type BodyItem = {
  kind: "corpo";
  label: string;
  section: BodySection;
  marksSeen: boolean;
  byteRange: readonly [start: number, length: number] | null;
};

const SIMPLE_ITEMS = [
  "UID",
  "FLAGS",
  "RFC822.SIZE",
  "INTERNALDATE",
  "ENVELOPE",
  "BODY",
  "BODYSTRUCTURE",
] as const;
const FAST = ["FLAGS", "INTERNALDATE", "RFC822.SIZE"];
const MACROS: Record<string, readonly string[]> = {
  FAST,
  ALL: [...FAST, "ENVELOPE"],
  FULL: [...FAST, "ENVELOPE", "BODY"],
};
/** Older section names, and whether fetching them marks the message as seen. */
const LEGACY_ITEMS: Record<string, [secao: string, marca: boolean]> = {
  RFC822: ["", true],
  "RFC822.HEADER": ["HEADER", false],
  "RFC822.TEXT": ["TEXT", true],
};
/** Items that need the bytes of the message. */
const NEEDS_BYTES: ReadonlySet<Item["kind"]> = new Set(["corpo", "ENVELOPE", "BODY", "BODYSTRUCTURE"]);
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Parses the requested items; null for unknown ones. */
export function parseItems(arg: Arg | undefined): Item[] | null {
  const words = wordsOf(arg);
  if (!words || words.length === 0) return null;
  const items = words.flatMap((word) => MACROS[word.toUpperCase()] ?? [word]).map(parseItem);
  return items.every((item) => item !== null) ? items : null;
}

function parseItem(word: string): Item | null {
  const upper = word.toUpperCase();
  const simple = SIMPLE_ITEMS.find((kind) => kind === upper);
  if (simple) return { kind: simple };
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<([0-9]+)\.([0-9]+)>)?$/.exec(upper);
  const [texto, marca] = LEGACY_ITEMS[upper] ?? [match?.[2], match?.[1] === undefined];
  const section = texto === undefined ? null : parseSection(texto);
  if (!section) return null;
  const byteRange = match?.[3] === undefined ? null : ([Number(match[3]), Number(match[4])] as const);
  const label = match ? `BODY[${texto}]${byteRange ? `<${byteRange[0]}>` : ""}` : upper;
  return { kind: "corpo", label, section, marksSeen: marca, byteRange };
}

/** Whether message text is requested, not only headers. */
export function asksText(items: readonly Item[]): boolean {
  return items.some(
    ({ kind, ...item }) => kind === "corpo" && "section" in item && item.section.part.kind !== "HEADER",
  );
}

export type FetchRequest = { view: FolderView; script: FaultScript; items: readonly Item[]; byUid: boolean };

/**
 * Yields one FETCH reply per message, read from disk while it is sent. Returns how many messages no
 * longer exist.
 * @source RFC 3501 §7.4.2
 */
export function* fetchMessages(
  pedido: FetchRequest,
  messages: readonly NumberedMessage[],
): Generator<ReplyPart, number> {
  const { view, script } = pedido;
  const marca = !view.readOnly && pedido.items.some((item) => item.kind === "corpo" && item.marksSeen);
  const items = completeItems(pedido, marca);
  const whole = items.some((item) => item.kind === "corpo" && isWholeMessage(item.section));
  const needsBytes = items.some(({ kind }) => NEEDS_BYTES.has(kind));
  let gone = 0;
  for (const { seq, message } of messages) {
    const raw = needsBytes ? read(view, message) : Buffer.alloc(0);
    if (!raw) {
      gone += 1;
      continue;
    }
    if (marca) view.caixa.mark([message.uid], (flags) => new Set([...flags, "\\Seen"]));
    const pieces = items.map((item) => writeItem(item, { view, mensagem: message, raw, script }));
    const joined = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from(" "), piece]));
    const bytes = Buffer.concat([Buffer.from(`* ${seq} FETCH (`), ...joined, Buffer.from(")\r\n")]);
    yield whole ? { bytes, mensagem: true } : { bytes };
  }
  return gone;
}

/** UID FETCH always returns the UID; a message marked as seen also returns its flags. */
function completeItems({ items, byUid }: FetchRequest, marca: boolean): readonly Item[] {
  const has = (kind: Item["kind"]): boolean => items.some((item) => item.kind === kind);
  return [
    ...(byUid && !has("UID") ? [{ kind: "UID" } as const] : []),
    ...items,
    ...(marca && !has("FLAGS") ? [{ kind: "FLAGS" } as const] : []),
  ];
}

function read({ caixa }: FolderView, message: NumberedMessage["message"]): Buffer | null {
  try {
    return caixa.read(message);
  } catch {
    return null;
  }
}

type WriteContext = {
  view: FolderView;
  mensagem: NumberedMessage["message"];
  raw: Buffer;
  script: FaultScript;
};

function writeItem(item: Item, context: WriteContext): Buffer {
  if (item.kind === "corpo") return writeCorpo(item, context.raw);
  if (item.kind === "FLAGS") return Buffer.from(writeFlags(context.view, context.mensagem));
  return Buffer.from(`${item.kind} ${answerItem(item.kind, context)}`, "latin1");
}

function answerItem(
  kind: Exclude<(typeof SIMPLE_ITEMS)[number], "FLAGS">,
  { mensagem: message, raw, script }: WriteContext,
): string {
  switch (kind) {
    case "UID":
      return String(message.uid);
    case "RFC822.SIZE":
      return String(claimSize(script, message.tamanho));
    case "INTERNALDATE":
      return `"${writeData(message.recebidaEm)}"`;
    case "ENVELOPE":
      return writeEnvelope(parseMimeTree(raw.toString("latin1")));
    case "BODY":
    case "BODYSTRUCTURE":
      return writeBodyStructure(parseMimeTree(raw.toString("latin1")), kind === "BODYSTRUCTURE");
  }
}

function writeCorpo({ label, section, byteRange }: BodyItem, raw: Buffer): Buffer {
  const whole = cutSection(raw, section);
  if (!whole) return Buffer.from(`${label} NIL`);
  const [start, length] = byteRange ?? [0, whole.length];
  const bytes = whole.subarray(start, start + length);
  return Buffer.concat([Buffer.from(`${label} {${bytes.length}}\r\n`), bytes]);
}

export function writeFlags({ caixa }: FolderView, message: NumberedMessage["message"]): string {
  return `FLAGS (${[...caixa.flagsOf(message)].join(" ")})`;
}

function writeData(instant: Date): string {
  const day = String(instant.getUTCDate()).padStart(2, " ");
  const time = instant.toISOString().slice(11, 19);
  return `${day}-${MONTHS[instant.getUTCMonth()]}-${instant.getUTCFullYear()} ${time} +0000`;
}

/** Parses the flag change of STORE.   @source RFC 3501 §6.4.6 */
export function parseStore(
  operacao: Arg | undefined,
  flagArgs: readonly Arg[],
): { silent: boolean; change(flags: ReadonlySet<string>): Set<string> } | null {
  const match = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(textOf(operacao) ?? "");
  const words = flagArgs.length === 1 ? wordsOf(flagArgs[0]) : wordsOf({ tipo: "lista", items: flagArgs });
  if (!match || !words) return null;
  const named = words.map(canonicalOf);
  const change = (flags: ReadonlySet<string>): Set<string> => {
    if (match[1] === "+") return new Set([...flags, ...named]);
    if (match[1] === "-") return new Set([...flags].filter((marca) => !named.includes(marca)));
    return new Set(named);
  };
  return { silent: match[2] !== undefined, change };
}

function canonicalOf(marca: string): string {
  return marca.startsWith("\\")
    ? `\\${marca.slice(1, 2).toUpperCase()}${marca.slice(2).toLowerCase()}`
    : marca;
}
