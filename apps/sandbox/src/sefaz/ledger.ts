import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../document-generator/documento/protocolo.ts";
import { createDistribuicao } from "./distribuicao/distribute.ts";
import { createQueues, type QueueOwner, type Queues } from "./distribuicao/queues.ts";
import type { RegisteredDocumento, RegisteredEvento, RegisteredNota } from "./registered-documents.ts";

/**
 * The authorized documents and distribution queues: an append-only journal on disk, one JSON line
 * per entry. Queries use memory.
 */
export type Ledger = {
  find(chave: string): RegisteredNota | undefined;
  /** The nota with the same month, issuer, model, series and number under another key. */
  findSimilar(chave: string): RegisteredNota | undefined;
  /** The events of a key, also of a nota not yet authorized. */
  eventos(chave: string): readonly RegisteredEvento[];
  /** Without `documento`, the nota is known but never distributed. */
  enterNota(protocolo: Protocolo, documento?: RegisteredDocumento): void;
  enterEvento(chave: string, evento: RegisteredEvento): void;
  /** The current queues, with the waiting events that have happened. */
  queues(): Queues;
  /** Leaves a gap of that many numbers in a queue. */
  skipNsu(owner: QueueOwner, count: number): void;
  /** The number after the last one of this CNPJ in this series. */
  nextNumero(cnpj: string, serie: number): number;
  /** The sequence after the last protocol. */
  nextSequence(): number;
  list(): readonly RegisteredNota[];
};

type NotaEntry = { tipo: "nota"; protocolo: Protocolo; documento?: RegisteredDocumento; em?: string };
type EventoEntry = { tipo: "evento"; chaveAcesso: string; evento: RegisteredEvento; em?: string };
type JournalEntry =
  | NotaEntry
  | EventoEntry
  | { tipo: "distribuido"; em: string }
  | { tipo: "lacuna"; dono: QueueOwner; quantos: number };

const FILE = "sefaz-livro.jsonl";
const NUMERACAO_LENGTH = 34;
/** An invented company has already issued some notas, a different number each. */
const FIRST_NUMBERS = { min: 800, range: 24_000 };

export function openLedger(dir: string, now: () => Date = () => new Date()): Ledger {
  const file = path.join(dir, FILE);
  const notas = new Map<string, RegisteredNota>();
  const similarChaves = new Map<string, string>();
  const unlinked = new Map<string, RegisteredEvento[]>();
  const lastNumbers = new Map<string, number>();
  const queues = createQueues();
  const distribuicao = createDistribuicao(queues);
  let sequencia = 0;
  const apply = (entry: JournalEntry): void => {
    sequencia += 1;
    if (entry.tipo === "lacuna") queues.skip(entry.dono, entry.quantos);
    else if (entry.tipo === "distribuido") distribuicao.deliver(new Date(entry.em));
    else if (entry.tipo === "evento") applyEvento(entry);
    else applyNota(entry);
  };
  const applyEvento = ({ chaveAcesso, evento, em = "" }: EventoEntry): void => {
    const nota = notas.get(chaveAcesso);
    const eventos = nota?.eventos ?? unlinked.get(chaveAcesso) ?? [];
    eventos.push(evento);
    if (!nota) unlinked.set(chaveAcesso, eventos);
    // @NOTE an entry without time is of an earlier version, which had no distribution.
    if (nota && em) distribuicao.addEvento(nota, evento, em);
  };
  const applyNota = ({ protocolo, em = "", ...entry }: NotaEntry): void => {
    const documento = entry.documento ?? null;
    const { documento: emitente, serie, numero } = splitChaveAcesso(protocolo.chaveAcesso);
    const issuerSeries = `${emitente}/${Number(serie)}`;
    const nota = { protocolo, eventos: unlinked.get(protocolo.chaveAcesso) ?? [], documento };
    notas.set(protocolo.chaveAcesso, nota);
    similarChaves.set(numberingOf(protocolo.chaveAcesso), protocolo.chaveAcesso);
    lastNumbers.set(issuerSeries, Math.max(lastNumbers.get(issuerSeries) ?? 0, Number(numero)));
    if (em) distribuicao.addNota(nota, em);
  };
  for (const entry of readJournal(file)) apply(entry);
  const enter = (entry: JournalEntry): void => {
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    apply(entry);
  };
  const em = (): string => now().toISOString();
  return {
    find: (chave) => notas.get(chave),
    findSimilar: (chave) => {
      const other = similarChaves.get(numberingOf(chave));
      return other === undefined || other === chave ? undefined : notas.get(other);
    },
    eventos: (chave) => notas.get(chave)?.eventos ?? unlinked.get(chave) ?? [],
    enterNota: (protocolo, documento) =>
      enter({ tipo: "nota", protocolo, ...(documento && { documento }), em: em() }),
    enterEvento: (chaveAcesso, evento) => enter({ tipo: "evento", chaveAcesso, evento, em: em() }),
    queues: () => {
      if (distribuicao.isDue(now())) enter({ tipo: "distribuido", em: em() });
      return queues;
    },
    skipNsu: (owner, count) => enter({ tipo: "lacuna", dono: owner, quantos: count }),
    nextNumero: (cnpj, serie) => (lastNumbers.get(`${cnpj}/${serie}`) ?? firstNumberOf(cnpj)) + 1,
    nextSequence: () => sequencia + 1,
    list: () => [...notas.values()],
  };
}

/** A key without its issue type and random code. */
function numberingOf(chave: string): string {
  return chave.slice(0, NUMERACAO_LENGTH);
}

function firstNumberOf(cnpj: string): number {
  const mixed = [...cnpj].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_983, 0);
  return FIRST_NUMBERS.min + (mixed % FIRST_NUMBERS.range);
}

function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  chmodSync(file, 0o600);
  const text = readFileSync(file, "utf8");
  // @NOTE a process killed while writing leaves a partial line: end it, so that the next entry
  // stands alone.
  if (text && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap((row) => {
    try {
      return row ? [JSON.parse(row) as JournalEntry] : [];
    } catch {
      return [];
    }
  });
}
