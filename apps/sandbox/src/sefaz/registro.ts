import type { Protocolo } from "../papelaria/protocolo.ts";
import type { Distribuidor } from "./distribuicao/filas.ts";

/** What the State keeps of a document it authorized, beside its protocol. */
export type DocumentoRegistrado = {
  /** Null: of a family that is not distributed, as the MDF-e. */
  distribuidor: Distribuidor | null;
  /** Name of the whole document's schema in the distribution: "procNFe_v4.00.xsd". */
  schema: string;
  /** As the document says it, to the second. */
  emissao: string;
  emitente: string;
  /** Who may say something about it: the destinatário of an NF-e, the tomador of a CT-e. */
  parte: string | null;
  /** CNPJ or CPF of those to whom it is distributed. */
  interessados: string[];
  procXml: string;
  /** What the destinatário of an NF-e gets before he says that he knows of it. */
  resumoXml: string | null;
  /** The issuer has no IE: SVRS alone knows the nota. */
  semIe?: boolean;
};

/** An event in the book. It counts from `aPartirDe` on: a cancellation may be entered before it happens. */
export type EventoRegistrado = {
  tpEvento: string;
  aPartirDe: string;
  procEventoXml: string;
  nSeqEvento?: string;
  autor?: string;
  protocolo?: string;
  /** What the distribution gives to those who have only the summary of the nota. */
  resumoXml?: string;
};

/** What SEFAZ knows of a key. */
export type NotaRegistrada = {
  protocolo: Protocolo;
  eventos: EventoRegistrado[];
  documento: DocumentoRegistrado | null;
};

const CANCELAMENTOS = new Set(["110111", "110112"]);
const ENCERRAMENTO_MDFE = "110112";
const MANIFESTACOES = new Set(["210200", "210210", "210220", "210240"]);

export const CIENCIA = "210210";

/** The events that count by now. */
export function eventosOf(nota: NotaRegistrada, agora: Date): EventoRegistrado[] {
  return nota.eventos.filter((evento) => Date.parse(evento.aPartirDe) <= agora.getTime());
}

export type Situacao = "autorizada" | "cancelada" | "encerrada";

/** 110112 cancels an NFC-e by substitution, and closes the journey of an MDF-e. */
export function situacaoOf(nota: NotaRegistrada, agora: Date): Situacao {
  const ending = eventosOf(nota, agora).find(({ tpEvento }) => CANCELAMENTOS.has(tpEvento));
  if (!ending) return "autorizada";
  const isMdfe = nota.protocolo.chaveAcesso.slice(20, 22) === "58";
  return isMdfe && ending.tpEvento === ENCERRAMENTO_MDFE ? "encerrada" : "cancelada";
}

export function isManifestacao(tpEvento: string): boolean {
  return MANIFESTACOES.has(tpEvento);
}
