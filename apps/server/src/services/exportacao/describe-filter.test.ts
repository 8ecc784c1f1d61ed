import { notaFilter } from "@malote/contract";
import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { NotaFilter } from "../nota/nota.rules.ts";
import { describeFilter } from "./describe-filter.ts";

const SORT_ORDER = "; por emissão, mais recentes primeiro";

function describe(filter: NotaFilter): string {
  return describeFilter({ filtro: filter, ordem: "emissaoDesc", zona: "America/Manaus" });
}

test.each<[NotaFilter, string]>([
  [{}, "todos os documentos"],
  [{ emissaoDe: "2026-10-01", emissaoAte: "2026-10-31" }, "emissão de 01/10/2026 a 31/10/2026"],
  [{ emissaoDe: "2026-10-01" }, "emissão a partir de 01/10/2026"],
  [{ emissaoAte: "2026-10-31" }, "emissão até 31/10/2026"],
  [{ emissaoDe: "2026-10-01", emissaoAte: "2026-10-01" }, "emissão em 01/10/2026"],
  [{ criadoDe: "2026-10-01T14:30", criadoAte: "2026-10-31" }, "chegada de 01/10/2026 14:30 a 31/10/2026"],
  [{ criadoAte: "2026-10-01T00:00" }, "chegada até 01/10/2026 00:00"],
  [{ criadoDe: "2026-10-01T08:00", criadoAte: "2026-10-01T08:00" }, "chegada em 01/10/2026 08:00"],
  [{ numeroDe: 5, numeroAte: 5000 }, "número de 5 a 5.000"],
  [{ numeroDe: 5, numeroAte: 5 }, "número de 5 a 5"],
  [{ numeroAte: 0 }, "número até 0"],
  [{ valorDe: "10,5" }, "valor a partir de R$\u00a010,50"],
  [{ cnpjEmitente: "11444777000161" }, "emitente com CNPJ/CPF 11.444.777/0001-61"],
  [{ cnpjDestinatario: "11444" }, "destinatário com CNPJ/CPF 11444"],
  [{ texto: " $& {valor} " }, "com “$& {valor}”"],
  [{ texto: "  " }, "todos os documentos"],
  [{ nfeStatus: "100,150,nenhum,999" }, "status NF-e autorizada ou 999 ou não validado"],
  [{ tiposNota: ["NFe", "CTe"] }, "tipo NF-e ou CT-e"],
  [{ processadoErp: false, recebido: true }, "não processado no ERP; recebido"],
  [{ manifestacao: [0, 4] }, "manifestação: sem manifestação ou ciência da operação"],
  [{ veredito: ["sem-protocolo"] }, "veredito sem protocolo"],
  [
    { auditorStatus: [1, 3], auditorTipos: ["Evento"] },
    "autorizado ou cancelado no auditor; com evento no auditor",
  ],
  [
    { empresaId: "01a1f883-9227-7237-a8c2-d4d895a8d711", uf: "SP" },
    "de uma só empresa; UF da outra parte SP",
  ],
  [{ alteradaDesde: new Date("2026-10-01T02:30:00Z") }, "alterado desde 30/09/2026 22:30"],
  [{ incluirTerceiros: true, divergente: true }, "divergente; inclusive de terceiros"],
  [
    { divergenteDe: "2026-10-01", divergenteAte: "2026-10-07" },
    "divergência encontrada de 01/10/2026 a 07/10/2026",
  ],
  [{ vencimentoDe: "2026-10-01", vencimentoAte: "2026-10-07" }, "vencimento de 01/10/2026 a 07/10/2026"],
  [{ divergenteAte: "2026-10-07" }, "divergência encontrada até 07/10/2026"],
])("a filter is described in words: %j", (filter, words) => {
  expect(describe(filter)).toBe(words + SORT_ORDER);
});

test("every field of a filter is described", () => {
  const whole: Required<Omit<NotaFilter, "incluirTerceiros">> & { incluirTerceiros: true } = {
    ...{
      texto: "a",
      cnpjEmitente: "1",
      cnpjDestinatario: "2",
      nomeEmitente: "b",
      nomeDestinatario: "c",
      empresaId: "01a1f883-9227-7237-a8c2-d4d895a8d711",
      uf: "SP",
    },
    ...{
      chaveAcesso: "35",
      serie: 1,
      numeroDe: 1,
      numeroAte: 2,
      emissaoDe: "2026-01-01",
      emissaoAte: "2026-01-02",
    },
    ...{ criadoDe: "2026-01-03", criadoAte: "2026-01-04", valorDe: "1", valorAte: "2", tiposNota: ["NFe"] },
    ...{ nfeStatus: "100", sefazStatus: "101", finalidade: "4", processadoErp: true, recebido: false },
    ...{ conferido: true, divergente: false, quarentena: false, manifestacao: [1], veredito: ["integra"] },
    ...{ auditorStatus: [1], auditorTipos: ["NFe"], divergenteDe: "2026-01-05", divergenteAte: "2026-01-06" },
    ...{ vencimentoDe: "2026-01-07", vencimentoAte: "2026-01-08" },
    ...{ incluirTerceiros: true, alteradaDesde: new Date("2026-10-01T02:30:00Z") },
  };
  const ranges = 6;
  expect(describe(whole).split("; ")).toHaveLength(Object.keys(whole).length - ranges + 1);
});

test("a stored filter is parsed back unchanged", () => {
  const filter: NotaFilter = { valorDe: "1,5", alteradaDesde: new Date("2026-10-01T02:30:00.123Z") };
  expect(z.parse(notaFilter, JSON.parse(JSON.stringify(filter)))).toEqual(filter);
});
