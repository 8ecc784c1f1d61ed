import type { ResultOf } from "@malote/contract";
import { exampleId, listOf, NOW } from "./conta-examples.ts";
import type { Answers } from "./fake-server.ts";
import type { Nota } from "./nota-examples.ts";

export type Lote = ResultOf<"Lote.getLote">["object"];
type LoteDocumento = ResultOf<"Lote.getListDocumento">["results"][number];

/** A running lote that marks as received. */
export function exampleLote(part: Partial<Lote> = {}): Lote {
  return {
    ...{ id: exampleId(701), numero: 7, tipo: "marca", marca: "recebido", valor: true, status: null },
    ...{ justificativa: null, usuario: "Marina Prado", proprio: true, estado: "em-andamento", origem: null },
    ...{ total: 3, naFila: 1, enviando: 0, feitos: 1, semMudanca: 0, recusados: 1, parados: 0 },
    ...{ pedidoEm: NOW, terminadoEm: null, desfeitoEm: null, desfazerAte: null },
    ...{ podeParar: true, podeRepetir: false },
    ...part,
  };
}

const COUNT = { quarentena: 0, divergentes: 0, valorTotal: "300.00", manifestacaoImpedida: null };

/** How many of `total` documents each act would find: one is received already, and none accepts a ciência. */
export function exampleCount(total: number): ResultOf<"Lote.getContagem">["object"] {
  const late = [{ mensagem: "fora do prazo de 10 dias", quantidade: total }];
  return {
    ...COUNT,
    total,
    marcas: [
      { marca: "recebido", marcados: 1, semMarca: total - 1 },
      { marca: "conferido", marcados: 0, semMarca: total },
      { marca: "processadoErp", marcados: 0, semMarca: total },
    ],
    manifestacoes: [
      { status: 1, aceitam: total, motivos: [] },
      { status: 4, aceitam: 0, motivos: late },
      { status: 2, aceitam: total, motivos: [] },
      { status: 3, aceitam: total, motivos: [] },
    ],
  };
}

/** A document of a lote with its outcome. */
export function exampleDocument(nota: Nota, part: Partial<LoteDocumento>): LoteDocumento {
  const { id: notaId, tipoNota, numeroNota, serieNota, nomeEmitente, valorTotal } = nota;
  return {
    ...{ notaId, tipoNota, numeroNota, serieNota, nomeEmitente, valorTotal, type: "E" },
    ...{ situacao: "feito", mensagem: null, terminadoEm: NOW },
    ...part,
  };
}

/** A server that counts, starts and shows one lote, whose state the test changes. */
export function loteAnswers(lote: () => Lote, documents: () => LoteDocumento[]): Answers {
  const started = () => ({ object: { id: lote().id } });
  return {
    "Lote.getContagem": ({ ids = [] }) => ({ object: exampleCount(ids.length) }),
    "Lote.startMarca": started,
    "Lote.startManifestacao": started,
    "Lote.startDesfazer": started,
    "Lote.retryLote": started,
    "Lote.endLote": () => ({}),
    "Lote.getLote": () => ({ object: lote() }),
    "Lote.getListLote": () => listOf([lote()]),
    "Lote.getListDocumento": () => listOf(documents()),
  };
}
