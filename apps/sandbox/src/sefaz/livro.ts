import { appendFileSync, chmodSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { splitChaveAcesso } from "@malote/syntax";
import type { Protocolo } from "../papelaria/protocolo.ts";
import { createDistribuicao } from "./distribuicao/distribuir.ts";
import { createFilas, type DonoFila, type Filas } from "./distribuicao/filas.ts";
import type { DocumentoRegistrado, EventoRegistrado, NotaRegistrada } from "./registro.ts";

/**
 * The authorized documents and distribution queues: an append-only journal on disk, one JSON line
 * per entry. Queries use memory.
 */
export type Livro = {
  find(chave: string): NotaRegistrada | undefined;
  /** The nota with the same month, issuer, model, series and number under another key. */
  findParecida(chave: string): NotaRegistrada | undefined;
  /** The events of a key, also of a nota not yet authorized. */
  eventos(chave: string): readonly EventoRegistrado[];
  /** Without `documento`, the nota is known but never distributed. */
  enterNota(protocolo: Protocolo, documento?: DocumentoRegistrado): void;
  enterEvento(chave: string, evento: EventoRegistrado): void;
  /** The current queues, with the waiting events that have happened. */
  filas(): Filas;
  /** Leaves a gap of that many numbers in a queue. */
  skipNsu(dono: DonoFila, quantos: number): void;
  /** The number after the last one of this CNPJ in this series. */
  nextNumero(cnpj: string, serie: number): number;
  /** The sequence after the last protocol. */
  nextSequencia(): number;
  list(): readonly NotaRegistrada[];
};

type LancamentoNota = { tipo: "nota"; protocolo: Protocolo; documento?: DocumentoRegistrado; em?: string };
type LancamentoEvento = { tipo: "evento"; chaveAcesso: string; evento: EventoRegistrado; em?: string };
type Lancamento =
  | LancamentoNota
  | LancamentoEvento
  | { tipo: "distribuido"; em: string }
  | { tipo: "lacuna"; dono: DonoFila; quantos: number };

const FILE = "sefaz-livro.jsonl";
const NUMERACAO_LENGTH = 34;
/** An invented company has already issued some notas, a different number each. */
const NUMEROS_INICIAIS = { min: 800, range: 24_000 };

export function openLivro(dir: string, agora: () => Date = () => new Date()): Livro {
  const file = path.join(dir, FILE);
  const notas = new Map<string, NotaRegistrada>();
  const parecidas = new Map<string, string>();
  const avulsos = new Map<string, EventoRegistrado[]>();
  const numeros = new Map<string, number>();
  const filas = createFilas();
  const distribuicao = createDistribuicao(filas);
  let sequencia = 0;
  const apply = (lancamento: Lancamento): void => {
    sequencia += 1;
    if (lancamento.tipo === "lacuna") filas.skip(lancamento.dono, lancamento.quantos);
    else if (lancamento.tipo === "distribuido") distribuicao.deliver(new Date(lancamento.em));
    else if (lancamento.tipo === "evento") applyEvento(lancamento);
    else applyNota(lancamento);
  };
  const applyEvento = ({ chaveAcesso, evento, em = "" }: LancamentoEvento): void => {
    const nota = notas.get(chaveAcesso);
    const eventos = nota?.eventos ?? avulsos.get(chaveAcesso) ?? [];
    eventos.push(evento);
    if (!nota) avulsos.set(chaveAcesso, eventos);
    // @NOTE an entry without time is of an earlier version, which had no distribution.
    if (nota && em) distribuicao.addEvento(nota, evento, em);
  };
  const applyNota = ({ protocolo, em = "", ...lancamento }: LancamentoNota): void => {
    const documento = lancamento.documento ?? null;
    const { documento: emitente, serie, numero } = splitChaveAcesso(protocolo.chaveAcesso);
    const emissor = `${emitente}/${Number(serie)}`;
    const nota = { protocolo, eventos: avulsos.get(protocolo.chaveAcesso) ?? [], documento };
    notas.set(protocolo.chaveAcesso, nota);
    parecidas.set(numeracaoOf(protocolo.chaveAcesso), protocolo.chaveAcesso);
    numeros.set(emissor, Math.max(numeros.get(emissor) ?? 0, Number(numero)));
    if (em) distribuicao.addNota(nota, em);
  };
  for (const lancamento of readJournal(file)) apply(lancamento);
  const enter = (lancamento: Lancamento): void => {
    appendFileSync(file, `${JSON.stringify(lancamento)}\n`, { mode: 0o600 });
    apply(lancamento);
  };
  const em = (): string => agora().toISOString();
  return {
    find: (chave) => notas.get(chave),
    findParecida: (chave) => {
      const other = parecidas.get(numeracaoOf(chave));
      return other === undefined || other === chave ? undefined : notas.get(other);
    },
    eventos: (chave) => notas.get(chave)?.eventos ?? avulsos.get(chave) ?? [],
    enterNota: (protocolo, documento) =>
      enter({ tipo: "nota", protocolo, ...(documento && { documento }), em: em() }),
    enterEvento: (chaveAcesso, evento) => enter({ tipo: "evento", chaveAcesso, evento, em: em() }),
    filas: () => {
      if (distribuicao.isDue(agora())) enter({ tipo: "distribuido", em: em() });
      return filas;
    },
    skipNsu: (dono, quantos) => enter({ tipo: "lacuna", dono, quantos }),
    nextNumero: (cnpj, serie) => (numeros.get(`${cnpj}/${serie}`) ?? numeroInicial(cnpj)) + 1,
    nextSequencia: () => sequencia + 1,
    list: () => [...notas.values()],
  };
}

/** A key without its issue type and random code. */
function numeracaoOf(chave: string): string {
  return chave.slice(0, NUMERACAO_LENGTH);
}

function numeroInicial(cnpj: string): number {
  const mixed = [...cnpj].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 999_983, 0);
  return NUMEROS_INICIAIS.min + (mixed % NUMEROS_INICIAIS.range);
}

function readJournal(file: string): Lancamento[] {
  if (!existsSync(file)) return [];
  chmodSync(file, 0o600);
  const text = readFileSync(file, "utf8");
  // @NOTE a process killed while writing leaves a partial line: end it, so that the next entry
  // stands alone.
  if (text && !text.endsWith("\n")) appendFileSync(file, "\n");
  return text.split("\n").flatMap((row) => {
    try {
      return row ? [JSON.parse(row) as Lancamento] : [];
    } catch {
      return [];
    }
  });
}
