import {
  dayInZone,
  familyOfModelo,
  isCnpj,
  isCpf,
  isSerieAvulsa,
  splitChaveAcesso,
  ufOfCode,
  zoneOfUf,
} from "@malote/syntax";
import type { ParsedEvento, ParsedNota } from "../reading.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import { isOldCancelamento, KEY_FIELDS } from "./layouts.ts";
import type { LocatedDocumento } from "./locate.ts";
import { unreadModelosOf } from "./unread.ts";

/** The signer for the emitente, as claimed by the document: a provider (PAA), the State for
 * an NFF, or a treasury. The claim proves nothing: the signer of the document wrote it. */
export type Provider =
  /** `assinatura` is the emitente's own signature over the Id. */
  | { kind: "paa"; cnpj: string; id: string; assinatura: { valor: string; modulo: string; expoente: string } }
  | { kind: "nff" }
  | { kind: "avulsa" };

/** Digits of the random code before the key had a column for tpEmis (NF-e 1.10, CT-e 1.03). */
const OLD_CODE = 9;
/** tpEmis of an NFF in NF-e, CT-e and MDF-e.   @source NT 2021.002 */
const TP_EMIS_NFF = "3";
/** procEmi of a document issued by the treasury or on its site.   @source MOC NF-e 7.0, Anexo I, B26 */
const PROC_EMI_AVULSA: ReadonlySet<string> = new Set(["1", "2"]);

/** The parts of the access key that differ from the fields of the signed
 * element; `documento` is the emitente's. A repeated field equals nothing.
 * @source MOC Visão Geral §5.4; MOC CT-e 4.00 and MOC MDF-e 3.00, chave de acesso */
export function findMismatchedChaveParts({ assinado, layout }: LocatedDocumento, nota: ParsedNota): string[] {
  const ide = onlyChild(assinado, "ide");
  const { numero, codigo } = KEY_FIELDS[layout.family];
  const chave = splitChaveAcesso(nota.chaveAcesso);
  const codeText = textIn(ide, codigo);
  const pairs: [string, string, string][] = [
    ["cUF", chave.cUF, textIn(ide, "cUF")],
    ["anoMes", chave.anoMes, yearMonthOf(nota.dataEmissao, chave)],
    ["documento", chave.documento, nota.emitente.documento.padStart(14, "0")],
    ["mod", chave.modelo, textIn(ide, "mod")],
    ["serie", chave.serie, textIn(ide, "serie").padStart(3, "0")],
    [numero, chave.numero, textIn(ide, numero).padStart(9, "0")],
    ["cDV", chave.digito, textIn(ide, "cDV")],
  ];
  if (codeText.length === OLD_CODE) pairs.push([codigo, chave.tpEmis + chave.codigo, codeText]);
  else pairs.push(["tpEmis", chave.tpEmis, textIn(ide, "tpEmis")], [codigo, chave.codigo, codeText]);
  return pairs.filter(([, inChave, inFields]) => inChave !== inFields).map(([field]) => field);
}

/** The month that the key must name: that of the date as
 * written, or that of the same instant in the emitente's state. */
function yearMonthOf(emissao: string, { cUF, anoMes }: { cUF: string; anoMes: string }): string {
  const short = (day: string): string => day.slice(2, 4) + day.slice(5, 7);
  if (short(emissao) === anoMes) return anoMes;
  return short(dayInZone(new Date(emissao), zoneOfUf(ufOfCode(cUF) ?? "")));
}

/** Says whether the eventos of the family concern the model of a key. */
export function isModeloOfFamily({ layout }: LocatedDocumento, chaveAcesso: string): boolean {
  const { modelo } = splitChaveAcesso(chaveAcesso);
  return familyOfModelo(modelo) === layout.family || unreadModelosOf(layout.family).includes(modelo);
}

/** Says whether a nota names its emitente once, by a valid CNPJ or CPF. */
export function hasEmitenteValido({ assinado }: LocatedDocumento): boolean {
  const emit = onlyChild(assinado, "emit");
  const [cnpj, cpf] = [textIn(emit, "CNPJ"), textIn(emit, "CPF")];
  return cpf === "" ? isCnpj(cnpj) : cnpj === "" && isCpf(cpf);
}

/** Says whether the Id of a nota is exactly the prefix of its model and its key.
 * @source leiauteNFe_v4.00.xsd */
export function hasNotaId({ assinado, layout }: LocatedDocumento, nota: ParsedNota): boolean {
  return attributeOf(assinado, "Id") === layout.prefixo + nota.chaveAcesso;
}

