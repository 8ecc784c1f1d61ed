import { describe, expect, test } from "vitest";
import type { Conta } from "../../rpc/conta/account.ts";
import type { Empresa } from "../../rpc/conta/empresas.ts";
import type { DivergentNota } from "../../rpc/documents/alert-queries.ts";
import type { Caixa } from "../../rpc/documents/queries.ts";
import { type AlertSources, buildAlerts, warningStepOf } from "./build-alerts.ts";
import { readSeenFiles } from "./seen-files.ts";
import { applyReading, readTrackedCaixas, trackCaixas } from "./tracked-caixas.ts";

const TODAY = new Date("2026-11-20T12:00:00Z");
const NOTHING: AlertSources = {
  divergentes: [],
  divergencias: 0,
  caixas: [],
  seguidas: [],
  empresas: [],
  conta: undefined,
  arquivos: [],
};
const NOTA = {
  id: "n1",
  tipoNota: "NFe",
  numeroNota: "9034",
  nomeEmitente: "Moinho Estrela-Guia",
  entradaSaida: "E",
  sefazStatus: "101",
  processadoErp: false,
  recebido: false,
  alteradoEm: TODAY,
} as DivergentNota;
const CAIXA = {
  id: "c1",
  descricao: "Matriz",
  usuario: "nfe@boranda.example",
  ultimoErro: null,
  ultimoErroEm: null,
  erroDesde: null,
  ultimaColeta: TODAY,
} as Caixa;
const FAILING: Caixa = { ...CAIXA, ultimoErro: "Senha recusada.", erroDesde: TODAY };

const certificado = (diasRestantes: number): Empresa[] => [
  {
    id: "e1",
    nome: "Borandá",
    certificado: { diasRestantes, validoAte: new Date(TODAY.getTime() + diasRestantes * 86_400_000) },
  } as Empresa,
];
const conta = (percentual: number): Conta =>
  ({ uso: { mes: "2026-11", documentos: percentual * 10, limite: 1_000, percentual } }) as Conta;

describe("building the alerts", () => {
  test("the list of alerts is empty if nothing happened", () => {
    expect(
      buildAlerts({ ...NOTHING, caixas: [CAIXA], empresas: certificado(200), conta: conta(10) }),
    ).toEqual([]);
  });

  test("alerts distinguish a document cancelled after processing, after receipt, and before either", () => {
    const tell = (nota: Partial<DivergentNota>): string =>
      buildAlerts({ ...NOTHING, divergentes: [{ ...NOTA, ...nota } as DivergentNota], divergencias: 1 })[0]
        ?.titulo ?? "";
    expect(tell({ processadoErp: true, recebido: true })).toBe(
      "NF-e 9.034: Cancelada na SEFAZ depois de processada no ERP",
    );
    expect(tell({ recebido: true })).toBe("NF-e 9.034: Cancelada na SEFAZ depois de recebida");
    expect(tell({})).toContain("ao contrário do que a nota diz");
    expect(tell({ sefazStatus: "217" })).toMatch(/Não consta na SEFAZ, ao contrário do que a nota diz$/);
    expect(tell({ sefazStatus: "217", recebido: true })).toMatch(/Não consta na SEFAZ depois de recebida$/);
  });

  test("an alert counts the divergences that have no alert of their own", () => {
    const alerts = buildAlerts({ ...NOTHING, divergentes: [NOTA], divergencias: 14 });
    expect(alerts.map(({ titulo }) => titulo)).toContain("Mais 13 divergências");
  });

  test("alerts list the newest divergences, whatever the emissão of their documents", () => {
    const divergentes = Array.from({ length: 14 }, (_, index) => ({
      ...NOTA,
      id: `n${index}`,
      alteradoEm: new Date(TODAY.getTime() + index * 60_000),
    }));
    const alerts = buildAlerts({ ...NOTHING, divergentes, divergencias: 14 });
    expect(alerts[0]?.to).toBe("/nota/n13?type=E");
    expect(alerts.some(({ to }) => to === "/nota/n3?type=E")).toBe(false);
    expect(alerts.some(({ titulo }) => titulo === "Mais 4 divergências")).toBe(true);
  });

  test("a certificate has an alert at 30, 15, 7 and 1 days and at expiry, with one id per step", () => {
    expect([31, 30, 16, 15, 8, 7, 2, 1, 0, -1].map(warningStepOf)).toEqual([
      null,
      30,
      30,
      15,
      15,
      7,
      7,
      1,
      1,
      0,
    ]);
    const idOf = (days: number): string | undefined =>
      buildAlerts({ ...NOTHING, empresas: certificado(days) })[0]
        ?.id.split("-")
        .at(-1);
    expect([idOf(15), idOf(12), idOf(7)]).toEqual(["15", "15", "7"]);
  });

  test("the plan has an alert at 80 and 100 % of its use, with an id per month and step", () => {
    const idOf = (share: number): string | undefined =>
      buildAlerts({ ...NOTHING, conta: conta(share) })[0]?.id;
    expect([idOf(79), idOf(80), idOf(99), idOf(100), idOf(140)]).toEqual([
      undefined,
      "plano-2026-11-80",
      "plano-2026-11-80",
      "plano-2026-11-100",
      "plano-2026-11-100",
    ]);
  });

  test("alerts report ready and failed files, and link to their list", () => {
    const when = TODAY.toISOString();
    const [ready, failedFile] = buildAlerts({
      ...NOTHING,
      arquivos: [
        { tipo: "exportacao", id: "x1", nome: "notas.csv", mensagem: null, quando: when },
        { tipo: "repositorio", id: "x2", nome: null, mensagem: "Erro processando requisição", quando: when },
      ],
    });
    expect(ready).toMatchObject({ tom: "ok", texto: "notas.csv", to: "/admin?tab=exportacao" });
    expect(failedFile).toMatchObject({
      tom: "ruim",
      texto: "Erro processando requisição",
      to: "/repositorio",
    });
  });

  test("alerts are sorted newest first", () => {
    const before = new Date(TODAY.getTime() - 60_000);
    const alerts = buildAlerts({
      ...NOTHING,
      divergentes: [{ ...NOTA, alteradoEm: before }],
      divergencias: 1,
      caixas: [FAILING],
    });
    expect(alerts.map(({ assunto }) => assunto)).toEqual(["caixa", "divergencia"]);
  });
});

