import { claimTamanho, type Roteiro } from "../falhas.ts";
import type { Parte } from "../sessao.ts";
import { type Arg, textOf, wordsOf } from "./args.ts";
import type { Vista, Vista1 } from "./vista.ts";

/** One thing that FETCH asks of each message. */
type Item =
  | { kind: "UID" | "FLAGS" | "RFC822.SIZE" | "INTERNALDATE" }
  | {
      kind: "corpo";
      rotulo: string;
      secao: Secao;
      marca: boolean;
      parcial: [start: number, length: number] | null;
    };

type Secao = { kind: "tudo" | "HEADER" | "TEXT" } | { kind: "campos"; nomes: string[]; menos: boolean };

const MACROS: Record<string, string[]> = { FAST: ["FLAGS", "INTERNALDATE", "RFC822.SIZE"] };
const SIMPLES = ["UID", "FLAGS", "RFC822.SIZE", "INTERNALDATE"] as const;
const MESES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Reads what is asked; null for what this server does not know (ENVELOPE, BODYSTRUCTURE, single MIME parts). */
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
  if (upper === "RFC822") return corpo("RFC822", { kind: "tudo" }, true);
  if (upper === "RFC822.HEADER") return corpo("RFC822.HEADER", { kind: "HEADER" }, false);
  if (upper === "RFC822.TEXT") return corpo("RFC822.TEXT", { kind: "TEXT" }, true);
  const match = /^BODY(\.PEEK)?\[([^\]]*)\](?:<([0-9]+)\.([0-9]+)>)?$/.exec(upper);
  const secao = parseSecao(match?.[2]);
  if (!match || !secao) return null;
  const [, peek, texto, start, length] = match;
  const parcial: [number, number] | null = start === undefined ? null : [Number(start), Number(length)];
  const rotulo = `BODY[${texto}]${parcial ? `<${parcial[0]}>` : ""}`;
  return { ...corpo(rotulo, secao, peek === undefined), parcial };
}

function corpo(rotulo: string, secao: Secao, marca: boolean): Extract<Item, { kind: "corpo" }> {
  return { kind: "corpo", rotulo, secao, marca, parcial: null };
}

function parseSecao(texto: string | undefined): Secao | null {
  if (texto === "") return { kind: "tudo" };
  if (texto === "HEADER" || texto === "TEXT") return { kind: texto };
  const match = /^HEADER\.FIELDS(\.NOT)? \(([^()]+)\)$/.exec(texto ?? "");
  if (!match) return null;
  const nomes = (match[2] ?? "").split(/\s+/).map((nome) => nome.replace(/^"(.*)"$/, "$1"));
  return { kind: "campos", nomes, menos: match[1] !== undefined };
}

export type PedidoFetch = { vista: Vista; roteiro: Roteiro; itens: readonly Item[]; byUid: boolean };

/** One FETCH answer per message, read from disk as it is sent. Answers how many messages are there no more.
 * @source RFC 3501 §7.4.2 */
export function* fetchMensagens(pedido: PedidoFetch, mensagens: readonly Vista1[]): Generator<Parte, number> {
  const { vista, roteiro, byUid } = pedido;
  const itens: readonly Item[] =
    byUid && !pedido.itens.some(({ kind }) => kind === "UID")
      ? [{ kind: "UID" }, ...pedido.itens]
      : pedido.itens;
  const marca = !vista.somenteLeitura && itens.some((item) => item.kind === "corpo" && item.marca);
  const whole = itens.some((item) => item.kind === "corpo" && item.secao.kind === "tudo");
  let gone = 0;
  for (const { seq, mensagem } of mensagens) {
    const raw = itens.some(({ kind }) => kind === "corpo") ? read(vista, mensagem) : Buffer.alloc(0);
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

function read({ caixa }: Vista, mensagem: Vista1["mensagem"]): Buffer | null {
  try {
    return caixa.read(mensagem);
  } catch {
    return null;
  }
}

type Escrita = { vista: Vista; mensagem: Vista1["mensagem"]; raw: Buffer; roteiro: Roteiro };

function writeItem(item: Item, { vista, mensagem, raw, roteiro }: Escrita): Buffer {
  switch (item.kind) {
    case "UID":
      return Buffer.from(`UID ${mensagem.uid}`);
    case "FLAGS":
      return Buffer.from(writeMarcas(vista, mensagem));
    case "RFC822.SIZE":
      return Buffer.from(`RFC822.SIZE ${claimTamanho(roteiro, mensagem.tamanho)}`);
    case "INTERNALDATE":
      return Buffer.from(`INTERNALDATE "${writeData(mensagem.recebidaEm)}"`);
    case "corpo": {
      const whole = cutSecao(raw, item.secao);
      const [start, length] = item.parcial ?? [0, whole.length];
      const bytes = whole.subarray(start, start + length);
      return Buffer.concat([Buffer.from(`${item.rotulo} {${bytes.length}}\r\n`), bytes]);
    }
  }
}

export function writeMarcas({ caixa }: Vista, mensagem: Vista1["mensagem"]): string {
  return `FLAGS (${[...caixa.marcasOf(mensagem)].join(" ")})`;
}

function writeData(instant: Date): string {
  const day = String(instant.getUTCDate()).padStart(2, " ");
  const hora = instant.toISOString().slice(11, 19);
  return `${day}-${MESES[instant.getUTCMonth()]}-${instant.getUTCFullYear()} ${hora} +0000`;
}

/** Header and text; the blank line between them belongs to the header. */
export function splitMensagem(raw: Buffer): { header: Buffer; text: Buffer } {
  const blank = raw.indexOf("\r\n\r\n");
  const end = blank < 0 ? raw.length : blank + 4;
  return { header: raw.subarray(0, end), text: raw.subarray(end) };
}

function cutSecao(raw: Buffer, secao: Secao): Buffer {
  if (secao.kind === "tudo") return raw;
  const { header, text } = splitMensagem(raw);
  if (secao.kind === "campos") return cutCampos(header, secao);
  return secao.kind === "TEXT" ? text : header;
}

function cutCampos(header: Buffer, { nomes, menos }: Extract<Secao, { kind: "campos" }>): Buffer {
  const fields = header.toString("latin1").match(/[^\r\n][^\n]*\n(?:[ \t][^\n]*\n)*/g) ?? [];
  const wanted = fields.filter((field) => {
    const nome = field.split(":", 1)[0]?.trim().toUpperCase() ?? "";
    return nomes.includes(nome) !== menos;
  });
  return Buffer.from(`${wanted.join("")}\r\n`, "latin1");
}

/** What STORE is to do to the flags.   @source RFC 3501 §6.4.6 */
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
