import type { Nota } from "./nota-examples.ts";

type Possible = Nota["eventosPossiveis"][number];
type Item = Nota["itens"][number];

const NAMES = {
  "610110": "Prestação do Serviço em Desacordo",
  "610111": "Cancelamento da Prestação do Serviço em Desacordo",
  "211130": "Imobilização de Item",
} as const;

function possible(tpEvento: keyof typeof NAMES, impedimento: string | null = null): Possible {
  return { tpEvento, descEvento: NAMES[tpEvento], ate: null, impedimento, cancelaveis: [] };
}

function exampleItem(numero: string, descricao: string): Item {
  const none = { ncm: null, cfop: null, referencia: null };
  return {
    ...{ numero, codigo: numero, descricao, unidade: "CX", quantidade: "3.0000", ...none },
    ...{ valorUnitario: "10.00", valorTotal: "30.00" },
  };
}

/** A CT-e whose tomador may register a desacordo, but has none to cancel. */
export const DESACORDO: Partial<Nota> = {
  eventosPossiveis: [possible("610110"), possible("610111", "Não há desacordo registrado.")],
};

/** An NF-e of two items that may have become fixed assets. */
export const IMOBILIZACAO: Partial<Nota> = {
  eventosPossiveis: [possible("211130")],
  itens: [exampleItem("1", "Torno mecânico"), exampleItem("2", "Bancada")],
};