/** Says whether the Id of an evento is "ID" + tpEvento + key + nSeqEvento (two digits, or
 * three since CT-e). The Id of a cancelamento from before eventos existed is "ID" + key.
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function hasEventoId({ assinado, layout }: LocatedDocumento, evento: ParsedEvento): boolean {
  const id = attributeOf(assinado, "Id");
  if (isOldCancelamento(layout)) return id === layout.prefixo + evento.chaveAcesso;
  const start = `${layout.prefixo}${evento.tpEvento}${evento.chaveAcesso}`;
  return [2, 3].some((width) => id === start + evento.nSeqEvento.padStart(width, "0"));
}

/** The evento that SEFAZ's answer registers; null for absent fields. */
export function readRegistroTarget({ resposta, layout }: LocatedDocumento): {
  chaveAcesso: string | null;
  tpEvento: string | null;
  nSeqEvento: string | null;
} {
  return {
    chaveAcesso: textIn(resposta, layout.chave) || null,
    tpEvento: textIn(resposta, "tpEvento") || null,
    nSeqEvento: textIn(resposta, "nSeqEvento").replace(/^0+(?=[0-9])/, "") || null,
  };
}

/** The environment in SEFAZ's answer; null when absent. */
export function readResponseAmbiente({ resposta }: LocatedDocumento): string | null {
  return textIn(resposta, "tpAmb") || null;
}

/** Paths for findings: the Id, the emitente or autor, and the fields of SEFAZ's answer. */
export function pathsOf({ assinado, layout, kind }: LocatedDocumento): {
  id: string;
  autor: string;
  ambiente: string;
  resposta: Record<
    "raiz" | "chave" | "digest" | "status" | "numero" | "recebimento" | "registro" | "ambiente",
    string
  >;
} {
  const resposta = `${layout.retorno}/${layout.resposta}`;
  return {
    id: `${assinado.local}/@Id`,
    autor: kind === "nota" ? `${assinado.local}/emit` : assinado.local,
    ambiente: kind === "nota" ? `${assinado.local}/ide/tpAmb` : `${assinado.local}/tpAmb`,
    resposta: {
      raiz: resposta,
      chave: `${resposta}/${layout.chave}`,
      digest: `${resposta}/digVal`,
      status: `${resposta}/cStat`,
      numero: `${resposta}/nProt`,
      recebimento: `${resposta}/dhRecbto`,
      registro: `${resposta}/dhRegEvento`,
      ambiente: `${resposta}/tpAmb`,
    },
  };
}

/** Who signs for the emitente according to a nota; null when the emitente signs.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd,
 * mdfeTiposBasico_v3.00.xsd (infPAA, infSolicNFF); NT 2021.002 */
export function readProvider({ assinado }: LocatedDocumento, nota: ParsedNota): Provider | null {
  const paa = readPaa(assinado);
  if (paa) return paa;
  const ide = onlyChild(assinado, "ide");
  if (textIn(ide, "tpEmis") === TP_EMIS_NFF && onlyChild(assinado, "infSolicNFF")) return { kind: "nff" };
  const isAvulsa = isSerieAvulsa(nota.serieNota) && PROC_EMI_AVULSA.has(textIn(ide, "procEmi"));
  return isAvulsa ? { kind: "avulsa" } : null;
}

/** readProvider for an evento: providers sign none, but the
 * State signs those of documents issued in the NFF app. */
export function readEventoProvider({ assinado }: LocatedDocumento, chaveAcesso: string): Provider | null {
  const isNff = splitChaveAcesso(chaveAcesso).tpEmis === TP_EMIS_NFF && onlyChild(assinado, "infSolicNFF");
  return isNff ? { kind: "nff" } : null;
}

function readPaa(assinado: XmlElement): Provider | null {
  const infPaa = onlyChild(assinado, "infPAA");
  const cnpj = textIn(infPaa, "CNPJPAA");
  if (!infPaa || cnpj === "") return null;
  const signature = onlyChild(infPaa, "PAASignature");
  const key = signature && onlyChild(signature, "RSAKeyValue");
  const assinatura = {
    valor: textIn(signature, "SignatureValue"),
    modulo: textIn(key, "Modulus"),
    expoente: textIn(key, "Exponent"),
  };
  return { kind: "paa", cnpj, id: attributeOf(assinado, "Id") ?? "", assinatura };
}

/** The text of a field: "" when absent; if repeated, all
 * texts with a separator, so that it equals no valid value. */
function textIn(element: XmlElement | null, local: string): string {
  return childrenNamed(element, local).map(textOf).join(" | ").trim();
}

function onlyChild(element: XmlElement, local: string): XmlElement | null {
  const [first, second] = childrenNamed(element, local);
  return first && !second ? first : null;
}

function childrenNamed(element: XmlElement | null, local: string): XmlElement[] {
  if (!element) return [];
  return elementsOf(element).filter((each) => each.local === local && each.namespace === element.namespace);
}
