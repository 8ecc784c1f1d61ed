import { zoneOfUf } from "@malote/syntax";
import { writeDateTime } from "../xml/date-time.ts";
import { element, leaf, XML_DECLARATION } from "../xml/write-xml.ts";
import { codigoOfUf } from "./chave.ts";
import { type DocumentFamily, NFE } from "./document-family.ts";
import type { Ambiente, SignedDocumento } from "./documento.ts";

/** The authorization protocol of SEFAZ, in the sent document and in responses to queries. */
export type Protocolo = {
  ambiente: Ambiente;
  verAplic: string;
  chaveAcesso: string;
  dataRecebimento: string;
  /** 15 digits: 1, cUF, year in two digits, sequence in ten. */
  numero: string;
  digVal: string;
  cStat: string;
  xMotivo: string;
  /** Pairs of cMsg and xMsg, up to five.   @source NT 2026.002, group PR13 */
  alertas?: readonly Alerta[];
};

export type Alerta = { codigo: string; texto: string };

const SECONDS_TO_AUTHORIZE = 7;
const NUMERO_LENGTH = 10;

/** Creates the protocol of a document, dated some seconds after its emission.
 * @param sequencia sequence of the State, up to ten digits */
export function makeProtocolo(documento: SignedDocumento, sequencia: number): Protocolo {
  const receivedAt = new Date(documento.emissao.getTime() + SECONDS_TO_AUTHORIZE * 1000);
  const artigo = documento.familia === NFE ? "da" : "do";
  return {
    ambiente: documento.ambiente,
    verAplic: "PAPELARIA-1.0",
    chaveAcesso: documento.chaveAcesso,
    dataRecebimento: writeDateTime(receivedAt, zoneOfUf(documento.uf)),
    numero: numberProtocolo(documento, sequencia),
    digVal: documento.digVal,
    cStat: "100",
    xMotivo: `Autorizado o uso ${artigo} ${documento.familia.nome}`,
  };
}

/** 15 digits: 1 (a State), cUF, year, sequence. */
export function numberProtocolo(
  { uf, dataHora }: Pick<SignedDocumento, "uf" | "dataHora">,
  sequencia: number,
): string {
  return `1${codigoOfUf(uf)}${dataHora.slice(2, 4)}${String(sequencia).padStart(NUMERO_LENGTH, "0")}`;
}

export function writeProt(familia: DocumentFamily, protocolo: Protocolo): string {
  return element(
    `${familia.prot} versao="${familia.versao}"`,
    element(
      `infProt Id="ID${protocolo.numero}"`,
      leaf("tpAmb", protocolo.ambiente),
      leaf("verAplic", protocolo.verAplic),
      leaf(familia.tagChave, protocolo.chaveAcesso),
      leaf("dhRecbto", protocolo.dataRecebimento),
      leaf("nProt", protocolo.numero),
      leaf("digVal", protocolo.digVal),
      leaf("cStat", protocolo.cStat),
      leaf("xMotivo", protocolo.xMotivo),
      ...(protocolo.alertas ?? []).flatMap(({ codigo, texto }) => [
        leaf("cMsg", codigo),
        leaf("xMsg", texto),
      ]),
    ),
  );
}

/** Writes the document as sent by e-mail: with its protocol. */
export function writeProc({ familia, xml }: SignedDocumento, protocolo: Protocolo): string {
  const raiz = `${familia.proc} xmlns="${familia.namespace}" versao="${familia.versao}"`;
  return XML_DECLARATION + element(raiz, xml, writeProt(familia, protocolo));
}
