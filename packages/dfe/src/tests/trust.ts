import { makeCredential } from "./pki.ts";

/** The invented company whose notas the tests judge, and other parties. */
export const CNPJ = "11222333000181";
export const FILIAL = "11222333000262";
export const OTHER_CNPJ = "99887766000105";
export const CNPJ_ALFA = "12ABC34501DE35";
export const CPF = "52998224725";

export const root = makeCredential({
  nome: "Autoridade de Teste Raiz",
  ca: true,
  de: "2020-01-01T00:00:00Z",
});
export const intermediate = makeCredential({ nome: "Autoridade de Teste 1", ca: true, emissor: root });
export const empresa = makeCredential({
  nome: "PADARIA ACAO LTDA:11222333000181",
  cnpj: CNPJ,
  emissor: intermediate,
});

export const CONFIANCA = { trustedCas: [root.certificadoPem, intermediate.certificadoPem] };
