import { NFE_NAMESPACE } from "../xml/write-xml.ts";

/** Element names and versions of one document family.
 * @source MOC NF-e 7.0, MOC CT-e 4.00, MOC MDF-e 3.00 */
export type DocumentFamily = {
  /** The usual name: "NF-e". */
  nome: string;
  namespace: string;
  versao: string;
  /** The root of the document; that of the CT-e OS repeats the version. */
  raiz: string;
  versaoNaRaiz: boolean;
  /** The signed element, whose Id is `prefixoId` + key. */
  inf: string;
  prefixoId: string;
  tagChave: string;
  proc: string;
  prot: string;
  evento: EventoFamily;
};

/** Element names and versions of the events of a family. */
export type EventoFamily = {
  versao: string;
  evento: string;
  retEvento: string;
  procEvento: string;
  /** Digits of nSeqEvento in the Id. */
  digitosSequencia: 2 | 3;
  /** The attribute of detEvento with the version. */
  atributoVersao: "versao" | "versaoEvento";
  /** Only the NF-e has verEvento, and repeats the destinatário in the registration. */
  modeloNFe: boolean;
  /** The xMotivo of a registration (135). */
  motivo: string;
};

export const CTE_NAMESPACE = "http://www.portalfiscal.inf.br/cte";
export const MDFE_NAMESPACE = "http://www.portalfiscal.inf.br/mdfe";

const EVENTO_NFE: EventoFamily = {
  versao: "1.00",
  evento: "evento",
  retEvento: "retEvento",
  procEvento: "procEventoNFe",
  digitosSequencia: 2,
  atributoVersao: "versao",
  modeloNFe: true,
  motivo: "Evento registrado e vinculado a NF-e",
};

const EVENTO_CTE: EventoFamily = {
  versao: "4.00",
  evento: "eventoCTe",
  retEvento: "retEventoCTe",
  procEvento: "procEventoCTe",
  digitosSequencia: 3,
  atributoVersao: "versaoEvento",
  modeloNFe: false,
  motivo: "Evento registrado e vinculado a CT-e",
};

const EVENTO_MDFE: EventoFamily = {
  ...EVENTO_CTE,
  versao: "3.00",
  evento: "eventoMDFe",
  retEvento: "retEventoMDFe",
  procEvento: "procEventoMDFe",
  motivo: "Evento registrado e vinculado a MDF-e",
};

/** NF-e 55 and NFC-e 65. */
export const NFE: DocumentFamily = {
  nome: "NF-e",
  namespace: NFE_NAMESPACE,
  versao: "4.00",
  raiz: "NFe",
  versaoNaRaiz: false,
  inf: "infNFe",
  prefixoId: "NFe",
  tagChave: "chNFe",
  proc: "nfeProc",
  prot: "protNFe",
  evento: EVENTO_NFE,
};

export const CTE: DocumentFamily = {
  nome: "CT-e",
  namespace: CTE_NAMESPACE,
  versao: "4.00",
  raiz: "CTe",
  versaoNaRaiz: false,
  inf: "infCte",
  prefixoId: "CTe",
  tagChave: "chCTe",
  proc: "cteProc",
  prot: "protCTe",
  evento: EVENTO_CTE,
};

export const CTE_OS: DocumentFamily = { ...CTE, raiz: "CTeOS", versaoNaRaiz: true, proc: "cteOSProc" };

export const CTE_SIMPLIFICADO: DocumentFamily = { ...CTE, raiz: "CTeSimp", proc: "cteSimpProc" };

export const MDFE: DocumentFamily = {
  nome: "MDF-e",
  namespace: MDFE_NAMESPACE,
  versao: "3.00",
  raiz: "MDFe",
  versaoNaRaiz: false,
  inf: "infMDFe",
  prefixoId: "MDFe",
  tagChave: "chMDFe",
  proc: "mdfeProc",
  prot: "protMDFe",
  evento: EVENTO_MDFE,
};
