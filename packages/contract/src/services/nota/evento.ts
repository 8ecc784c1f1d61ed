import * as z from "zod/mini";
import { JUSTIFICATIVA_MAX } from "../../limits.ts";
import type { ParamsLimit } from "../../method.ts";
import { instant } from "../../wire.ts";

/** The eventos that a recipient or tomador sends besides the manifestação. */
export const SENDABLE_EVENTO_TYPES = [
  "610110",
  "610111",
  "211110",
  "211124",
  "211128",
  "211130",
  "211140",
  "211150",
  "110001",
] as const;
export type SendableEventoType = (typeof SENDABLE_EVENTO_TYPES)[number];

/** The fields of an item. All are decimals with a point, except the codes (two digits) and the unit. */
export const ITEM_FIELDS = [
  "baseCalculo",
  "codigoIBS",
  "percentualIBS",
  "valorIBS",
  "codigoCBS",
  "percentualCBS",
  "valorCBS",
  "quantidade",
  "unidade",
] as const;
export type SentItemField = (typeof ITEM_FIELDS)[number];

const STOCK = ["valorIBS", "valorCBS", "quantidade", "unidade"] as const;

/** The label of each field. */
export const FIELD_LABELS: Readonly<Record<SentItemField, string>> = {
  baseCalculo: "Base de cálculo",
  codigoIBS: "Código do crédito de IBS",
  percentualIBS: "Percentual do crédito de IBS",
  valorIBS: "Valor do IBS",
  codigoCBS: "Código do crédito de CBS",
  percentualCBS: "Percentual do crédito de CBS",
  valorCBS: "Valor da CBS",
  quantidade: "Quantidade",
  unidade: "Unidade",
};

/** The input of an evento besides its type: a reason, a yes or no, an evento to cancel, or fields of
 * items. */
export type SendableEventoNeeds =
  | { kind: "nada" }
  | { kind: "justificativa" }
  | { kind: "aceita" }
  | { kind: "evento" }
  | { kind: "itens"; campos: readonly SentItemField[]; opcionais: readonly SentItemField[] };

const itens = (...campos: readonly SentItemField[]): SendableEventoNeeds => ({
  kind: "itens",
  campos,
  opcionais: [],
});

/** The fields of each evento, for the form and for validation.
 * @source NT 2025.002 v1.52 §8; MOC CT-e 4.00 */
export const EVENTO_NEEDS: Readonly<Record<SendableEventoType, SendableEventoNeeds>> = {
  "610110": { kind: "justificativa" },
  "610111": { kind: "nada" },
  "211110": {
    kind: "itens",
    campos: [
      "baseCalculo",
      "codigoIBS",
      "percentualIBS",
      "valorIBS",
      "codigoCBS",
      "percentualCBS",
      "valorCBS",
    ],
    opcionais: ["codigoIBS", "percentualIBS", "valorIBS", "codigoCBS", "percentualCBS", "valorCBS"],
  },
  "211124": itens(...STOCK),
  "211128": { kind: "aceita" },
  "211130": itens(...STOCK),
  "211140": itens(...STOCK),
  "211150": itens("valorIBS", "valorCBS"),
  "110001": { kind: "evento" },
};

/** The highest item number, and the most items in one call, whose params are limited. */
const NUMBER_MAX = 990;
export const EVENTO_ITEMS_MAX = 150;
/** The size limit of a call with that many items. */
export const EVENTO_LIMIT: ParamsLimit = { chars: 65_536, items: 2_000 };
const FIELD_MAX = 20;

const campo = z.optional(z.nullable(z.string().check(z.maxLength(FIELD_MAX))));

/** The input for one item of the document. */
export const itemEventoParam = z.strictObject({
  nItem: z.int().check(z.gte(1), z.lte(NUMBER_MAX)),
  baseCalculo: campo,
  codigoIBS: campo,
  percentualIBS: campo,
  valorIBS: campo,
  codigoCBS: campo,
  percentualCBS: campo,
  valorCBS: campo,
  quantidade: campo,
  unidade: campo,
});

/** An evento to send, for any document. */
export const eventoParam = {
  tpEvento: z.enum(SENDABLE_EVENTO_TYPES),
  /** With 610110. */
  justificativa: z.optional(z.nullable(z.string().check(z.maxLength(4 * JUSTIFICATIVA_MAX)))),
  /** With 211128. */
  aceita: z.optional(z.nullable(z.boolean())),
  /** With 110001: the evento that it cancels. */
  eventoId: z.optional(z.nullable(z.uuid())),
  itens: z.optional(z.array(itemEventoParam).check(z.maxLength(EVENTO_ITEMS_MAX))),
};

/** A requested evento; `mensagem` explains its result. */
export const eventoRequestWire = z.object({
  id: z.uuid(),
  tpEvento: z.string(),
  descEvento: z.string(),
  estado: z.enum(["pendente", "registrada", "recusada", "falhou"]),
  justificativa: z.nullable(z.string()),
  quem: z.nullable(z.string()),
  pedidaEm: instant,
  cStat: z.nullable(z.string()),
  mensagem: z.nullable(z.string()),
  protocolo: z.nullable(z.string()),
  registradaEm: instant,
});

/** An evento that the company may send about the document; `impedimento` is why this user cannot send it
 * now. */
export const possibleEventoWire = z.object({
  tpEvento: z.enum(SENDABLE_EVENTO_TYPES),
  descEvento: z.string(),
  /** Null if there is no deadline. */
  ate: instant,
  impedimento: z.nullable(z.string()),
  /** With 110001: the eventos that it may cancel, by id. */
  cancelaveis: z.array(z.uuid()),
});
