import { describe, expect, test } from "vitest";
import type { OperatorState, Queue, Storage } from "../../../rpc/operator/operator-queries.ts";
import { formatPace } from "../format-pace.ts";
import { alertsOf, queuesOnOverview } from "./alerts.ts";
import { daysWords } from "./certificado-words.ts";
import { partsOf } from "./storage.ts";

const GB = 1024 ** 3;
const CALM: OperatorState["faixa"] = {
  filasAtrasadas: 0,
  filaMaisAtrasada: null,
  falhas: 0,
  falhasTentaveis: 0,
  caixas: 386,
  caixasComErro: 0,
  contasComCaixaEmErro: 0,
  certificados: 0,
  certificadoDias: null,
};

const wordsOf = (strip: Partial<OperatorState["faixa"]>): string[] =>
  alertsOf({ ...CALM, ...strip }).map(({ total, title, text }) => `${total} ${title}: ${text}`);

describe("the alert strip of the operator's overview", () => {
  test("the strip is empty without alerts", () => {
    expect(wordsOf({})).toEqual([]);
  });

  test("the strip shows count, title and reason of each alert", () => {
    const worst = { tipo: "validate", nome: "Consulta à SEFAZ", esperaMs: 31 * 60_000 } as const;
    expect(
      wordsOf({
        filasAtrasadas: 1,
        filaMaisAtrasada: worst,
        falhas: 1_205,
        falhasTentaveis: 4,
        caixasComErro: 2,
        contasComCaixaEmErro: 1,
        certificados: 3,
        certificadoDias: 6,
      }),
    ).toEqual([
      "1 Fila atrasada: Consulta à SEFAZ, 31 min",
      "1.205 Falhas a resolver: 4 podem ser tentadas já",
      "2 Caixas com erro: de 386, em 1 conta",
      "3 Certificados vencendo: o primeiro em 6 dias",
    ]);
  });

  test.each([
    [{ falhas: 1, falhasTentaveis: 0 }, "1 Falha a resolver: tentativas automáticas"],
    [{ falhas: 2, falhasTentaveis: 1 }, "2 Falhas a resolver: 1 pode ser tentada já"],
    [{ certificados: 1, certificadoDias: 1 }, "1 Certificado vencendo: o primeiro em 1 dia"],
    [{ certificados: 1, certificadoDias: 0 }, "1 Certificado vencendo: o primeiro hoje"],
    [{ certificados: 1, certificadoDias: -3 }, "1 Certificado vencendo: o primeiro já venceu"],
  ])("the counts %j show the alert “%s”", (strip, words) => {
    expect(wordsOf(strip)).toEqual([words]);
  });
});

function queue(tipo: Queue["tipo"], situacao: Queue["situacao"] = "em-dia", falhas = 0): Queue {
  const quiet = { esperando: 0, esperaDesde: null, esperaMs: null, emAndamento: 0, porMinuto: 0 };
  return { tipo, nome: tipo, situacao, situacaoNome: situacao, falhas, limiteMs: 60_000, ...quiet };
}

test("the overview shows the six main queues, and another only if it is late, stopped or has failures", () => {
  const queues = [
    queue("empresa", "atrasada"),
    queue("exportacao"),
    queue("poll"),
    queue("ingest"),
    queue("validate"),
    queue("manifesto"),
    queue("webhook"),
    queue("envio", "em-dia", 2),
    queue("repositorio"),
    queue("importacao", "pausada"),
  ];
  expect(queuesOnOverview(queues).map(({ tipo }) => tipo)).toEqual([
    "poll",
    "ingest",
    "validate",
    "manifesto",
    "webhook",
    "exportacao",
    "empresa",
    "envio",
  ]);
});

test.each([
  [0, "0"],
  [0.2, "0,2"],
  [3.44, "3,4"],
  [12.6, "13"],
  [1_284, "1.284"],
])("a rate of %d tasks per minute is written as %s", (pace, words) => {
  expect(formatPace(pace)).toBe(words);
});

describe("the parts of the storage", () => {
  const storage: Storage = {
    total: 500 * GB,
    livre: 288 * GB,
    partes: [
      { tipo: "documentos", nome: "XML", bytes: 112 * GB },
      { tipo: "banco", nome: "Banco", bytes: 100 * GB },
      { tipo: "importacoes", nome: "Importados", bytes: 0 },
    ],
    usado: 212 * GB,
    medidoEm: null,
    crescimentoDia: null,
    crescimentoDias: 0,
    cheioEmDias: null,
    cheioEmTexto: null,
    dias: [],
  };

  test("empty parts are omitted, and other files if there are none", () => {
    const { parts, taken } = partsOf(storage);
    expect(parts.map(({ key }) => key)).toEqual(["documentos", "banco"]);
    expect(taken).toBe(212 * GB);
  });

  test("other files of the disk are a part, so that the parts add up to the used space", () => {
    const { parts, taken } = partsOf({ ...storage, livre: 200 * GB });
    expect(parts.at(-1)).toEqual({ key: "outros", nome: "Outros arquivos do disco", bytes: 88 * GB });
    expect(taken).toBe(300 * GB);
  });

  test("the parts may exceed the used space of the disk if the database is on another machine", () => {
    expect(partsOf({ ...storage, livre: 450 * GB }).taken).toBe(212 * GB);
  });

  test("before the first measurement all used space is shown as other files", () => {
    expect(partsOf({ ...storage, partes: [], usado: null }).parts).toEqual([
      { key: "outros", nome: "Outros arquivos do disco", bytes: 212 * GB },
    ]);
  });
});

test.each([
  [6, "em 6 dias"],
  [1, "em 1 dia"],
  [0, "hoje"],
  [-2, "há 2 dias"],
])("an expiry in %i days is written as “%s”", (days, words) => {
  expect(daysWords(days)).toBe(words);
});
