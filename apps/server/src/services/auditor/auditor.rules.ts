import type { ParsedParamsOf } from "@malote/contract";
import { isCancelamento, type ParsedEvento, type ParsedNota, type ParsedResumo } from "@malote/dfe";
import {
  cleanDocumento,
  DENIED_CSTATS,
  documentoOfChave,
  formatInteger,
  formatReais,
  formatTipoNota,
  splitChaveAcesso,
  TIPOS_DISTRIBUIDOS,
  type TipoNota,
  tipoNotaOfModelo,
} from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import { nameOfEvento } from "../evento/evento.rules.ts";

type ListParams = ParsedParamsOf<"Auditor.getListAuditor">;
export type AuditorFilter = NonNullable<ListParams["searchFilter"]>;
export type AuditorOrder = NonNullable<ListParams["listSearchOrder"]>;
export type AuditorTipo = NonNullable<AuditorFilter["tipos"]>[number];
/** 1 authorized, 2 denied, 3 cancelled. */
export type Situacao = 1 | 2 | 3;

/** A fact reported by SEFAZ. For a document (no evento) `tpEvento` is "", `nSeq` 0 and `autor` "". */
export type Fact = {
  tipo: AuditorTipo;
  tipoNota: TipoNota;
  chave: string;
  tpEvento: string;
  nSeq: number;
  autor: string;
  cSitNFe: Situacao;
  descEvento: string;
  dataEvento: Date;
  dataEmissao: Date | null;
  nomeEmitente: string | null;
  cnpjEmitente: string;
  valorTotal: string | null;
  protocolo: string | null;
  digVal: string | null;
};

/**
 * Fields of a document known from elsewhere: its nota, its own record, or other documents of its
 * emitter.
 */
export type KnownFields = Partial<Pick<Fact, "nomeEmitente" | "cnpjEmitente" | "dataEmissao" | "valorTotal">>;

/** Reads SEFAZ's cSitNFe; an unknown value counts as authorized (spec §4). */
export function readSituacao(situacao: string | null): Situacao {
  if (situacao === "2") return 2;
  return situacao === "3" ? 3 : 1;
}

const AUTHORIZATION = "Autorização de uso";
const DENIAL = "Denegação de uso";

/** The fact that a document exists, from its full XML. `recebidoEm` replaces an unreadable date. */
export function factOfNota(nota: ParsedNota, recebidoEm: Date): Fact | null {
  const tipo = tipoOfNota(nota.tipoNota);
  if (tipo === null) return null;
  const { protocolo } = nota;
  const denied = protocolo !== null && DENIED_CSTATS.includes(protocolo.cStat);
  return {
    tipo,
    tipoNota: nota.tipoNota,
    chave: nota.chaveAcesso,
    ...DOCUMENT_ITSELF,
    cSitNFe: denied ? 2 : 1,
    descEvento: denied ? DENIAL : AUTHORIZATION,
    dataEvento: readInstant(protocolo?.dataRecebimento) ?? readInstant(nota.dataEmissao) ?? recebidoEm,
    dataEmissao: readInstant(nota.dataEmissao),
    nomeEmitente: nota.emitente.nome || null,
    cnpjEmitente: nota.emitente.documento || documentoOfChave(nota.chaveAcesso),
    valorTotal: nota.valorTotal,
    protocolo: protocolo?.numero || null,
    digVal: nota.digVal,
  };
}

const DOCUMENT_ITSELF = { tpEvento: "", nSeq: 0, autor: "" };

/** The fact in SEFAZ's summary of a nota or evento; null for an unsupported modelo. */
export function factOfResumo(resumo: ParsedResumo, recebidoEm: Date): Fact | null {
  if (resumo.de === "evento") {
    const { dataRecebimento, dataEvento, nSeqEvento, ...evento } = resumo;
    return factOfEvento(
      { ...evento, nSeq: Number(nSeqEvento), chave: evento.chaveAcesso, data: dataRecebimento ?? dataEvento },
      recebidoEm,
    );
  }
  const tipoNota = tipoNotaOfModelo(splitChaveAcesso(resumo.chaveAcesso).modelo);
  const tipo = tipoNota && tipoOfNota(tipoNota);
  if (tipoNota === null || tipo === null) return null;
  const cSitNFe = readSituacao(resumo.situacao);
  return {
    tipo,
    tipoNota,
    chave: resumo.chaveAcesso,
    ...DOCUMENT_ITSELF,
    cSitNFe,
    descEvento: cSitNFe === 2 ? DENIAL : AUTHORIZATION,
    dataEvento: readInstant(resumo.dataRecebimento) ?? readInstant(resumo.dataEmissao) ?? recebidoEm,
    dataEmissao: readInstant(resumo.dataEmissao),
    nomeEmitente: resumo.emitente.nome || null,
    cnpjEmitente: resumo.emitente.documento,
    valorTotal: resumo.valorTotal,
    protocolo: resumo.protocolo,
    digVal: resumo.digVal,
  };
}

