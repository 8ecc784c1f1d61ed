import type {
  AUDITOR_TIPOS,
  CAIXA_AUTH_METHODS,
  CaixaType,
  CHAIN_STATES,
  CONSULTA_ORIGINS,
  ConsultaFailure,
  DeliveryState,
  DeliveryType,
  Densidade,
  DistribuicaoProblem,
  EMPRESA_PROOFS,
  EmailState,
  EXPORTACAO_FORMATS,
  FILE_STATES,
  ImportacaoState,
  LoteEstado,
  LoteMarca,
  LoteOrigem,
  LoteSituacao,
  LoteTipo,
  ManifestacaoFailure,
  PLANS,
  Scope,
  Veredito,
  VisaoLista,
  WebhookReason,
  WebhookType,
} from "@malote/contract";
import type { Achado } from "@malote/dfe";
import type { EventoDetail, OwnTpEvento } from "@malote/sefaz";
import type { Distribuidor, TipoNota } from "@malote/syntax";
import type { ColumnType } from "kysely";
import type { WaitReason } from "../errors.ts";
import type { TaskType } from "../task-types.ts";

// Types of columns, for the generated tables (prisma/schema.prisma).

/** `timestamptz`. */
export type Instant = ColumnType<Date, Date, Date>;
/** `date`: yyyy-MM-dd. */
export type Day = ColumnType<string, string, string>;
/** An element of a `date[]`, written as JSON: yyyy-MM-dd. */
export type ListedDay = string;
export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>;
/** `jsonb`, written as JSON text: pg would send an array as an array of PostgreSQL. */
export type Json = ColumnType<unknown, string, string>;
/** E = received (entrada), S = issued (saída). */
export type Side = "E" | "S";
export type TipoPessoa = "Física" | "Jurídica";
/** Documents per month. */
export type Plano = (typeof PLANS)[number];
export type ManifestacaoCode = 0 | 1 | 2 | 3 | 4;
/** What a stored XML is. */
export type Natureza = "nota" | "evento";
export type EventoOrigin = "email" | "sefaz";
export type AnexoOutcome =
  | "nota"
  | "evento"
  | "duplicada"
  | "outro-dfe"
  | "nao-dfe"
  | "pacote"
  | "quarentena"
  | "erro";
/** Findings about a document; their sentences follow from their codes. */
export type StoredAchados = ColumnType<Omit<Achado, "mensagem">[], string, string>;
/** What caused a query to SEFAZ. */
export type ConsultaOrigem = (typeof CONSULTA_ORIGINS)[number];
/** The service of a request to SEFAZ. */
export type ConsultaServico = "consulta" | "evento" | "distribuicao";
/** A missing NSU: to request, without a document at SEFAZ, given up, or stored with its bytes. */
export type LacunaState = "aberta" | "vazia" | "ilegivel" | "guardada";
export type FeedKind = "nota" | "troca" | "evento" | "status" | "marca" | "quarentena";
export type ManifestacaoStatus = 1 | 2 | 3 | 4;
export type ManifestacaoState = "pendente" | "registrada" | "recusada" | "falhou";
/** Content of an evento besides its type. */
export type EventoStatements = ColumnType<EventoDetail, string, string>;
export type AuditorTipo = (typeof AUDITOR_TIPOS)[number];
/** 1 authorized, 2 denied, 3 cancelled. */
export type Situacao = 1 | 2 | 3;
/** The purpose of an e-mailed link: the first password of an invited user, or a reset. */
export type LinkKind = "convite" | "senha";
/** Who reported a fact: SEFAZ's list of documents, or its answer to a query. */
export type AuditorOrigin = "distribuicao" | "conferencia";
/** How an empresa was proved to belong to the conta. */
export type EmpresaProvedBy = (typeof EMPRESA_PROOFS)[number];
/** What is known about the chain of a certificate. */
export type ChainState = (typeof CHAIN_STATES)[number];
export type CaixaAuth = (typeof CAIXA_AUTH_METHODS)[number];
/** The OAuth provider of a mailbox's tokens. */
export type Oauth = { provedor: string; tokenUrl: string; clientId: string; escopo: string };
export type CaixaOauth = ColumnType<Oauth, string, string>;
export type OutgoingEmailState = "pendente" | "enviado" | "falhou";
/** entregue: handed over to the queue; desistiu: given up. */
export type TaskState = "pendente" | "entregue" | "feita" | "desistiu";
/** Type of a requested file; the tasks that make them have the same names. */
export type RequestedFileType = "exportacao" | "repositorio";
export type RequestedFileFormat = (typeof EXPORTACAO_FORMATS)[number] | "ZIP";
export type RequestedFileState = (typeof FILE_STATES)[number];
export type {
  CaixaType,
  ConsultaFailure,
  DeliveryState,
  DeliveryType,
  Densidade,
  DistribuicaoProblem,
  Distribuidor,
  EmailState,
  ImportacaoState,
  LoteEstado,
  LoteMarca,
  LoteOrigem,
  LoteSituacao,
  LoteTipo,
  ManifestacaoFailure,
  OwnTpEvento,
  Scope,
  TaskType,
  TipoNota,
  Veredito,
  VisaoLista,
  WaitReason,
  WebhookReason,
  WebhookType,
};
