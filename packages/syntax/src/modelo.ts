/** Every document model with an access key, by its two digits: short name and full name.
 * @source Ajustes SINIEF 7/2005, 9/2007, 21/2010, 19/2016,
 * 36/2019, 1/2017, 5/2021, 7/2022, 38/2025; package PL_NFeABI_1.00 */
const MODELOS: Readonly<Record<string, { sigla: string; nome: string }>> = {
  "55": { sigla: "NF-e", nome: "Nota Fiscal Eletrônica" },
  "57": { sigla: "CT-e", nome: "Conhecimento de Transporte Eletrônico" },
  "58": { sigla: "MDF-e", nome: "Manifesto Eletrônico de Documentos Fiscais" },
  "59": { sigla: "CF-e SAT", nome: "Cupom Fiscal Eletrônico" },
  "62": { sigla: "NFCom", nome: "Nota Fiscal Fatura de Serviço de Comunicação Eletrônica" },
  "63": { sigla: "BP-e", nome: "Bilhete de Passagem Eletrônico" },
  "64": { sigla: "GTV-e", nome: "Guia de Transporte de Valores Eletrônica" },
  "65": { sigla: "NFC-e", nome: "Nota Fiscal de Consumidor Eletrônica" },
  "66": { sigla: "NF3e", nome: "Nota Fiscal de Energia Elétrica Eletrônica" },
  "67": { sigla: "CT-e OS", nome: "Conhecimento de Transporte Eletrônico para Outros Serviços" },
  "75": { sigla: "NFAg", nome: "Nota Fiscal de Água e Saneamento Eletrônica" },
  "76": { sigla: "NFGas", nome: "Nota Fiscal de Gás Canalizado Eletrônica" },
  "77": { sigla: "NF-e ABI", nome: "Nota Fiscal de Alienação de Bens Imóveis Eletrônica" },
  "99": { sigla: "DC-e", nome: "Declaração de Conteúdo Eletrônica" },
};

/** The two digits of every known model. */
export const KNOWN_MODELOS: readonly string[] = Object.keys(MODELOS);

/** The short name of a model ("NF-e ABI" for 77); null when unknown. */
export function abbreviationOfModelo(modelo: string): string | null {
  return Object.hasOwn(MODELOS, modelo) ? (MODELOS[modelo]?.sigla ?? null) : null;
}

/** A model with its name: "NF-e ABI (modelo 77), Nota Fiscal de
 * Alienação de Bens Imóveis Eletrônica"; null when unknown. */
export function describeModelo(modelo: string): string | null {
  const known = Object.hasOwn(MODELOS, modelo) ? MODELOS[modelo] : undefined;
  return known ? `${known.sigla} (modelo ${modelo}), ${known.nome}` : null;
}
