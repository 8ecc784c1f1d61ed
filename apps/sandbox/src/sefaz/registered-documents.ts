import { type Distribuidor, type Family, familyOfModelo } from "@malote/syntax";
import type { Protocolo } from "../document-generator/documento/protocolo.ts";

/** Stored data of an authorized document, next to its protocol. */
export type RegisteredDocumento = {
  /** Null for a family without distribution, such as MDF-e. */
  distribuidor: Distribuidor | null;
  /** Schema of the whole document in the distribution: "procNFe_v4.00.xsd". */
  schema: string;
  /** As in the document, to the second. */
  emissao: string;
  emitente: string;
  /** The party that may send events: the destinatário of an NF-e, the tomador of a CT-e. */
  parte: string | null;
  /** CNPJ or CPF of the recipients of the distribution. */
  interessados: string[];
  procXml: string;
  /** What the destinatário of an NF-e gets before its ciência. */
  resumoXml: string | null;
  /** The issuer has no IE: only SVRS knows the nota. */
  semIe?: boolean;
};

/** A registered event, effective from `aPartirDe`: a cancellation may have a future date. */
export type RegisteredEvento = {
  tpEvento: string;
  aPartirDe: string;
  procEventoXml: string;
  nSeqEvento?: string;
  autor?: string;
  protocolo?: string;
  /** What the distribution gives to recipients that only have the summary of the nota. */
  resumoXml?: string;
};

/** The registered state of a key. */
export type RegisteredNota = {
  protocolo: Protocolo;
  eventos: RegisteredEvento[];
  documento: RegisteredDocumento | null;
};

const CANCELAMENTOS = new Set(["110111", "110112"]);
/** The tpEvento that closes a document of a family. */
const CLOSING: Readonly<Record<Family, string | null>> = { nfe: null, cte: null, mdfe: "110112" };
const MANIFESTACOES = new Set(["210200", "210210", "210220", "210240"]);

export const CIENCIA = "210210";

/** The events that are effective by now. */
export function eventosOf(nota: RegisteredNota, now: Date): RegisteredEvento[] {
  return nota.eventos.filter((evento) => Date.parse(evento.aPartirDe) <= now.getTime());
}

export type DocumentState = "autorizada" | "cancelada" | "encerrada";

/** 110112 cancels an NFC-e by substitution, and closes an MDF-e. */
export function documentStateOf(nota: RegisteredNota, now: Date): DocumentState {
  const ending = eventosOf(nota, now).find(({ tpEvento }) => CANCELAMENTOS.has(tpEvento));
  if (!ending) return "autorizada";
  const family = familyOfModelo(nota.protocolo.chaveAcesso.slice(20, 22));
  return family !== null && ending.tpEvento === CLOSING[family] ? "encerrada" : "cancelada";
}

export function isManifestacao(tpEvento: string): boolean {
  return MANIFESTACOES.has(tpEvento);
}