/** An evento reported by SEFAZ, in any form. `data`: ISO text or an instant; null if unreadable. */
export type ReportedEvento = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  autor: string;
  descEvento: string;
  protocolo: string | null;
  data: string | Date | null;
};

/** Converts an evento from its full XML. */
export function toReported(evento: ParsedEvento): ReportedEvento {
  const { chaveAcesso: chave, tpEvento, autor, descEvento, protocolo } = evento;
  const data = evento.protocoloData ?? evento.dataEvento;
  return { chave, tpEvento, nSeq: Number(evento.nSeqEvento), autor, descEvento, protocolo, data };
}

/** The fact that an evento occurred for a document; null for an unsupported modelo. */
export function factOfEvento(evento: ReportedEvento, recebidoEm: Date): Fact | null {
  const { chave, tpEvento, nSeq, autor, protocolo } = evento;
  const { modelo } = splitChaveAcesso(chave);
  const tipoNota = tipoNotaOfModelo(modelo);
  if (tipoNota === null) return null;
  const cancels = isCancelamento({ chaveAcesso: chave, tpEvento });
  return {
    tipo: cancels ? "Cancelamento" : "Evento",
    tipoNota,
    chave,
    tpEvento,
    nSeq,
    autor,
    cSitNFe: cancels ? 3 : 1,
    descEvento: nameOfEvento(evento),
    dataEvento: readInstant(evento.data) ?? recebidoEm,
    dataEmissao: null,
    nomeEmitente: null,
    cnpjEmitente: documentoOfChave(chave),
    valorTotal: null,
    protocolo,
    digVal: null,
  };
}

// A type that SEFAZ distributes to no recipient has no record (spec §4).
function tipoOfNota(tipoNota: TipoNota): AuditorTipo | null {
  return TIPOS_DISTRIBUIDOS.find((tipo) => tipo === tipoNota) ?? null;
}

/** Adds the known fields that a fact lacks. */
export function withKnown(fact: Fact, knownFields: KnownFields | undefined): Fact {
  return {
    ...fact,
    nomeEmitente: fact.nomeEmitente ?? knownFields?.nomeEmitente ?? null,
    cnpjEmitente: fact.tpEvento === "" ? fact.cnpjEmitente : (knownFields?.cnpjEmitente ?? fact.cnpjEmitente),
    dataEmissao: fact.dataEmissao ?? knownFields?.dataEmissao ?? null,
    valorTotal: fact.valorTotal ?? knownFields?.valorTotal ?? null,
  };
}

/** Number and series of a document without leading zeros. */
export function numberOf(chave: string): { numero: number; serie: number } {
  const { numero, serie } = splitChaveAcesso(chave);
  return { numero: Number(numero), serie: Number(serie) };
}

/** Describes a fact in one line: kind, number, emitter and value; without what happened later. */
export function describeFact(fact: Fact): string {
  const { numero, serie } = numberOf(fact.chave);
  const nome = fact.nomeEmitente === null ? "" : ` de ${fact.nomeEmitente}`;
  const documento = `${formatTipoNota(fact.tipoNota)} ${formatInteger(numero)}, série ${serie},${nome}`;
  const value = fact.valorTotal === null ? "" : `, ${formatReais(fact.valorTotal)}`;
  const line = `${documento.replace(/,$/, "")}${value}`;
  return fact.tpEvento === "" ? line : `${fact.descEvento}: ${line}`;
}

function readInstant(data: string | Date | null | undefined): Date | null {
  if (data === null || data === undefined || data === "") return null;
  const instant = new Date(data);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

const CHAVE_CHARS = 44;
const CNPJ_CHARS = 14;

/**
 * Checks of a filter that the schema cannot express: the range runs forward and the text is searchable.
 * @throws {Refusal} with the field
 */
export function checkAuditorFilter({ eventoDe, eventoAte, cnpjEmitente, chaveAcesso }: AuditorFilter): void {
  if (eventoDe !== undefined && eventoAte !== undefined && eventoDe > eventoAte) {
    throw new Refusal("periodoInvertido", { campo: "searchFilter.eventoAte" });
  }
  refuseUnreadable(cnpjEmitente, CNPJ_CHARS, "cnpjEmitente");
  refuseUnreadable(chaveAcesso, CHAVE_CHARS, "chaveAcesso");
}

function refuseUnreadable(text: string | undefined, max: number, campo: string): void {
  if (text === undefined || text.trim() === "") return;
  const clean = cleanDocumento(text);
  if (/^[0-9A-Z]+$/.test(clean) && clean.length <= max) return;
  throw new Refusal("filtroInvalido", { campo: `searchFilter.${campo}` });
}
