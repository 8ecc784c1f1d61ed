import { element, leaf } from "../../papelaria/write-xml.ts";
import { VER_APLIC } from "../mensagem.ts";
import { type CStat, motivoOf } from "../motivos.ts";
import type { EventoLido, LayoutEvento } from "./evento-lido.ts";

/** The decision about one event. */
export type Decisao = {
  cStat: CStat;
  /** Additional text of the reason, in brackets. */
  complemento?: string;
  /** 15 digits; absent when refused. */
  protocolo?: string;
};

type Quadro = {
  layout: LayoutEvento;
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
  evento: EventoLido,
  { cStat, complemento = "", protocolo }: Decisao,
  quadro: Quadro & { namespaced: boolean },
): string {
  const { layout, ret, modelo } = quadro;
  const destino = layout.verEvento && protocolo ? leaf(nomeDest(evento.autor), evento.autor) : "";
  const inf = element(
    protocolo ? `infEvento Id="ID${protocolo}"` : "infEvento",
    leaf("tpAmb", evento.tpAmb),
    leaf("verAplic", VER_APLIC),
    leaf("cOrgao", quadro.cOrgao),
    leaf("cStat", cStat),
    leaf("xMotivo", `${motivoOf(cStat, modelo)}${complemento}`),
    leaf(layout.campoChave, evento.chave),
    leaf("tpEvento", evento.tpEvento),
    leaf("xEvento", quadro.xEvento),
    leaf("nSeqEvento", evento.nSeqEvento),
    destino,
    leaf("dhRegEvento", quadro.dataHora),
    protocolo ? leaf("nProt", protocolo) : "",
  );
  const xmlns = quadro.namespaced ? ` xmlns="${layout.namespace}"` : "";
  return element(`${ret}${xmlns} versao="${layout.versao}"`, inf);
}

function nomeDest(autor: string): string {
  return autor.length === 11 ? "CPFDest" : "CNPJDest";
}

/** The registered event: the signed event and the response. */
export function writeProcEvento(
  raiz: string,
  evento: EventoLido,
  o: { layout: LayoutEvento; retXml: string },
): string {
  const { namespace, versao } = o.layout;
  return element(`${raiz} xmlns="${namespace}" versao="${versao}"`, evento.xml, o.retXml);
}

const SEQUENCIA_LENGTH = 10;
const PROTOCOLO_BASE = 4_000_000;

/** 15 digits: 1 (a State) or 8 (the Ambiente Nacional), cUF or 91, year, sequence. */
export function numberRegistro(cOrgao: string, agora: Date, sequencia: number): string {
  const ano = String(agora.getUTCFullYear()).slice(2);
  const orgao = cOrgao === "91" ? "8" : "1";
  return `${orgao}${cOrgao}${ano}${String(PROTOCOLO_BASE + sequencia).padStart(SEQUENCIA_LENGTH, "0")}`;
}
