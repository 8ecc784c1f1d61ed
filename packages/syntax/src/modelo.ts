import { MODELOS, type Modelo } from "./modelos.ts";
import { isModelo, STORED_MODELOS, tipoNotaOfModelo } from "./tipo-nota.ts";

/** `prefixo`: the text before the key in an Id; null when no Id is searched for it. */
type UnreadRow = { sigla: string; prefixo: string | null };

/** Models with an access key whose documents are recognised and named, but not stored as notas.
 * @source Ajustes SINIEF 1/2017, 5/2021, 7/2022, 36/2019, 38/2025; package PL_NFeABI_1.00 */
export const UNREAD_MODELOS = {
  "59": { sigla: "CF-e SAT", prefixo: null },
  "62": { sigla: "NFCom", prefixo: "NFCom" },
  "63": { sigla: "BP-e", prefixo: "BPe" },
  "64": { sigla: "GTV-e", prefixo: "CTe" },
  "66": { sigla: "NF3e", prefixo: "NF3e" },
  "75": { sigla: "NFAg", prefixo: "NFAg" },
  "76": { sigla: "NFGas", prefixo: "NFGas" },
  "77": { sigla: "NF-e ABI", prefixo: "NFeABI" },
  "99": { sigla: "DC-e", prefixo: "DCe" },
} as const satisfies Readonly<Record<string, UnreadRow>>;
export type UnreadModelo = keyof typeof UNREAD_MODELOS;

/** The full name of every known model. */
const NAMES: Readonly<Record<Modelo | UnreadModelo, string>> = {
  "55": "Nota Fiscal Eletrônica",
  "57": "Conhecimento de Transporte Eletrônico",
  "58": "Manifesto Eletrônico de Documentos Fiscais",
  "59": "Cupom Fiscal Eletrônico",
  "62": "Nota Fiscal Fatura de Serviço de Comunicação Eletrônica",
  "63": "Bilhete de Passagem Eletrônico",
  "64": "Guia de Transporte de Valores Eletrônica",
  "65": "Nota Fiscal de Consumidor Eletrônica",
  "66": "Nota Fiscal de Energia Elétrica Eletrônica",
  "67": "Conhecimento de Transporte Eletrônico para Outros Serviços",
  "75": "Nota Fiscal de Água e Saneamento Eletrônica",
  "76": "Nota Fiscal de Gás Canalizado Eletrônica",
  "77": "Nota Fiscal de Alienação de Bens Imóveis Eletrônica",
  "99": "Declaração de Conteúdo Eletrônica",
};

/** The two digits of every known model. */
export const KNOWN_MODELOS: readonly string[] = [...Object.keys(UNREAD_MODELOS), ...STORED_MODELOS];

/** The texts before a key in an Id, the longest first: "NFeABI" starts with "NFe". */
export const ID_PREFIXES: readonly string[] = [
  ...new Set(
    [...Object.values(MODELOS), ...Object.values(UNREAD_MODELOS)].flatMap(({ prefixo }) => prefixo ?? []),
  ),
].toSorted((a, b) => b.length - a.length);

/** The short name of a model ("NF-e ABI" for 77); null when unknown. */
export function abbreviationOfModelo(modelo: string): string | null {
  const tipo = tipoNotaOfModelo(modelo);
  if (tipo !== null) return MODELOS[tipo].sigla;
  return isUnreadModelo(modelo) ? UNREAD_MODELOS[modelo].sigla : null;
}

/** A model with its name: "NF-e ABI (modelo 77), Nota Fiscal de
 * Alienação de Bens Imóveis Eletrônica"; null when unknown. */
export function describeModelo(modelo: string): string | null {
  if (!isModelo(modelo) && !isUnreadModelo(modelo)) return null;
  return `${abbreviationOfModelo(modelo)} (modelo ${modelo}), ${NAMES[modelo]}`;
}

function isUnreadModelo(modelo: string): modelo is UnreadModelo {
  return Object.hasOwn(UNREAD_MODELOS, modelo);
}
