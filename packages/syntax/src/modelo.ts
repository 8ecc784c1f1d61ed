import { MODELOS } from "./modelos.ts";
import { TIPOS_NOTA, tipoNotaOfModelo } from "./tipo-nota.ts";

/** `prefixo`: the text before the key in an Id; null when no Id is searched for it. */
type UnreadRow = { sigla: string; nome: string; prefixo: string | null };

/** Models with an access key whose documents are recognised and named, but not stored as notas.
 * @source Ajustes SINIEF 1/2017, 5/2021, 7/2022, 36/2019, 38/2025; package PL_NFeABI_1.00 */
export const UNREAD_MODELOS = {
  "59": { sigla: "CF-e SAT", nome: "Cupom Fiscal Eletrônico", prefixo: null },
  "62": { sigla: "NFCom", nome: "Nota Fiscal Fatura de Serviço de Comunicação Eletrônica", prefixo: "NFCom" },
  "63": { sigla: "BP-e", nome: "Bilhete de Passagem Eletrônico", prefixo: "BPe" },
  "64": { sigla: "GTV-e", nome: "Guia de Transporte de Valores Eletrônica", prefixo: "CTe" },
  "66": { sigla: "NF3e", nome: "Nota Fiscal de Energia Elétrica Eletrônica", prefixo: "NF3e" },
  "75": { sigla: "NFAg", nome: "Nota Fiscal de Água e Saneamento Eletrônica", prefixo: "NFAg" },
  "76": { sigla: "NFGas", nome: "Nota Fiscal de Gás Canalizado Eletrônica", prefixo: "NFGas" },
  "77": { sigla: "NF-e ABI", nome: "Nota Fiscal de Alienação de Bens Imóveis Eletrônica", prefixo: "NFeABI" },
  "99": { sigla: "DC-e", nome: "Declaração de Conteúdo Eletrônica", prefixo: "DCe" },
} as const satisfies Readonly<Record<string, UnreadRow>>;
export type UnreadModelo = keyof typeof UNREAD_MODELOS;

/** The two digits of every known model. */
export const KNOWN_MODELOS: readonly string[] = [
  ...Object.keys(UNREAD_MODELOS),
  ...TIPOS_NOTA.map((tipo) => MODELOS[tipo].modelo),
];

/** The texts before a key in an Id, the longest first: "NFeABI" starts with "NFe". */
export const ID_PREFIXES: readonly string[] = [
  ...new Set(
    [...Object.values(MODELOS), ...Object.values(UNREAD_MODELOS)].flatMap(({ prefixo }) => prefixo ?? []),
  ),
].toSorted((a, b) => b.length - a.length);

/** The short name of a model ("NF-e ABI" for 77); null when unknown. */
export function abbreviationOfModelo(modelo: string): string | null {
  return namesOf(modelo)?.sigla ?? null;
}

/** A model with its name: "NF-e ABI (modelo 77), Nota Fiscal de
 * Alienação de Bens Imóveis Eletrônica"; null when unknown. */
export function describeModelo(modelo: string): string | null {
  const known = namesOf(modelo);
  return known && `${known.sigla} (modelo ${modelo}), ${known.nome}`;
}

function namesOf(modelo: string): { sigla: string; nome: string } | null {
  const tipo = tipoNotaOfModelo(modelo);
  if (tipo !== null) return MODELOS[tipo];
  return isUnreadModelo(modelo) ? UNREAD_MODELOS[modelo] : null;
}

function isUnreadModelo(modelo: string): modelo is UnreadModelo {
  return Object.hasOwn(UNREAD_MODELOS, modelo);
}
