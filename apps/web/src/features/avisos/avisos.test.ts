import { describe, expect, test } from "vitest";
import type { Divergente } from "../../rpc/avisos.ts";
import type { Empresa } from "../../rpc/empresas.ts";
import type { Conta } from "../../rpc/minha-conta.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { readArquivos } from "./arquivos.ts";
import { avisosOf, degrauOf, type Fontes } from "./avisos.ts";
import { foldCaixas, followCaixas, readVistas } from "./caixas-seguidas.ts";

const HOJE = new Date("2026-11-20T12:00:00Z");
const NADA: Fontes = {
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
  alteradoEm: HOJE,
} as Divergente;
const CAIXA = {
  id: "c1",
  descricao: "Matriz",
  usuario: "nfe@boranda.example",
  ultimoErro: null,
  ultimoErroEm: null,
  erroDesde: null,
  ultimaColeta: HOJE,
} as Caixa;
const COM_ERRO: Caixa = { ...CAIXA, ultimoErro: "Senha recusada.", erroDesde: HOJE };

const certificado = (diasRestantes: number): Empresa[] => [
  {
    id: "e1",
    nome: "Borandá",
    certificado: { diasRestantes, validoAte: new Date(HOJE.getTime() + diasRestantes * 86_400_000) },
  } as Empresa,
];
const conta = (percentual: number): Conta =>
  ({ uso: { mes: "2026-11", documentos: percentual * 10, limite: 1_000, percentual } }) as Conta;

describe("the alerts", () => {
  test("are empty if nothing happened", () => {
    expect(avisosOf({ ...NADA, caixas: [CAIXA], empresas: certificado(200), conta: conta(10) })).toEqual([]);
  });

  test("distinguish a document cancelled after processing, after receipt, and before either", () => {
    const tell = (nota: Partial<Divergente>): string =>
      avisosOf({ ...NADA, divergentes: [{ ...NOTA, ...nota } as Divergente], divergencias: 1 })[0]?.titulo ??
      "";
    expect(tell({ processadoErp: true, recebido: true })).toBe(
      "NF-e 9.034: Cancelada na SEFAZ depois de processada no ERP",
    );
    expect(tell({ recebido: true })).toBe("NF-e 9.034: Cancelada na SEFAZ depois de recebida");
    expect(tell({})).toContain("ao contrário do que a nota diz");
  });

  test("count the divergences without an alert of their own", () => {
    const avisos = avisosOf({ ...NADA, divergentes: [NOTA], divergencias: 14 });
    expect(avisos.map(({ titulo }) => titulo)).toContain("Mais 13 divergências na semana");
  });

  test("list the newest divergences, whatever the emissão of their documents", () => {
    const divergentes = Array.from({ length: 14 }, (_, index) => ({
      ...NOTA,
      id: `n${index}`,
      alteradoEm: new Date(HOJE.getTime() + index * 60_000),
    }));
    const avisos = avisosOf({ ...NADA, divergentes, divergencias: 14 });
    expect(avisos[0]?.to).toBe("/nota/n13?type=E");
    expect(avisos.some(({ to }) => to === "/nota/n3?type=E")).toBe(false);
    expect(avisos.some(({ titulo }) => titulo === "Mais 4 divergências na semana")).toBe(true);
  });

  test("of a certificate appear at 30, 15, 7 and 1 days and at expiry, with one id per step", () => {
    expect([31, 30, 16, 15, 8, 7, 2, 1, 0, -1].map(degrauOf)).toEqual([null, 30, 30, 15, 15, 7, 7, 1, 1, 0]);
    const idOf = (dias: number): string | undefined =>
      avisosOf({ ...NADA, empresas: certificado(dias) })[0]
        ?.id.split("-")
        .at(-1);
    expect([idOf(15), idOf(12), idOf(7)]).toEqual(["15", "15", "7"]);
  });

  test("of the plan appear at 80 and 100 %, with an id per month and step", () => {
    const idOf = (parte: number): string | undefined => avisosOf({ ...NADA, conta: conta(parte) })[0]?.id;
    expect([idOf(79), idOf(80), idOf(99), idOf(100), idOf(140)]).toEqual([
      undefined,
      "plano-2026-11-80",
      "plano-2026-11-80",
      "plano-2026-11-100",
      "plano-2026-11-100",
    ]);
  });

  test("report ready and failed files, and link to their list", () => {
    const quando = HOJE.toISOString();
    const [pronto, falhou] = avisosOf({
      ...NADA,
      arquivos: [
        { tipo: "exportacao", id: "x1", nome: "notas.csv", mensagem: null, quando },
        { tipo: "repositorio", id: "x2", nome: null, mensagem: "Erro processando requisição", quando },
      ],
    });
    expect(pronto).toMatchObject({ tom: "ok", texto: "notas.csv", to: "/admin?tab=exportacao" });
    expect(falhou).toMatchObject({ tom: "ruim", texto: "Erro processando requisição", to: "/repositorio" });
  });

  test("are sorted newest first", () => {
    const antes = new Date(HOJE.getTime() - 60_000);
    const avisos = avisosOf({
      ...NADA,
      divergentes: [{ ...NOTA, alteradoEm: antes }],
      divergencias: 1,
      caixas: [COM_ERRO],
    });
    expect(avisos.map(({ assunto }) => assunto)).toEqual(["caixa", "divergencia"]);
  });
});

