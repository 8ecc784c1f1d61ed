import type { ParsedParamsOf } from "@malote/contract";
import { type EventoLido, isCancelamento, type NotaLida, type ResumoLido } from "@malote/dfe";
import {
  cleanDocumento,
  DENEGADOS,
  documentoOfChave,
  formatInteiro,
  formatReais,
  formatTipoNota,
  splitChaveAcesso,
  type TipoNota,
  tipoNotaOfModelo,
} from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import { nomeOfEvento } from "../evento/evento.rules.ts";

type ListaParams = ParsedParamsOf<"Auditor.getListAuditor">;
export type AuditorFiltro = NonNullable<ListaParams["searchFilter"]>;
export type AuditorOrdem = NonNullable<ListaParams["listSearchOrder"]>;
export type AuditorTipo = NonNullable<AuditorFiltro["tipos"]>[number];
/** 1 authorized, 2 denied, 3 cancelled. */
export type Situacao = 1 | 2 | 3;

/** A fact reported by SEFAZ. For a document (no evento) `tpEvento` is "", `nSeq` 0 and `autor` "". */
export type Fato = {
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
export type Conhecido = Partial<Pick<Fato, "nomeEmitente" | "cnpjEmitente" | "dataEmissao" | "valorTotal">>;

/** Reads SEFAZ's cSitNFe; an unknown value counts as authorized (spec §4). */
export function readSituacao(situacao: string | null): Situacao {
  if (situacao === "2") return 2;
  return situacao === "3" ? 3 : 1;
}

const AUTORIZACAO = "Autorização de uso";
const DENEGACAO = "Denegação de uso";

/** The fact that a document exists, from its full XML. `recebidoEm` replaces an unreadable date. */
export function factOfNota(nota: NotaLida, recebidoEm: Date): Fato | null {
  const tipo = tipoOfNota(nota.tipoNota);
  if (tipo === null) return null;
  const { protocolo } = nota;
  const denied = protocolo !== null && DENEGADOS.includes(protocolo.cStat);
  return {
    tipo,
    tipoNota: nota.tipoNota,
    chave: nota.chaveAcesso,
    ...DO_DOCUMENTO,
    cSitNFe: denied ? 2 : 1,
    descEvento: denied ? DENEGACAO : AUTORIZACAO,
    dataEvento: readData(protocolo?.dataRecebimento) ?? readData(nota.dataEmissao) ?? recebidoEm,
    dataEmissao: readData(nota.dataEmissao),
    nomeEmitente: nota.emitente.nome || null,
    cnpjEmitente: nota.emitente.documento || documentoOfChave(nota.chaveAcesso),
    valorTotal: nota.valorTotal,
    protocolo: protocolo?.numero || null,
    digVal: nota.digVal,
  };
}

const DO_DOCUMENTO = { tpEvento: "", nSeq: 0, autor: "" };

/** The fact in SEFAZ's summary of a nota or evento; null for an unsupported modelo. */
export function factOfResumo(resumo: ResumoLido, recebidoEm: Date): Fato | null {
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
    ...DO_DOCUMENTO,
    cSitNFe,
    descEvento: cSitNFe === 2 ? DENEGACAO : AUTORIZACAO,
    dataEvento: readData(resumo.dataRecebimento) ?? readData(resumo.dataEmissao) ?? recebidoEm,
    dataEmissao: readData(resumo.dataEmissao),
    nomeEmitente: resumo.emitente.nome || null,
    cnpjEmitente: resumo.emitente.documento,
    valorTotal: resumo.valorTotal,
    protocolo: resumo.protocolo,
    digVal: resumo.digVal,
  };
}

/** An evento reported by SEFAZ, in any form. `data`: ISO text or an instant; null if unreadable. */
export type EventoContado = {
  chave: string;
  tpEvento: string;
  nSeq: number;
  autor: string;
  descEvento: string;
  protocolo: string | null;
  data: string | Date | null;
};

/** Converts an evento from its full XML. */
export function toContado(evento: EventoLido): EventoContado {
  const { chaveAcesso: chave, tpEvento, autor, descEvento, protocolo } = evento;
  const data = evento.protocoloData ?? evento.dataEvento;
  return { chave, tpEvento, nSeq: Number(evento.nSeqEvento), autor, descEvento, protocolo, data };
}

/** The fact that an evento occurred for a document; null for an unsupported modelo. */
export function factOfEvento(evento: EventoContado, recebidoEm: Date): Fato | null {
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
    descEvento: nomeOfEvento(evento),
    dataEvento: readData(evento.data) ?? recebidoEm,
    dataEmissao: null,
    nomeEmitente: null,
    cnpjEmitente: documentoOfChave(chave),
    valorTotal: null,
    protocolo,
    digVal: null,
  };
}

// SEFAZ distributes only NF-e, CT-e and CT-e OS to a recipient; other modelos have no record (spec §4).
function tipoOfNota(tipoNota: TipoNota): AuditorTipo | null {
  return tipoNota === "NFe" || tipoNota === "CTe" || tipoNota === "CTeOS" ? tipoNota : null;
}

/** Adds the known fields that a fact lacks. */
export function withConhecido(fato: Fato, conhecido: Conhecido | undefined): Fato {
  return {
    ...fato,
    nomeEmitente: fato.nomeEmitente ?? conhecido?.nomeEmitente ?? null,
    cnpjEmitente: fato.tpEvento === "" ? fato.cnpjEmitente : (conhecido?.cnpjEmitente ?? fato.cnpjEmitente),
    dataEmissao: fato.dataEmissao ?? conhecido?.dataEmissao ?? null,
    valorTotal: fato.valorTotal ?? conhecido?.valorTotal ?? null,
  };
}

/** Number and series of a document without leading zeros. */
export function numberOf(chave: string): { numero: number; serie: number } {
  const { numero, serie } = splitChaveAcesso(chave);
  return { numero: Number(numero), serie: Number(serie) };
}

/** Describes a fact in one line: kind, number, emitter and value; without what happened later. */
export function describeFato(fato: Fato): string {
  const { numero, serie } = numberOf(fato.chave);
  const nome = fato.nomeEmitente === null ? "" : ` de ${fato.nomeEmitente}`;
  const documento = `${formatTipoNota(fato.tipoNota)} ${formatInteiro(numero)}, série ${serie},${nome}`;
  const valor = fato.valorTotal === null ? "" : `, ${formatReais(fato.valorTotal)}`;
  const line = `${documento.replace(/,$/, "")}${valor}`;
  return fato.tpEvento === "" ? line : `${fato.descEvento}: ${line}`;
}

function readData(data: string | Date | null | undefined): Date | null {
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
export function checkAuditorFiltro({ eventoDe, eventoAte, cnpjEmitente, chaveAcesso }: AuditorFiltro): void {
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
