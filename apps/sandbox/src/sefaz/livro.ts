import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../papelaria/protocolo.ts";

/** An event in the book. It counts from `aPartirDe` on: a cancellation may be entered before it happens. */
export type EventoRegistrado = { tpEvento: string; aPartirDe: string; procEventoXml: string };

/** What SEFAZ knows of a key. */
export type NotaRegistrada = { protocolo: Protocolo; eventos: EventoRegistrado[] };

/** The State's book of what it authorized: a journal on disk, one JSON line per entry, never rewritten. */
export type Livro = {
  find(chave: string): NotaRegistrada | undefined;
  enterNota(protocolo: Protocolo): void;
  enterEvento(chave: string, evento: EventoRegistrado): void;
  /** The number after the last one that this CNPJ used in this series. */
  nextNumero(cnpj: string, serie: number): number;
  /** The sequence after the last protocol of all. */
  nextSequencia(): number;
  list(): readonly NotaRegistrada[];
};

type Lancamento =
  | { tipo: "nota"; protocolo: Protocolo }
  | { tipo: "evento"; chaveAcesso: string; evento: EventoRegistrado };

const FILE = "sefaz-livro.jsonl";
/** An invented company has issued some notas before we meet it, each one its own count of them. */
const NUMEROS_INICIAIS = { min: 800, range: 24_000 };

export function openLivro(dir: string): Livro {
  const file = path.join(dir, FILE);
  const notas = new Map<string, NotaRegistrada>();
  const numeros = new Map<string, number>();
  let sequencia = 0;
  const apply = (lancamento: Lancamento): void => {
    sequencia += 1;
    if (lancamento.tipo === "evento") {
      notas.get(lancamento.chaveAcesso)?.eventos.push(lancamento.evento);
      return;
    }
    const { protocolo } = lancamento;
    const { documento, serie, numero } = splitChaveAcesso(protocolo.chaveAcesso);
    const emissor = `${documento}/${Number(serie)}`;
    notas.set(protocolo.chaveAcesso, { protocolo, eventos: [] });
    numeros.set(emissor, Math.max(numeros.get(emissor) ?? 0, Number(numero)));
  };
  for (const lancamento of readJournal(file)) apply(lancamento);
  const enter = (lancamento: Lancamento): void => {
    appendFileSync(file, `${JSON.stringify(lancamento)}\n`, { mode: 0o600 });
    apply(lancamento);
  };
  return {
    find: (chave) => notas.get(chave),
    enterNota: (protocolo) => enter({ tipo: "nota", protocolo }),
    enterEvento: (chaveAcesso, evento) => enter({ tipo: "evento", chaveAcesso, evento }),
    nextNumero: (cnpj, serie) => (numeros.get(`${cnpj}/${serie}`) ?? numeroInicial(cnpj)) + 1,
    nextSequencia: () => sequencia + 1,
    list: () => [...notas.values()],
  };
}

function numeroInicial(cnpj: string): number {
  const mixed = [...cnpj].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_983, 0);
  return NUMEROS_INICIAIS.min + (mixed % NUMEROS_INICIAIS.range);
}

function readJournal(file: string): Lancamento[] {
  if (!existsSync(file)) return [];
  chmodSync(file, 0o600);
  const text = readFileSync(file, "utf8");
  // @NOTE a process killed while writing leaves half a line at the end: it is closed, so that the next entry stands alone.
  if (text && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap((row) => {
    try {
      return row ? [JSON.parse(row) as Lancamento] : [];
    } catch {
      return [];
    }
  });
}
