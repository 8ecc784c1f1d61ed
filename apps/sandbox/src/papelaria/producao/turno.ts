import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Acervo } from "../acervo.ts";
import { createPapelaria } from "../papelaria.ts";
import type { Encomenda, Tipo } from "./argumentos.ts";
import { type Arquivo, openRemessa } from "./remessa.ts";
import { createSorteioComSemente } from "./sorteio-semente.ts";

/** A stretch of the order, the work of one thread. */
export type Turno = {
  encomenda: Encomenda;
  acervo: Acervo;
  /** ISO instant from which emissions count back. */
  agora: string;
  /** Documents from `inicio` to `fim`, the last one not included. */
  inicio: number;
  fim: number;
};

/** What was done of it. */
export type Produzido = { documentos: number; bytes: number; porTipo: Partial<Record<Tipo, number>> };

type Pronto = Arquivo & { tipo: Tipo; index: number };

/** Written together, while the next ones are being signed. */
const FORNADA = 64;
const POR_PASTA = 1000;
const PASTA_LENGTH = 5;

/** Makes and writes a stretch. */
export async function produceTurno(turno: Turno): Promise<Produzido> {
  const { saida } = turno.encomenda;
  const produzido: Produzido = { documentos: 0, bytes: 0, porTipo: {} };
  let writing: Promise<unknown> = Promise.resolve();
  let fornada: Pronto[] = [];
  const send = async (): Promise<void> => {
    await writing;
    writing = writeFornada(fornada, saida, produzido);
    fornada = [];
  };
  for (const pronto of makeDocumentos(turno)) {
    fornada.push(pronto);
    if (fornada.length === FORNADA) await send();
  }
  await send();
  await writing;
  return produzido;
}

function* makeDocumentos({ encomenda, acervo, agora, inicio, fim }: Turno): Generator<Pronto> {
  const { tipos, semente } = encomenda;
  const sorteio = createSorteioComSemente();
  const papelaria = createPapelaria(acervo, sorteio);
  const oficina = { papelaria, sorteio, agora: new Date(agora), semente };
  for (let first = inicio; first < fim; first += tipos.length) {
    const remessa = openRemessa(oficina, first / tipos.length);
    for (const [ordem, tipo] of tipos.entries()) {
      if (first + ordem < fim) yield { ...remessa[tipo](), tipo, index: first + ordem };
    }
  }
}

async function writeFornada(fornada: readonly Pronto[], saida: string, produzido: Produzido): Promise<void> {
  const pastas = new Set(fornada.map(({ index }) => pastaOf(saida, index)));
  await Promise.all([...pastas].map((pasta) => mkdir(pasta, { recursive: true })));
  await Promise.all(
    fornada.map(({ nome, xml, tipo, index }) => {
      const content = Buffer.from(xml, "utf8");
      produzido.documentos += 1;
      produzido.bytes += content.length;
      produzido.porTipo[tipo] = (produzido.porTipo[tipo] ?? 0) + 1;
      return writeFile(path.join(pastaOf(saida, index), nome), content);
    }),
  );
}

/** The sub-folder of a document: a thousand in each, so that no folder is too full to list. */
function pastaOf(saida: string, index: number): string {
  return path.join(saida, String(Math.floor(index / POR_PASTA)).padStart(PASTA_LENGTH, "0"));
}