describe("a failing mailbox", () => {
  test("has one alert per start of a failure", () => {
    const [primeiro] = avisosOf({ ...NADA, caixas: [COM_ERRO] });
    const [mesmo] = avisosOf({ ...NADA, caixas: [{ ...COM_ERRO, ultimoErro: "Senha recusada de novo." }] });
    const depois = new Date(HOJE.getTime() + 3_600_000);
    const [outro] = avisosOf({ ...NADA, caixas: [{ ...COM_ERRO, erroDesde: depois }] });
    expect(mesmo?.id).toBe(primeiro?.id);
    expect(outro?.id).not.toBe(primeiro?.id);
  });

  test("has an alert of its recovery for a week", () => {
    const seguidas = followCaixas([], [COM_ERRO], HOJE);
    expect(seguidas).toMatchObject([{ id: "c1", nome: "Matriz", recuperada: null }]);
    expect(avisosOf({ ...NADA, seguidas })).toEqual([]);
    const well = followCaixas(seguidas, [CAIXA], HOJE);
    expect(avisosOf({ ...NADA, seguidas: well })).toMatchObject([
      { tom: "ok", titulo: "Matriz voltou a coletar" },
    ]);
    const nextWeek = new Date(HOJE.getTime() + 8 * 86_400_000);
    expect(followCaixas(well, [CAIXA], nextWeek)).toEqual([]);
  });

  test("is not tracked if it never failed or was deleted", () => {
    expect(followCaixas([], [CAIXA], HOJE)).toEqual([]);
    expect(followCaixas(followCaixas([], [COM_ERRO], HOJE), [], HOJE)).toEqual([]);
  });

  test("is not reported again by a tab with an older reading", () => {
    const failed = foldCaixas({ leitura: 0, seguidas: [] }, [COM_ERRO], 1_000);
    expect(failed).toMatchObject({ leitura: 1_000, seguidas: [{ id: "c1", recuperada: null }] });
    const well = foldCaixas(failed, [CAIXA], 2_000);
    expect(well.leitura).toBe(2_000);
    expect(foldCaixas(well, [COM_ERRO], 1_000)).toBe(well);
    expect(foldCaixas(well, [CAIXA], 3_000)).toBe(well);
    expect(readVistas(JSON.parse(JSON.stringify(well)))).toEqual(well);
  });
});

test("ignores invalid data in the browser's storage", () => {
  const nada = { leitura: 0, seguidas: [] };
  const ontem = { id: "c1", nome: "Matriz", desde: "ontem", recuperada: null };
  for (const valor of [null, "lixo", [ontem]]) expect(readVistas(valor)).toEqual(nada);
  expect(readVistas({ leitura: 7, seguidas: [ontem] })).toEqual({ leitura: 7, seguidas: [] });
  expect(readArquivos([{ id: "x", tipo: "outro", nome: null, quando: new Date().toISOString() }])).toEqual(
    [],
  );
  expect(readArquivos([{ id: "x", tipo: "exportacao", nome: "a", quando: "2020-01-01T00:00:00Z" }])).toEqual(
    [],
  );
});
