import { DAY_MS } from "@malote/syntax";
import { expect } from "vitest";
import type { MethodCases } from "../contract-fixture.ts";

const dayFrom = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
/** Days with the documents that the sandbox issues today in any time zone, from the first of a month. */
const WEEK = { de: `${dayFrom(-6).slice(0, 8)}01`, ate: dayFrom(1) };
const REVERSED = { de: "2026-11-30", ate: "2026-11-01" };

/** The figures of the painel. */
export const PAINEL_CASES: MethodCases<"Painel"> = {
  "Painel.getEstatistica": {
    caller: "usuario",
    params: () => ({ searchTipoAnalise: "E", searchDateRange: WEEK }),
    verify: ({ object }) => {
      const { chatNotas, ...o } = object as { chatNotas: { quantidade: number }[] };
      const { totalDFe = 0, totalNFe = 0, totalCTe = 0, totalMDFe = 0 } = o as Record<string, number>;
      expect(o).toMatchObject({
        dateGroup: "dia",
        totalEmails: expect.any(Number),
        valorTotal: /^\d+\.\d\d$/,
      });
      expect([totalNFe > 0, totalCTe > 0, totalDFe >= totalNFe + totalCTe + totalMDFe]).toEqual([
        true,
        true,
        true,
      ]);
      const sum = chatNotas.reduce((total, { quantidade }) => total + quantidade, 0);
      expect(sum).toBe(totalDFe);
    },
    refusal: {
      params: () => ({ searchTipoAnalise: "E", searchDateRange: REVERSED }),
      sentence: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Painel.getPartesVencimentos": {
    caller: "usuario",
    params: () => ({ searchTipoAnalise: "E", searchDateRange: WEEK }),
    verify: ({ object }) => {
      expect(object).toMatchObject({ totalPartes: expect.any(Number), vencimentosExatos: true });
      const { partes, vencimentos } = object as { partes: object[]; vencimentos: object[] };
      expect(partes[0]).toEqual({
        cnpjCpf: expect.stringMatching(/^[0-9A-Z]{14}$|^[0-9]{11}$/),
        nome: expect.stringMatching(/\w/),
        quantidade: expect.any(Number),
        valor: expect.stringMatching(/^\d+\.\d\d$/),
      });
      expect(vencimentos).toHaveLength(6);
    },
    refusal: {
      params: () => ({ searchTipoAnalise: "E", searchDateRange: REVERSED }),
      sentence: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
  "Painel.getEstatisticaUF": {
    caller: "usuario",
    params: () => ({ searchTipoAnalise: "E", searchDateRange: WEEK }),
    verify: ({ results, totalCount }) => {
      expect(totalCount).toBe(results?.length);
      expect(results?.[0]).toEqual({
        uf: expect.stringMatching(/^[A-Z]{2}$/),
        quantidade: expect.any(Number),
        valor: expect.stringMatching(/^\d+\.\d\d$/),
      });
    },
    refusal: {
      params: () => ({ searchTipoAnalise: "E", searchDateRange: { de: "1990-01-01", ate: "2026-11-30" } }),
      sentence: "periodoLongo",
      values: { dias: "3.660" },
      campo: "searchDateRange.ate",
    },
  },
  "Painel.getEstatisticaDetalhado": {
    caller: "usuario",
    params: () => ({ searchTipoAnalise: "E", searchDateRange: WEEK, dateGroup: "mes" }),
    verify: ({ results }) =>
      expect(results?.[0]).toMatchObject({
        periodo: expect.stringMatching(/^\d{4}-\d{2}-01$/),
        empresaNome: expect.stringMatching(/\w/),
        quantidade: expect.any(Number),
        canceladas: expect.any(Number),
        divergentes: expect.any(Number),
        naoIntegradas: expect.any(Number),
      }),
    refusal: {
      params: () => ({ searchTipoAnalise: "S", searchDateRange: REVERSED }),
      sentence: "periodoInvertido",
      campo: "searchDateRange.ate",
    },
  },
};
