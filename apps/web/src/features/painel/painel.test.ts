import { isUf } from "@malote/syntax";
import { expect, test } from "vitest";
import { detailNumbersOf, sumDetail, writeDetailCsv } from "./detail/detail-totals.ts";
import { writeCsv } from "./detail/write-csv.ts";
import {
  countDays,
  groupingOf,
  rangeBefore,
  rangeOf,
  readFilter,
  tabHref,
  writeFilter,
} from "./filters/painel-filter.ts";
import { emailsHref, notasHref } from "./list-links.ts";
import { sortUfs, sumUfs, TILE_POSITIONS } from "./map/uf-rows.ts";
import { cellLabelOf, daysOfPoint, longLabelOf, shortLabelOf } from "./period-labels.ts";
import { boundsOf, scaleOf, shadeOf } from "./round-scale.ts";

const TODAY = "2026-11-20";

test("the painel shows the seven days that end today, and writes only other choices to the URL", () => {
  const filter = readFilter(new URLSearchParams());
  expect(rangeOf(filter.periodo, TODAY)).toEqual({ de: "2026-11-14", ate: "2026-11-20" });
  expect(writeFilter(new URLSearchParams("tab=page2"), filter).toString()).toBe("tab=page2");
  const other = { papel: "S", periodo: "2026-01-01..2026-03-31", empresa: "11222333000181" } as const;
  expect(readFilter(writeFilter(new URLSearchParams(), other))).toEqual(other);
  expect(tabHref(new URLSearchParams("papel=S&tab=page2"), "page1")).toBe("/painel?papel=S");
  expect(tabHref(new URLSearchParams(), "page3")).toBe("/painel?tab=page3");
});

test.each(["2026-02-30..2026-03-01", "2026-03-02..2026-03-01", "8d", "..", "2026-03-01"])(
  "an invalid period in the URL becomes the default: %s",
  (period) => {
    expect(readFilter(new URLSearchParams({ periodo: period })).periodo).toBe("7d");
  },
);

test.each([
  ["hoje", "2026-11-20", "2026-11-20"],
  ["30d", "2026-10-22", "2026-11-20"],
  ["mes", "2026-11-01", "2026-11-20"],
  ["mes-passado", "2026-10-01", "2026-10-31"],
  ["365d", "2025-11-21", "2026-11-20"],
] as const)("the period %s goes from %s to %s", (period, de, ate) => {
  expect(rangeOf(period, TODAY)).toEqual({ de, ate });
});

test("the preceding range has the same length", () => {
  expect(rangeBefore({ de: "2026-11-14", ate: "2026-11-20" })).toEqual({
    de: "2026-11-07",
    ate: "2026-11-13",
  });
  expect(rangeBefore({ de: "2026-03-01", ate: "2026-03-01" })).toEqual({
    de: "2026-02-28",
    ate: "2026-02-28",
  });
});

test("a range is grouped by day, week, month or year, depending on its length (spec §9)", () => {
  expect([70, 71, 190, 191, 550, 551].map(groupingOf)).toEqual([
    "dia",
    "semana",
    "semana",
    "mes",
    "mes",
    "ano",
  ]);
  expect(countDays({ de: "2026-03-01", ate: "2026-03-31" })).toBe(31);
});

test("a chart column writes its period in words and lists its days", () => {
  expect(shortLabelOf("2026-11-14", "dia", 7)).toBe("sáb 14");
  expect(shortLabelOf("2026-11-14", "dia", 30)).toBe("14/11");
  expect(shortLabelOf("2026-11-01", "mes", 12)).toBe("nov 26");
  expect(shortLabelOf("2026-01-01", "ano", 2)).toBe("2026");
  expect(longLabelOf("2026-11-14", "dia", TODAY)).toBe("sábado, 14/11/2026");
  expect(longLabelOf("2026-11-16", "semana", TODAY)).toBe("16/11/2026 a 20/11/2026");
  expect(longLabelOf("2026-10-01", "mes", TODAY)).toBe("outubro de 2026");
  expect(longLabelOf("2026-11-01", "mes", TODAY)).toBe("01/11/2026 a 20/11/2026");
  expect(longLabelOf("2025-01-01", "ano", TODAY)).toBe("2025");
  expect(cellLabelOf("2025-12-29", "semana", TODAY)).toBe("29/12/2025 a 04/01/2026");
  expect(daysOfPoint("2026-11-18", "semana", "2026-12-31")).toEqual({ de: "2026-11-18", ate: "2026-11-22" });
  expect(daysOfPoint("2024-02-10", "mes", "2026-12-31")).toEqual({ de: "2024-02-10", ate: "2024-02-29" });
  expect(daysOfPoint("2026-05-01", "ano", "2026-11-20")).toEqual({ de: "2026-05-01", ate: "2026-11-20" });
});

