import { readArvore } from "../arvore.ts";
import { claimTamanho, type Roteiro } from "../falhas.ts";
import type { Parte } from "../sessao.ts";
import { type Arg, textOf, wordsOf } from "./args.ts";
import { writeEnvelope, writeEstrutura } from "./estrutura.ts";
import { cutSecao, isInteira, parseSecao, type Secao } from "./secao.ts";
import type { Vista, Vista1 } from "./vista.ts";

/** One item that FETCH requests. `parcial`: first byte and maximum length. */
type Item = { kind: (typeof SIMPLES)[number] } | ItemCorpo;
type ItemCorpo = {
  kind: "corpo";
  rotulo: string;
  secao: Secao;
  marca: boolean;
  parcial: readonly [start: number, length: number] | null;
};

const SIMPLES = ["UID", "FLAGS", "RFC822.SIZE", "INTERNALDATE", "ENVELOPE", "BODY", "BODYSTRUCTURE"] as const;
const FAST = ["FLAGS", "INTERNALDATE", "RFC822.SIZE"];
const MACROS: Record<string, readonly string[]> = {
  FAST,
  ALL: [...FAST, "ENVELOPE"],
  FULL: [...FAST, "ENVELOPE", "BODY"],
};
/** Older section names, and whether fetching them marks the message as seen. */
const ANTIGOS: Record<string, [secao: string, marca: boolean]> = {
  RFC822: ["", true],
  "RFC822.HEADER": ["HEADER", false],
  "RFC822.TEXT": ["TEXT", true],
};
/** Items that need the bytes of the message. */
const COM_BYTES: ReadonlySet<Item["kind"]> = new Set(["corpo", "ENVELOPE", "BODY", "BODYSTRUCTURE"]);
const MESES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Parses the requested items; null for unknown ones. */
export function parseItens(arg: Arg | undefined): Item[] | null {
  const words = wordsOf(arg);
  if (!words || words.length === 0) return null;
  const itens = words.flatMap((word) => MACROS[word.toUpperCase()] ?? [word]).map(parseItem);
  return itens.every((item) => item !== null) ? itens : null;
}

function parseItem(word: string): Item | null {
  const upper = word.toUpperCase();
  const simples = SIMPLES.find((kind) => kind === upper);
  if (simples) return { kind: simples };
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<([0-9]+)\.([0-9]+)>)?$/.exec(upper);
  const [texto, marca] = ANTIGOS[upper] ?? [match?.[2], match?.[1] === undefined];
  const secao = texto === undefined ? null : parseSecao(texto);
  if (!secao) return null;
  const parcial = match?.[3] === undefined ? null : ([Number(match[3]), Number(match[4])] as const);
  const rotulo = match ? `BODY[${texto}]${parcial ? `<${parcial[0]}>` : ""}` : upper;
  return { kind: "corpo", rotulo, secao, marca, parcial };
}

/** Whether message text is requested, not only headers. */
export function asksText(itens: readonly Item[]): boolean {
  return itens.some(
    ({ kind, ...item }) => kind === "corpo" && "secao" in item && item.secao.pedaco.kind !== "HEADER",
  );
}

export type PedidoFetch = { vista: Vista; roteiro: Roteiro; itens: readonly Item[]; byUid: boolean };

/**
 * Yields one FETCH reply per message, read from disk while it is sent. Returns how many messages no
 * longer exist.
 * @source RFC 3501 §7.4.2
 */
export function* fetchMensagens(pedido: PedidoFetch, mensagens: readonly Vista1[]): Generator<Parte, number> {
  const { vista, roteiro } = pedido;
  const marca = !vista.somenteLeitura && pedido.itens.some((item) => item.kind === "corpo" && item.marca);
  const itens = completeItens(pedido, marca);
  const whole = itens.some((item) => item.kind === "corpo" && isInteira(item.secao));
  const needsBytes = itens.some(({ kind }) => COM_BYTES.has(kind));
  let gone = 0;
  for (const { seq, mensagem } of mensagens) {
    const raw = needsBytes ? read(vista, mensagem) : Buffer.alloc(0);
    if (!raw) {
      gone += 1;
      continue;
    }
    if (marca) vista.caixa.mark([mensagem.uid], (marcas) => new Set([...marcas, "\\Seen"]));
    const pieces = itens.map((item) => writeItem(item, { vista, mensagem, raw, roteiro }));
    const joined = pieces.flatMap((piece, index) => (index === 0 ? [piece] : [Buffer.from(" "), piece]));
    const bytes = Buffer.concat([Buffer.from(`* ${seq} FETCH (`), ...joined, Buffer.from(")\r\n")]);
    yield whole ? { bytes, mensagem: true } : { bytes };
  }
  return gone;
}

