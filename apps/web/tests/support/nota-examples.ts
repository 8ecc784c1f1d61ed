import type { ResultOf } from "@malote/contract";
import { addAmount, checkDigit } from "@malote/syntax";
import { sampleNota } from "../../src/features/nota/tests/sample-nota.ts";
import { exampleId } from "./conta-examples.ts";
import { type Answers, Refused } from "./fake-server.ts";

export type Nota = ResultOf<"Nota.getNota">["object"];
type NotaRow = ResultOf<"Nota.getListNota">["results"][number];

/** A valid key of an NF-e with this number. */
export function exampleChave(numero: number): string {
  const key = `3126112739148500014855001${String(numero).padStart(9, "0")}160072747`;
  return `${key}${checkDigit(key)}`;
}

/** Notas of one supplier, from number 1201 on. */
export function exampleNotas(count: number, part: (n: number) => Partial<Nota> = () => ({})): Nota[] {
  return Array.from({ length: count }, (_, n) =>
    sampleNota({
      id: exampleId(1_201 + n),
      numeroNota: String(1_201 + n),
      chaveAcesso: exampleChave(1_201 + n),
      ...part(n),
    }),
  );
}

/** The fields of a row of the list. */
function toRow(nota: Nota): NotaRow {
  return nota;
}

/** A server that has these notas: lists, pages, opens and marks them. Filters of a list restrict nothing. */
export function notasAnswers(notas: Nota[]): Answers {
  const stored = new Map(notas.map((nota) => [nota.id, nota]));
  const find = (id: string): Nota => {
    const nota = stored.get(id);
    if (!nota) throw new Refused("Documento não encontrado.");
    return nota;
  };
  const set = (id: string, part: Partial<Nota>): Record<string, never> => {
    stored.set(id, { ...find(id), ...part });
    return {};
  };
  return {
    "Nota.getListNota": ({ currentPage = 1, pageSize = 20 }) => ({
      results: [...stored.values()].slice((currentPage - 1) * pageSize, currentPage * pageSize).map(toRow),
      totalCount: stored.size,
      somaTotal: [...stored.values()].reduce((sum, { valorTotal }) => addAmount(sum, valorTotal), "0.00"),
      object: null,
    }),
    "Nota.getNota": ({ id }) => ({ object: find(id) }),
    "Nota.setRecebido": ({ id, recebido }) =>
      set(id, { recebido, recebidoPor: recebido ? "Marina Prado" : null }),
    "Nota.setConferido": ({ id, conferido }) =>
      set(id, { conferido, conferidoPor: conferido ? "Marina Prado" : null }),
    "Nota.setProcessadoErp": ({ id, processado }) => set(id, { processadoErp: processado }),
  };
}
