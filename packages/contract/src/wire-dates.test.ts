import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { REST, ROUTES } from "./rest/table.ts";
import { METHODS, type MethodName } from "./table.ts";
import { diaHoraParam, diaParam, instantParam, parseWireDate, placeDates } from "./wire-dates.ts";

type Def = {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
};
type Especie = "dia" | "diaHora" | "instante";

const defOf = (schema: z.ZodMiniType): Def => schema._zod.def as unknown as Def;
const ESPECIES = new Map<unknown, Especie>([
  [diaParam, "dia"],
  [diaHoraParam, "diaHora"],
  [instantParam, "instante"],
]);

type Folha = { path: string[]; schema: z.ZodMiniType };

/** Every value of a schema that is neither object nor list. */
function leavesOf(schema: z.ZodMiniType, path: string[] = []): Folha[] {
  const { shape, innerType, element } = defOf(schema);
  if (ESPECIES.has(schema)) return [{ path, schema }];
  if (shape !== undefined)
    return Object.entries(shape).flatMap(([campo, inner]) => leavesOf(inner, [...path, campo]));
  const inside = innerType ?? element;
  return inside === undefined ? [{ path, schema }] : leavesOf(inside, path);
}

const METODOS = Object.keys(METHODS) as MethodName[];

/** The schemas of the fields of JSON-RPC and REST requests. */
const PEDIDOS: [string, z.ZodMiniType][] = [
  ...METODOS.map((name): [string, z.ZodMiniType] => [name, METHODS[name].params]),
  ...ROUTES.flatMap((name) => {
    const { query, corpo } = REST[name] as { query?: z.ZodMiniType; corpo?: z.ZodMiniType };
    return [query, corpo].flatMap((schema): [string, z.ZodMiniType][] => (schema ? [[name, schema]] : []));
  }),
];

const LOTE_FILTRO: Readonly<Record<string, Especie>> = {
  "filtro.searchFilter.emissaoDe": "dia",
  "filtro.searchFilter.emissaoAte": "dia",
  "filtro.searchFilter.criadoDe": "diaHora",
  "filtro.searchFilter.criadoAte": "diaHora",
  "filtro.searchFilter.divergenteDe": "dia",
  "filtro.searchFilter.divergenteAte": "dia",
  "filtro.searchFilter.alteradaDesde": "instante",
  "filtro.searchFilter.vencimentoDe": "dia",
  "filtro.searchFilter.vencimentoAte": "dia",
};

/** Every param of JSON-RPC that holds a date. */
const DATAS: Readonly<Partial<Record<MethodName, Readonly<Record<string, Especie>>>>> = {
  "Nota.getListNota": {
    "searchFilter.emissaoDe": "dia",
    "searchFilter.emissaoAte": "dia",
    "searchFilter.criadoDe": "diaHora",
    "searchFilter.criadoAte": "diaHora",
    "searchFilter.divergenteDe": "dia",
    "searchFilter.divergenteAte": "dia",
    "searchFilter.vencimentoDe": "dia",
    "searchFilter.vencimentoAte": "dia",
    "searchFilter.alteradaDesde": "instante",
  },
  "Lote.getContagem": LOTE_FILTRO,
  "Lote.startMarca": LOTE_FILTRO,
  "Lote.startManifestacao": LOTE_FILTRO,
  "Nota.getNumeroDivergencias": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Nota.getNotasDivergentes": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Email.getListEmail": { "searchFilter.dataDe": "dia", "searchFilter.dataAte": "dia" },
  "Auditor.getListAuditor": { "searchFilter.eventoDe": "dia", "searchFilter.eventoAte": "dia" },
  "PedidoXml.getListFornecedor": { "searchFilter.eventoDe": "dia", "searchFilter.eventoAte": "dia" },
  "Download.processaDownload": { "dateRange.de": "dia", "dateRange.ate": "dia" },
  "Painel.getEstatistica": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Painel.getEstatisticaUF": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Painel.getEstatisticaDetalhado": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Painel.getPartesVencimentos": { "searchDateRange.de": "dia", "searchDateRange.ate": "dia" },
  "Registro.getListRegistro": { "searchFilter.quandoDe": "dia", "searchFilter.quandoAte": "dia" },
  "Operador.getListFalha": { "searchFilter.quandoDe": "dia", "searchFilter.quandoAte": "dia" },
  "ApiToken.saveApiToken": { "apiToken.validade": "dia" },
  "Webhook.resendFalhas": { desde: "instante" },
};

/** The same moment, midnight of 20 November in São Paulo, in every accepted form. */
const FORMAS = [
  "/Date(1795143600000)/",
  "/Date(1795143600000-0300)/",
  "/Date(1795143600000+0000)/",
  "2026-11-20T03:00:00Z",
  "2026-11-20T03:00:00.000Z",
  "2026-11-20T00:00:00-03:00",
  "2026-11-20T00:00-03:00",
  "2026-11-20",
  "2026-11-20T00:00",
];
const LIDAS: Readonly<Record<Especie, readonly unknown[]>> = {
  dia: ["2026-11-20"],
  diaHora: ["2026-11-20", "2026-11-20T00:00"],
  instante: [new Date("2026-11-20T03:00:00Z")],
};

const holding = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, campo) => ({ [campo]: inner }), value);
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce((held, campo) => (held as Record<string, unknown>)?.[campo], value);

/** A date of a request as its param reads it; "recusada" if refused. */
function readDate(schema: z.ZodMiniType, { path, schema: leaf }: Folha, text: string, zona: string): unknown {
  const placed = valueAt(placeDates(schema, holding(path, text), zona), path);
  const read = z.safeParse(leaf, placed);
  return read.success ? read.data : "recusada";
}

