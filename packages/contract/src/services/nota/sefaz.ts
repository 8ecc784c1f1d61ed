import * as z from "zod/mini";
import { instant } from "../../wire.ts";

/** 0 none, 1 confirmed, 2 unknown, 3 not performed, 4 acknowledged (spec §4). */
export const manifestacaoStatus = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(4),
]);

/** What triggered a consulta. */
export const CONSULTA_ORIGINS = ["recebimento", "agenda", "pessoa", "certificado", "auditor"] as const;

/** A consulta about a document, or information that SEFAZ sent about it. */
export const consultaWire = z.object({
  quando: instant,
  servico: z.enum(["consulta", "evento", "distribuicao"]),
  origem: z.enum(CONSULTA_ORIGINS),
  /** Full name of the user; null if the agenda triggered it. */
  quem: z.nullable(z.string()),
  autorizador: z.nullable(z.string()),
  /** Null without a usable response: `falha` is then a sentence. */
  cStat: z.nullable(z.string()),
  xMotivo: z.nullable(z.string()),
  falha: z.nullable(z.string()),
  duracaoMs: z.int(),
});

/** A requested manifestação; `mensagem` explains its result. */
export const manifestacaoWire = z.object({
  id: z.uuid(),
  status: manifestacaoStatus,
  estado: z.enum(["pendente", "registrada", "recusada", "falhou"]),
  justificativa: z.nullable(z.string()),
  /** Null = the company's automatic ciência. */
  quem: z.nullable(z.string()),
  pedidaEm: instant,
  cStat: z.nullable(z.string()),
  mensagem: z.nullable(z.string()),
  protocolo: z.nullable(z.string()),
  registradaEm: instant,
});

/** The deadline of each status. */
export const deadlineWire = z.object({ status: manifestacaoStatus, ate: instant, vencido: z.boolean() });