test("a number links to the list of the documents that it counts", () => {
  const range = { de: "2026-11-14", ate: "2026-11-20" };
  const outsideQuarentena = "&situacao=fora-de-quarentena";
  expect(notasHref({ papel: "E", range })).toBe(
    `/dfe_recebidos?erp=todos&emissao=2026-11-14..2026-11-20${outsideQuarentena}`,
  );
  expect(notasHref({ papel: "S", range, uf: "SP", empresa: "11222333000181", tipos: ["NFe"] })).toBe(
    `/dfe_emitidos?erp=todos&emissao=2026-11-14..2026-11-20&tipo=NFe&uf=SP&emitente=11222333000181${outsideQuarentena}`,
  );
  expect(notasHref({ papel: "E", range, so: "abertas", tipos: ["NFe", "CTe"] })).toBe(
    `/dfe_recebidos?emissao=2026-11-14..2026-11-20&tipo=NFe%2CCTe${outsideQuarentena}`,
  );
  expect(
    notasHref({ papel: "E", range, empresa: "11222333000181", empresaId: "e1", so: "divergentes" }),
  ).toBe("/dfe_recebidos?erp=todos&emissao=2026-11-14..2026-11-20&empresa=e1&situacao=divergente");
  expect(emailsHref(range)).toBe("/emails?data=2026-11-14..2026-11-20");
  expect(emailsHref(range, "e1")).toBe("/emails?data=2026-11-14..2026-11-20&empresa=e1");
});

test("a chart scale has at most six round steps and fits the maximum", () => {
  expect(scaleOf(417)).toEqual({ max: 500, step: 100 });
  expect(scaleOf(3)).toEqual({ max: 3, step: 1 });
  expect(scaleOf(0)).toEqual({ max: 5, step: 1 });
  expect(scaleOf(12)).toEqual({ max: 15, step: 5 });
  for (let greatest = 1; greatest < 5_000; greatest += 7) {
    const { max, step: passo } = scaleOf(greatest);
    expect([greatest, max >= greatest, max / passo <= 6, Number.isInteger(passo)]).toEqual([
      greatest,
      true,
      true,
      true,
    ]);
  }
});

test("tiles of the map are shaded by value; the greatest value is always the darkest", () => {
  expect(boundsOf(667)).toEqual([20, 80, 200, 500]);
  const shades = [0, 1, 20, 21, 80, 200, 201, 501, 667].map((value) => shadeOf(value, boundsOf(667)));
  expect(shades).toEqual([0, 1, 1, 2, 2, 3, 6, 8, 8]);
  expect([1, 2, 3].map((value) => shadeOf(value, boundsOf(3)))).toEqual([3, 6, 8]);
  expect(shadeOf(1, boundsOf(1))).toBe(8);
});

test("every UF has its own tile on the map", () => {
  expect(Object.keys(TILE_POSITIONS).filter(isUf)).toHaveLength(27);
  expect(new Set(Object.values(TILE_POSITIONS).map(String)).size).toBe(27);
});

test("UFs are sorted, and their values are summed to the centavo", () => {
  const rows = [
    { uf: "SP", quantidade: 1, valor: "0.10" },
    { uf: null, quantidade: 3, valor: "0.20" },
    { uf: "EX", quantidade: 1, valor: "9007199254740.01" },
  ];
  expect(sortUfs(rows, "quantidade").map(({ uf }) => uf)).toEqual([null, "EX", "SP"]);
  expect(sortUfs(rows, "valor").map(({ uf }) => uf)).toEqual(["EX", null, "SP"]);
  expect(sortUfs(rows, "uf").map(({ uf }) => uf)).toEqual(["EX", "SP", null]);
  expect(sumUfs(rows)).toEqual({ quantidade: 5, valor: "9007199254740.31", ufs: 1 });
});

const ROW = {
  periodo: "2026-11-14",
  empresaId: null,
  empresaNome: "=HYPERLINK(1)",
  empresaCnpj: "11222333000181",
  tipoNota: "NFe" as const,
  quantidade: 1_200,
  valor: "1234.50",
  canceladas: 1,
  divergentes: 0,
  naoIntegradas: 2,
};

test("the CSV has rows and totals, and no cell with a formula", () => {
  const csv = writeDetailCsv([ROW, ROW], { grupo: "dia", ate: TODAY });
  expect(csv.split("\r\n")).toEqual([
    "\ufeffPeríodo;Empresa;CNPJ;Tipo;Quantidade;Valor;Canceladas;Divergentes;Não integradas",
    "14/11/2026;'=HYPERLINK(1);11.222.333/0001-81;NF-e;1.200;1.234,50;1;0;2",
    "14/11/2026;'=HYPERLINK(1);11.222.333/0001-81;NF-e;1.200;1.234,50;1;0;2",
    "Total;;;;2.400;2.469,00;2;0;4",
    "",
  ]);
  expect(sumDetail([ROW, { ...ROW, tipoNota: "MDFe" }])).toMatchObject({
    quantidade: 2_400,
    naoIntegradas: 2,
  });
  expect(detailNumbersOf({ ...ROW, tipoNota: "NFCe" })).toMatchObject({
    quantidade: 1_200,
    naoIntegradas: 0,
  });
  expect(sumDetail([]).valor).toBe("0.00");
  expect(writeCsv([['a"b', "c;d", "@x", " +1", "\tx"]])).toBe('\ufeff"a""b";"c;d";\'@x;\' +1;\'\tx\r\n');
});
