import { element, leaf } from "../../document-generator/xml/write-xml.ts";
import { VER_APLIC } from "../message.ts";
import { type CStat, motivoOf } from "../motivos.ts";
import type { EventoLayout, ParsedEvento } from "./parsed-evento.ts";

/** The decision about one event. */
export type Decision = {
  cStat: CStat;
  /** Additional text of the reason, in brackets. */
  complemento?: string;
  /** 15 digits; absent when refused. */
  protocolo?: string;
};

type RetEventoFields = {
  layout: EventoLayout;
  modelo: string;
  ret: string;
  cOrgao: string;
  xEvento: string;
  dataHora: string;
};

/**
 * Writes retEvento or retEventoCTe, registered or refused.
 * @param namespaced declares its namespace, which is required outside a response that declares it
 */
export function writeRetEvento(
  evento: ParsedEvento,
  { cStat, complemento = "", protocolo }: Decision,
  fields: RetEventoFields & { namespaced: boolean },
): string {
  const { layout, ret, modelo } = fields;
  const recipient = layout.verEvento && protocolo ? leaf(nomeDest(evento.autor), evento.autor) : "";
  const inf = element(
    protocolo ? `infEvento Id="ID${protocolo}"` : "infEvento",
    leaf("tpAmb", evento.tpAmb),
    leaf("verAplic", VER_APLIC),
    leaf("cOrgao", fields.cOrgao),
    leaf("cStat", cStat),
    leaf("xMotivo", `${motivoOf(cStat, modelo)}${complemento}`),
    leaf(layout.campoChave, evento.chave),
    leaf("tpEvento", evento.tpEvento),
    leaf("xEvento", fields.xEvento),
    leaf("nSeqEvento", evento.nSeqEvento),
    recipient,
    leaf("dhRegEvento", fields.dataHora),
    protocolo ? leaf("nProt", protocolo) : "",
  );
  const xmlns = fields.namespaced ? ` xmlns="${layout.namespace}"` : "";
  return element(`${ret}${xmlns} versao="${layout.versao}"`, inf);
}

function nomeDest(autor: string): string {
  return autor.length === 11 ? "CPFDest" : "CNPJDest";
}

/** The registered event: the signed event and the response. */
export function writeProcEvento(
  raiz: string,
  evento: ParsedEvento,
  o: { layout: EventoLayout; retXml: string },
): string {
  const { namespace, versao } = o.layout;
  return element(`${raiz} xmlns="${namespace}" versao="${versao}"`, evento.xml, o.retXml);
}

const SEQUENCE_LENGTH = 10;
const PROTOCOLO_BASE = 4_000_000;

/** 15 digits: 1 (a State) or 8 (the Ambiente Nacional), cUF or 91, year, sequence. */
export function numberRegistration(cOrgao: string, now: Date, sequencia: number): string {
  const ano = String(now.getUTCFullYear()).slice(2);
  const orgao = cOrgao === "91" ? "8" : "1";
  return `${orgao}${cOrgao}${ano}${String(PROTOCOLO_BASE + sequencia).padStart(SEQUENCE_LENGTH, "0")}`;
}
