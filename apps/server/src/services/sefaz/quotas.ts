import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@malote/syntax";

/** What the requests are counted by. */
type CountedBy = "cnpj" | "cnpj-chave" | "autorizador";

/**
 * Requests that SEFAZ permits in a sliding window. fonte: the document with the number; data: when
 * it took effect in production, yyyy-MM-dd; null if unverified, and nota then says why.
 */
type Quota = {
  por: CountedBy;
  limite: number;
  janelaMs: number;
  fonte: string;
  data: string | null;
  nota: string | null;
};

/** SEFAZ's hour plus a minute, for clock differences. */
const HOUR_WITH_MARGIN_MS = HOUR_MS + MINUTE_MS;

/** All quotas. An authorizer may have stricter ones (NT 2018.002): the resulting 656 is waited out too. */
export const SEFAZ_QUOTAS = {
  /** Consultations of one chave with one certificate; the 11th in an hour is misuse. */
  "consulta-chave": {
    por: "cnpj-chave",
    limite: 10,
    janelaMs: HOUR_WITH_MARGIN_MS,
    fonte: "NT 2018.002 v1.00 (NF-e e NFC-e); MOC CT-e 4.00 (678); MDF-e: a mesma, por prudência",
    data: "2018-05-16",
    nota: "A data é a da NT 2018.002; a do MOC CT-e 4.00 não pôde ser conferida.",
  },
  /** Sequential distNSU is unlimited; requests of single documents are not. */
  "distribuicao-pontual": {
    por: "cnpj",
    limite: 20,
    janelaMs: HOUR_WITH_MARGIN_MS,
    fonte: "NT 2014.002 v1.12: consNSU e consChNFe, 20 por hora",
    data: "2022-03-10",
    nota: null,
  },
  /** The same evento refused 20 times in a row is misuse; we stop at half of it. */
  "evento-chave": {
    por: "cnpj-chave",
    limite: 10,
    janelaMs: HOUR_WITH_MARGIN_MS,
    fonte: "NT 2018.002 v1.00: 20 rejeições do mesmo evento",
    data: "2018-05-16",
    nota: "A NT conta rejeições; contamos envios, e metade.",
  },
  /** Status of an authorizer. */
  status: {
    por: "autorizador",
    limite: 1,
    janelaMs: 3 * MINUTE_MS,
    fonte: "MOC: consulta de status a cada 3 minutos",
    data: null,
    nota: "A data não pôde ser conferida.",
  },
  /** Spreads a morning's mail over time at one authorizer. */
  autorizador: {
    por: "autorizador",
    limite: 30,
    janelaMs: SECOND_MS,
    fonte: "Nenhuma: cortesia da casa",
    data: null,
    nota: "Nenhuma nota técnica dá um número por autorizador.",
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof SEFAZ_QUOTAS;