describe("the dates of requests", () => {
  const folhas = PEDIDOS.flatMap(([name, schema]) =>
    leavesOf(schema).map((folha) => ({ name, schema, folha, especie: ESPECIES.get(folha.schema) })),
  );

  test("the date params of JSON-RPC are exactly the listed ones", () => {
    const found = folhas.filter(({ name, especie }) => name in METHODS && especie !== undefined);
    const listed = Object.entries(DATAS).flatMap(([name, campos]) =>
      Object.entries(campos).map(([campo, especie]) => `${name} ${campo} ${especie}`),
    );
    expect(
      found.map(({ name, folha, especie }) => `${name} ${folha.path.join(".")} ${especie}`).toSorted(),
    ).toEqual(listed.toSorted());
  });

  test("all date params use the date parser: no plain text param has a date-like name", () => {
    const outros = folhas.filter(
      ({ folha, especie }) =>
        especie === undefined &&
        defOf(folha.schema).type === "string" &&
        /(?:^de|^ate|De|Ate|[dD]esde|validade|[dD]ata|[a-z]Em)$/.test(folha.path.at(-1) ?? "") &&
        !/^valor|^authenticatorData$/.test(folha.path.at(-1) ?? ""),
    );
    expect(outros.map(({ name, folha }) => `${name} ${folha.path.join(".")}`)).toEqual([]);
  });

  const datados = folhas.flatMap(({ especie, ...rest }) =>
    especie === undefined ? [] : [{ especie, ...rest }],
  );

  test.each(datados.map((each) => ({ ...each, campo: each.folha.path.join(".") })))(
    "$campo of $name reads every notation of a date alike",
    ({ schema, folha, especie }) => {
      for (const forma of FORMAS) {
        const lida = readDate(schema, folha, forma, "America/Sao_Paulo");
        expect([forma, LIDAS[especie]]).toEqual([forma, expect.arrayContaining([lida])]);
      }
    },
  );

  test("date params refuse an invalid date", () => {
    for (const { schema, folha } of datados) {
      for (const text of ["", "ontem", "20/11/2026", "2026-02-30", "2026-02-30T00:00:00Z", "/Date(x)/"]) {
        expect([text, readDate(schema, folha, text, "America/Sao_Paulo")]).toEqual([text, "recusada"]);
      }
    }
  });
});

describe("dates in the zone of the conta", () => {
  const dia = { path: [], schema: diaParam };
  const diaHora = { path: [], schema: diaHoraParam };
  const instante = { path: [], schema: instantParam };

  test.each([
    ["2026-11-20T03:30:00Z", "America/Sao_Paulo", "2026-11-20", "2026-11-20T00:30"],
    ["2026-11-20T03:30:00Z", "America/Manaus", "2026-11-19", "2026-11-19T23:30"],
    ["/Date(1795145400000-0300)/", "America/Manaus", "2026-11-19", "2026-11-19T23:30"],
    // Midnight in UTC is a day that a program wrote as an instant.
    ["2026-11-20T00:00:00Z", "America/Sao_Paulo", "2026-11-20", "2026-11-19T21:00"],
    ["/Date(1795132800000)/", "America/Sao_Paulo", "2026-11-20", "2026-11-19T21:00"],
    ["2026-11-19T21:00:00-03:00", "America/Sao_Paulo", "2026-11-19", "2026-11-19T21:00"],
    ["0001-01-01T00:00:01Z", "America/Sao_Paulo", "0001-01-01", "0001-01-01T20:53"],
    ["9999-12-31T23:59:59.999Z", "America/Sao_Paulo", "9999-12-31", "9999-12-31T20:59"],
  ])("the instant %s in %s is the day %s and the minute %s", (text, zona, lido, minuto) => {
    expect(readDate(diaParam, dia, text, zona)).toBe(lido);
    expect(readDate(diaHoraParam, diaHora, text, zona)).toBe(minuto);
  });

  test.each([
    ["2026-11-20", "America/Sao_Paulo", "2026-11-20T03:00:00.000Z"],
    ["2026-11-20", "America/Manaus", "2026-11-20T04:00:00.000Z"],
    ["2026-11-20T14:30", "America/Rio_Branco", "2026-11-20T19:30:00.000Z"],
    // The day on which summer time began had no midnight.
    ["2017-10-15", "America/Sao_Paulo", "2017-10-15T03:00:00.000Z"],
    ["0001-01-01", "America/Sao_Paulo", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59", "America/Sao_Paulo", "9999-12-31T23:59:59.999Z"],
  ])("the day %s in %s begins at %s", (text, zona, iso) => {
    expect(readDate(instantParam, instante, text, zona)).toEqual(new Date(iso));
  });

  test("a date without a conta is read in Brasília's zone", () => {
    expect(z.parse(diaParam, "2026-11-20T02:00:00Z")).toBe("2026-11-19");
  });

  test("placeDates leaves invalid dates to the schema, and changes nothing else", () => {
    const schema = z.strictObject({ dia: z.optional(diaParam), texto: z.string() });
    const raw = JSON.parse('{"dia": 5, "texto": "/Date(0)/", "__proto__": {"a": 1}}') as object;
    expect(placeDates(schema, raw, "America/Sao_Paulo")).toEqual(raw);
    for (const other of [null, "x", 1, [], [{ dia: "2026-11-20" }]]) {
      expect(placeDates(schema, other, "America/Sao_Paulo")).toBe(other);
    }
  });

  test.each(["/Date(1+1500)/", "/Date(1+0061)/", "2026-11-20T14:30:00", "2026-11-20T24:00", "0000-01-01"])(
    "parseWireDate refuses %s",
    (text) => expect(parseWireDate(text)).toBeNull(),
  );
});