/** UID FETCH always returns the UID; a message marked as seen also returns its flags. */
function completeItens({ itens, byUid }: PedidoFetch, marca: boolean): readonly Item[] {
  const has = (kind: Item["kind"]): boolean => itens.some((item) => item.kind === kind);
  return [
    ...(byUid && !has("UID") ? [{ kind: "UID" } as const] : []),
    ...itens,
    ...(marca && !has("FLAGS") ? [{ kind: "FLAGS" } as const] : []),
  ];
}

function read({ caixa }: Vista, mensagem: Vista1["mensagem"]): Buffer | null {
  try {
    return caixa.read(mensagem);
  } catch {
    return null;
  }
}

type Escrita = { vista: Vista; mensagem: Vista1["mensagem"]; raw: Buffer; roteiro: Roteiro };

function writeItem(item: Item, escrita: Escrita): Buffer {
  if (item.kind === "corpo") return writeCorpo(item, escrita.raw);
  if (item.kind === "FLAGS") return Buffer.from(writeMarcas(escrita.vista, escrita.mensagem));
  return Buffer.from(`${item.kind} ${answerItem(item.kind, escrita)}`, "latin1");
}

function answerItem(
  kind: Exclude<(typeof SIMPLES)[number], "FLAGS">,
  { mensagem, raw, roteiro }: Escrita,
): string {
  switch (kind) {
    case "UID":
      return String(mensagem.uid);
    case "RFC822.SIZE":
      return String(claimTamanho(roteiro, mensagem.tamanho));
    case "INTERNALDATE":
      return `"${writeData(mensagem.recebidaEm)}"`;
    case "ENVELOPE":
      return writeEnvelope(readArvore(raw.toString("latin1")));
    case "BODY":
    case "BODYSTRUCTURE":
      return writeEstrutura(readArvore(raw.toString("latin1")), kind === "BODYSTRUCTURE");
  }
}

function writeCorpo({ rotulo, secao, parcial }: ItemCorpo, raw: Buffer): Buffer {
  const whole = cutSecao(raw, secao);
  if (!whole) return Buffer.from(`${rotulo} NIL`);
  const [start, length] = parcial ?? [0, whole.length];
  const bytes = whole.subarray(start, start + length);
  return Buffer.concat([Buffer.from(`${rotulo} {${bytes.length}}\r\n`), bytes]);
}

export function writeMarcas({ caixa }: Vista, mensagem: Vista1["mensagem"]): string {
  return `FLAGS (${[...caixa.marcasOf(mensagem)].join(" ")})`;
}

function writeData(instant: Date): string {
  const day = String(instant.getUTCDate()).padStart(2, " ");
  const hora = instant.toISOString().slice(11, 19);
  return `${day}-${MESES[instant.getUTCMonth()]}-${instant.getUTCFullYear()} ${hora} +0000`;
}

/** Parses the flag change of STORE.   @source RFC 3501 §6.4.6 */
export function parseStore(
  operacao: Arg | undefined,
  lista: readonly Arg[],
): { silent: boolean; change(marcas: ReadonlySet<string>): Set<string> } | null {
  const match = /^([+-]?)FLAGS(\.SILENT)?$/i.exec(textOf(operacao) ?? "");
  const words = lista.length === 1 ? wordsOf(lista[0]) : wordsOf({ tipo: "lista", itens: lista });
  if (!match || !words) return null;
  const named = words.map(canonicalOf);
  const change = (marcas: ReadonlySet<string>): Set<string> => {
    if (match[1] === "+") return new Set([...marcas, ...named]);
    if (match[1] === "-") return new Set([...marcas].filter((marca) => !named.includes(marca)));
    return new Set(named);
  };
  return { silent: match[2] !== undefined, change };
}

function canonicalOf(marca: string): string {
  return marca.startsWith("\\")
    ? `\\${marca.slice(1, 2).toUpperCase()}${marca.slice(2).toLowerCase()}`
    : marca;
}
