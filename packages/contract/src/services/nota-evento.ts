import * as z from "zod/mini";
import { JUSTIFICATIVA_MAX } from "../limits.ts";
import type { ParamsLimit } from "../method.ts";
import { instant } from "../wire.ts";

/** The eventos that a recipient or a tomador sends beside the manifestação. */
export const TIPOS_EVENTO_ENVIADO = [
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
export type TipoEventoEnviado = (typeof TIPOS_EVENTO_ENVIADO)[number];

/** What is said of one item; all are decimals with a point, but the codes (two digits) and the unit. */
export const CAMPOS_DO_ITEM = [
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
export type CampoDoItemEnviado = (typeof CAMPOS_DO_ITEM)[number];

const ESTOQUE = ["valorIBS", "valorCBS", "quantidade", "unidade"] as const;

/** What a person reads of each. */
export const ROTULO_DO_CAMPO: Readonly<Record<CampoDoItemEnviado, string>> = {
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

/**
 * What an evento asks of a person beside its kind: a reason, a yes or no, an evento that it
 * cancels, or fields of items.
 */
export type PedeEnviado =
  | { kind: "nada" }
  | { kind: "justificativa" }
  | { kind: "aceita" }
  | { kind: "evento" }
  | { kind: "itens"; campos: readonly CampoDoItemEnviado[]; opcionais: readonly CampoDoItemEnviado[] };

const itens = (...campos: readonly CampoDoItemEnviado[]): PedeEnviado => ({
  kind: "itens",
  campos,
  opcionais: [],
});

/**
 * The fields of each evento, for the form and for the check.
 * @source NT 2025.002 v1.52 §8; MOC CT-e 4.00
 */
export const PEDE_DO_EVENTO: Readonly<Record<TipoEventoEnviado, PedeEnviado>> = {
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
  "211124": itens(...ESTOQUE),
  "211128": { kind: "aceita" },
  "211130": itens(...ESTOQUE),
  "211140": itens(...ESTOQUE),
  "211150": itens("valorIBS", "valorCBS"),
  "110001": { kind: "evento" },
};

/** The highest number of an item, and items of one call at most: the params of a call have a bound. */
const NUMERO_MAX = 990;
export const ITENS_EVENTO_MAX = 150;
/** What a call with so many items may hold. */
export const EVENTO_LIMIT: ParamsLimit = { chars: 65_536, items: 2_000 };
const CAMPO_MAX = 20;

const campo = z.optional(z.nullable(z.string().check(z.maxLength(CAMPO_MAX))));

/** What is said of one item of the document. */
export const itemEventoParam = z.strictObject({
  nItem: z.int().check(z.gte(1), z.lte(NUMERO_MAX)),
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

/** What a person wants to be sent, whatever the document. */
export const eventoParam = {
  tpEvento: z.enum(TIPOS_EVENTO_ENVIADO),
  /** With 610110. */
  justificativa: z.optional(z.nullable(z.string().check(z.maxLength(4 * JUSTIFICATIVA_MAX)))),
  /** With 211128. */
  aceita: z.optional(z.nullable(z.boolean())),
  /** With 110001: the evento that it cancels. */
  eventoId: z.optional(z.nullable(z.uuid())),
  itens: z.optional(z.array(itemEventoParam).check(z.maxLength(ITENS_EVENTO_MAX))),
};

/** One evento that was asked for; `mensagem` explains what came of it. */
export const eventoPedidoWire = z.object({
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

/**
 * An evento that the document may have of the company; `impedimento` is why this person cannot send
 * it now.
 */
export const eventoPossivelWire = z.object({
  tpEvento: z.enum(TIPOS_EVENTO_ENVIADO),
  descEvento: z.string(),
  /** Null where the norm states no term. */
  ate: instant,
  impedimento: z.nullable(z.string()),
  /** With 110001: the eventos that it may cancel, by id. */
  cancelaveis: z.array(z.uuid()),
});
