import { EMPRESAS_DEMO } from "./companies.ts";
import type { Fornecedor } from "./suppliers.ts";

/** The first demo company as issuer: a market that delivers to kitchens and offices. */
export const OWN_SALE: Fornecedor = {
  ...EMPRESAS_DEMO[0],
  regime: "normal",
  fabrica: false,
  parcelas: 2,
  vendedor: "Faturamento do Mercado Ipê do Largo",
  produtos: [
    {
      codigo: "ARZ-5KG",
      descricao: "Arroz agulhinha tipo 1 5 kg",
      ncm: "10063021",
      unidade: "PCT",
      preco: "27.4000",
    },
    {
      codigo: "FEJ-1KG",
      descricao: "Feijão carioca tipo 1 1 kg",
      ncm: "07133399",
      unidade: "PCT",
      preco: "8.1500",
    },
    {
      codigo: "OLE-900",
      descricao: "Óleo de soja refinado 900 ml",
      ncm: "15079011",
      unidade: "UN",
      preco: "7.9000",
    },
  ],
};