describe("alerts about a failing mailbox", () => {
  test("a failing mailbox has one alert per start of a failure", () => {
    const [first] = buildAlerts({ ...NOTHING, caixas: [FAILING] });
    const [same] = buildAlerts({
      ...NOTHING,
      caixas: [{ ...FAILING, ultimoErro: "Senha recusada de novo." }],
    });
    const later = new Date(TODAY.getTime() + 3_600_000);
    const [other] = buildAlerts({ ...NOTHING, caixas: [{ ...FAILING, erroDesde: later }] });
    expect(same?.id).toBe(first?.id);
    expect(other?.id).not.toBe(first?.id);
  });

  test("a recovered mailbox has an alert about its recovery for a week", () => {
    const seguidas = trackCaixas([], [FAILING], TODAY);
    expect(seguidas).toMatchObject([{ id: "c1", nome: "Matriz", recuperada: null }]);
    expect(buildAlerts({ ...NOTHING, seguidas })).toEqual([]);
    const well = trackCaixas(seguidas, [CAIXA], TODAY);
    expect(buildAlerts({ ...NOTHING, seguidas: well })).toMatchObject([
      { tom: "ok", titulo: "Matriz voltou a coletar" },
    ]);
    const nextWeek = new Date(TODAY.getTime() + 8 * 86_400_000);
    expect(trackCaixas(well, [CAIXA], nextWeek)).toEqual([]);
  });

  test("a mailbox that never failed, or was deleted, is not tracked", () => {
    expect(trackCaixas([], [CAIXA], TODAY)).toEqual([]);
    expect(trackCaixas(trackCaixas([], [FAILING], TODAY), [], TODAY)).toEqual([]);
  });

  test("a tab with an older reading does not report a mailbox failure again", () => {
    const failed = applyReading({ leitura: 0, seguidas: [] }, [FAILING], 1_000);
    expect(failed).toMatchObject({ leitura: 1_000, seguidas: [{ id: "c1", recuperada: null }] });
    const well = applyReading(failed, [CAIXA], 2_000);
    expect(well.leitura).toBe(2_000);
    expect(applyReading(well, [FAILING], 1_000)).toBe(well);
    expect(applyReading(well, [CAIXA], 3_000)).toBe(well);
    expect(readTrackedCaixas(JSON.parse(JSON.stringify(well)))).toEqual(well);
  });
});

test("invalid data in the browser's storage adds no alert and no failure", () => {
  const empty = { leitura: 0, seguidas: [] };
  const sinceYesterday = { id: "c1", nome: "Matriz", desde: "ontem", recuperada: null };
  for (const value of [null, "lixo", [sinceYesterday]]) expect(readTrackedCaixas(value)).toEqual(empty);
  expect(readTrackedCaixas({ leitura: 7, seguidas: [sinceYesterday] })).toEqual({ leitura: 7, seguidas: [] });
  expect(readSeenFiles([{ id: "x", tipo: "outro", nome: null, quando: new Date().toISOString() }])).toEqual(
    [],
  );
  expect(readSeenFiles([{ id: "x", tipo: "exportacao", nome: "a", quando: "2020-01-01T00:00:00Z" }])).toEqual(
    [],
  );
});
