import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Acervo } from "../acervo.ts";
import { createPapelaria } from "../papelaria.ts";
import type { Encomenda, Tipo } from "./argumentos.ts";
import { type Arquivo, openRemessa } from "./remessa.ts";
import { createSorteioComSemente } from "./sorteio-semente.ts";

/** A range of the request: the work of one thread. */
export type Turno = {
  encomenda: Encomenda;
  acervo: Acervo;
  /** All documents are issued before this ISO instant. */
  agora: string;
  /** Documents from `inicio` to `fim`, the latter excluded. */
  inicio: number;
  fim: number;
};

/** The number and size of the written documents. */
export type Produzido = { documentos: number; bytes: number; porTipo: Partial<Record<Tipo, number>> };

type Pronto = Arquivo & { tipo: Tipo; index: number };

/** Documents written together, while the next ones are being signed. */
const FORNADA = 64;
const POR_PASTA = 1000;
const PASTA_LENGTH = 5;

/** Creates and writes the documents of a range. */
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

/** The subfolder of a document: a thousand documents each, so that folders can be listed quickly. */
function pastaOf(saida: string, index: number): string {
  return path.join(saida, String(Math.floor(index / POR_PASTA)).padStart(PASTA_LENGTH, "0"));
}
