import type { PrintedNfe } from "@malote/dfe";
import { makeIbsCbs, makeItem, makePrintedForm, makeTotais } from "./invented-nota.ts";

type Item = PrintedNfe["itens"][number];
type IbsCbs = NonNullable<Item["imposto"]["ibsCbs"]>;

/** IBS and CBS of an item at the test rates of 2026. */
export function makeItemIbsCbs(over: Partial<IbsCbs> = {}): IbsCbs {
  return {
    cst: "000",
    classificacao: "000001",
    base: "84.79",
    ibs: "0.08",
    cbs: "0.76",
    parcelas: {
      ibsUf: { aliquota: "0.1000", reducao: null, valor: "0.08" },
      ibsMunicipio: { aliquota: "0.0000", reducao: null, valor: "0.00" },
      cbs: { aliquota: "0.9000", reducao: null, valor: "0.76" },
    },
    monofasico: null,
    transferido: null,
    ...over,
  };
}

/** An item that has every tax. */
export function makeReformItem(over: Partial<Item> = {}, imposto: Partial<Item["imposto"]> = {}): Item {
  const is = { base: "84.79", aliquota: "2.0000", valor: "1.70" };
  return makeItem(over, { ibsCbs: makeItemIbsCbs(), is, ...imposto });
}

/** An NF-e of December 2026 with IBS, CBS and IS. */
export function makeReformForm(over: Partial<PrintedNfe> = {}): PrintedNfe {
  return makePrintedForm({
    emissao: "2026-12-01T09:53:00-03:00",
    saida: "2026-12-01T14:05:30-03:00",
    itens: [makeReformItem()],
    totais: makeTotais({
      ibsCbs: makeIbsCbs({ base: "84.79", ibsUf: "0.08", ibsMunicipio: "0.00", ibs: "0.08", cbs: "0.76" }),
      is: "1.70",
      notaComTributos: "126.02",
    }),
    ...over,
  });
}
