import type { MensagemGuardada } from "../caixa.ts";
import { type Arg, textOf, utf8Of } from "./args.ts";
import { isIn, parseConjunto } from "./conjunto.ts";
import { splitMensagem } from "./secao.ts";
import type { Vista, Vista1 } from "./vista.ts";

type Criterio = (achado: Vista1) => boolean;
/** The remaining criteria, and the folder to search. */
type Leitura = { args: Arg[]; vista: Vista };

const MARCAS: Record<string, [marca: string, has: boolean]> = {
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
const CAMPOS = ["SUBJECT", "FROM", "TO", "CC", "BCC"];
const DAY_MS = 86_400_000;

/** The messages that match all criteria; null for unknown criteria.   @source RFC 3501 §6.4.4 */
export function searchVista(vista: Vista, args: readonly Arg[]): Vista1[] | null {
  const leitura: Leitura = { args: [...args], vista };
  if (textOf(leitura.args[0])?.toUpperCase() === "CHARSET") leitura.args.splice(0, 2);
  const all = readAll(leitura);
  if (!all) return null;
  return vista.mensagens.map((mensagem, index) => ({ seq: index + 1, mensagem })).filter(all);
}

function readAll(leitura: Leitura): Criterio | null {
  const criterios: Criterio[] = [];
  while (leitura.args.length > 0) {
    const criterio = readOne(leitura);
    if (!criterio) return null;
    criterios.push(criterio);
  }
  return (achado) => criterios.every((criterio) => criterio(achado));
}

function readOne(leitura: Leitura): Criterio | null {
  const arg = leitura.args.shift();
  if (arg?.tipo === "lista") return readAll({ ...leitura, args: [...arg.itens] });
  const word = textOf(arg)?.toUpperCase() ?? "";
  if (word === "ALL" || word === "OLD") return () => true;
  if (word === "RECENT" || word === "NEW") return () => false;
  const marca = MARCAS[word];
  if (marca) return ({ mensagem }) => leitura.vista.caixa.marcasOf(mensagem).has(marca[0]) === marca[1];
  if (word === "NOT") {
    const criterio = readOne(leitura);
    return criterio && ((achado) => !criterio(achado));
  }
  if (word === "OR") {
    const [left, right] = [readOne(leitura), readOne(leitura)];
    return left && right && ((achado) => left(achado) || right(achado));
  }
  return readNumbers(word, leitura) ?? readDates(word, leitura) ?? readTexts(word, leitura);
}

function readNumbers(word: string, { args, vista }: Leitura): Criterio | null {
  const { mensagens } = vista;
  if (word === "LARGER" || word === "SMALLER") {
    const limit = Number(textOf(args.shift()) ?? Number.NaN);
    if (!Number.isInteger(limit)) return null;
    return ({ mensagem }) => (word === "LARGER" ? mensagem.tamanho > limit : mensagem.tamanho < limit);
  }
  const byUid = word === "UID";
  const largest = byUid ? (mensagens.at(-1)?.uid ?? 0) : mensagens.length;
  const conjunto = parseConjunto(byUid ? (textOf(args.shift()) ?? "") : word, Math.max(largest, 1));
  return conjunto && (({ seq, mensagem }) => isIn(conjunto, byUid ? mensagem.uid : seq));
}

/**
 * Compares days of the INTERNALDATE; SENT… uses the same date, which in this mailbox is the day of
 * sending.
 */
function readDates(word: string, { args }: Leitura): Criterio | null {
  const kind = word.replace(/^SENT/, "");
  if (kind !== "SINCE" && kind !== "BEFORE" && kind !== "ON") return null;
  const day = Date.parse(`${textOf(args.shift()) ?? ""} UTC`);
  if (Number.isNaN(day)) return null;
  const daysAfter = ({ recebidaEm }: MensagemGuardada): number =>
    Math.floor((recebidaEm.getTime() - day) / DAY_MS);
  return ({ mensagem }) => {
    const after = daysAfter(mensagem);
    if (kind === "ON") return after === 0;
    return kind === "SINCE" ? after >= 0 : after < 0;
  };
}

function readTexts(word: string, { args, vista }: Leitura): Criterio | null {
  const campo = word === "HEADER" ? textOf(args.shift()) : CAMPOS.includes(word) ? word : null;
  const isText = word === "TEXT" || word === "BODY";
  if (campo === null && !isText) return null;
  const wanted = utf8Of(args.shift())?.toLowerCase();
  if (wanted === undefined) return null;
  return ({ mensagem }) => {
    const { header, text } = splitMensagem(vista.caixa.read(mensagem));
    if (campo !== null) return fieldOf(header, campo)?.toLowerCase().includes(wanted) ?? false;
    const where = word === "BODY" ? text : Buffer.concat([header, text]);
    return where.toString("utf8").toLowerCase().includes(wanted);
  };
}

function fieldOf(header: Buffer, campo: string): string | null {
  const unfolded = header.toString("utf8").replace(/\r\n[ \t]+/g, " ");
  const name = campo.replace(/[^A-Za-z0-9-]/g, "");
  return new RegExp(`^${name}:[ \\t]*(.*)$`, "im").exec(unfolded)?.[1] ?? null;
}
