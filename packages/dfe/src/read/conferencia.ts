import {
  diaInZona,
  isCnpj,
  isCpf,
  isSerieAvulsa,
  splitChaveAcesso,
  ufOfCodigo,
  zonaOfUf,
} from "@malote/syntax";
import type { EventoLido, NotaLida } from "../leitura.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import { type Familia, isCancelamentoAntigo } from "./layouts.ts";
import type { Localizado } from "./locate.ts";

/** Who signs for the issuer, as the document claims: a provider (PAA) named in it, with the issuer's own signature over the Id; the
 * State for an NFF; or a treasury that issues for somebody. Who signs the document wrote the claim too. */
export type Provedor =
  | { kind: "paa"; cnpj: string; id: string; assinatura: { valor: string; modulo: string; expoente: string } }
  | { kind: "nff" }
  | { kind: "avulsa" };

/** What the two fields of a key are called that each family calls its own way. */
const CAMPOS: Readonly<Record<Familia, { numero: string; codigo: string }>> = {
  nfe: { numero: "nNF", codigo: "cNF" },
  cte: { numero: "nCT", codigo: "cCT" },
  mdfe: { numero: "nMDF", codigo: "cMDF" },
};
/** The random code had nine digits before the key took a column for tpEmis (NF-e 1.10, CT-e 1.03). */
const CODIGO_ANTIGO = 9;
/** tpEmis of an NFF in NF-e, CT-e and MDF-e alike.   @source NT 2021.002 */
const TP_EMIS_NFF = "3";
/** procEmi of what the treasury issues, or somebody on its site.   @source MOC NF-e 7.0, Anexo I, B26 */
const PROC_EMI_AVULSA: ReadonlySet<string> = new Set(["1", "2"]);
/** Models that the eventos of a family are about.   @source MOC of each family; NT 2021.003 (GTV-e by the eventos of the CT-e) */
const MODELOS: Readonly<Record<Familia, readonly string[]>> = {
  nfe: ["55", "65"],
  cte: ["57", "64", "67"],
  mdfe: ["58"],
};

/** The columns of the access key that differ from the fields of the signed element; `documento` is the issuer's. A field that is
 * there twice equals nothing.   @source MOC Visão Geral §5.4; MOC CT-e 4.00 and MOC MDF-e 3.00, chave de acesso */
export function findChaveDivergente({ assinado, layout }: Localizado, nota: NotaLida): string[] {
  const ide = sole(assinado, "ide");
  const { numero, codigo } = CAMPOS[layout.familia];
  const chave = splitChaveAcesso(nota.chaveAcesso);
  const said = saidIn(ide, codigo);
  const pairs: [string, string, string][] = [
    ["cUF", chave.cUF, saidIn(ide, "cUF")],
    ["anoMes", chave.anoMes, anoMesOf(nota.dataEmissao, chave)],
    ["documento", chave.documento, nota.emitente.documento.padStart(14, "0")],
    ["mod", chave.modelo, saidIn(ide, "mod")],
    ["serie", chave.serie, saidIn(ide, "serie").padStart(3, "0")],
    [numero, chave.numero, saidIn(ide, numero).padStart(9, "0")],
    ["cDV", chave.digito, saidIn(ide, "cDV")],
  ];
  if (said.length === CODIGO_ANTIGO) pairs.push([codigo, chave.tpEmis + chave.codigo, said]);
  else pairs.push(["tpEmis", chave.tpEmis, saidIn(ide, "tpEmis")], [codigo, chave.codigo, said]);
  return pairs.filter(([, inChave, inFields]) => inChave !== inFields).map(([campo]) => campo);
}

/** The month that the key should name: that of the date as it is written or, where the offset is not the issuer's own, as the
 * issuer's state counts it. */
function anoMesOf(emissao: string, { cUF, anoMes }: { cUF: string; anoMes: string }): string {
  const short = (dia: string): string => dia.slice(2, 4) + dia.slice(5, 7);
  if (short(emissao) === anoMes) return anoMes;
  return short(diaInZona(new Date(emissao), zonaOfUf(ufOfCodigo(cUF) ?? "")));
}

/** Says whether a key is of a model that the family's eventos are about. */
export function isModeloDaFamilia({ layout }: Localizado, chaveAcesso: string): boolean {
  return MODELOS[layout.familia].includes(splitChaveAcesso(chaveAcesso).modelo);
}

/** Says whether a nota names its issuer once, by a CNPJ or a CPF that can exist. */
export function hasEmitenteValido({ assinado }: Localizado): boolean {
  const emit = sole(assinado, "emit");
  const [cnpj, cpf] = [saidIn(emit, "CNPJ"), saidIn(emit, "CPF")];
  return cpf === "" ? isCnpj(cnpj) : cnpj === "" && isCpf(cpf);
}

/** Says whether a nota's Id is the prefix of its model and its key, and nothing else.   @source leiauteNFe_v4.00.xsd */
export function hasNotaId({ assinado, layout }: Localizado, nota: NotaLida): boolean {
  return attributeOf(assinado, "Id") === layout.prefixo + nota.chaveAcesso;
}

/**
 * Says whether an event's Id is "ID" + tpEvento + key + nSeqEvento (two digits, or three since
 * CT-e); that of a cancellation before there were eventos is "ID" + key.
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd
 */
export function hasEventoId({ assinado, layout }: Localizado, evento: EventoLido): boolean {
  const id = attributeOf(assinado, "Id");
  if (isCancelamentoAntigo(layout)) return id === layout.prefixo + evento.chaveAcesso;
  const start = `${layout.prefixo}${evento.tpEvento}${evento.chaveAcesso}`;
  return [2, 3].some((width) => id === start + evento.nSeqEvento.padStart(width, "0"));
}

/** What SEFAZ's answer says of the event it registered; null where it says nothing. */
export function readAlvoDoRegistro({ resposta, layout }: Localizado): {
  chaveAcesso: string | null;
  tpEvento: string | null;
  nSeqEvento: string | null;
} {
  return {
    chaveAcesso: saidIn(resposta, layout.chave) || null,
    tpEvento: saidIn(resposta, "tpEvento") || null,
    nSeqEvento: saidIn(resposta, "nSeqEvento").replace(/^0+(?=[0-9])/, "") || null,
  };
}

/** The environment SEFAZ's answer names; null where it names none. */
export function readAmbienteDaResposta({ resposta }: Localizado): string | null {
  return saidIn(resposta, "tpAmb") || null;
}

/** Where things are told, for findings: the Id, the issuer or author, and a field of SEFAZ's answer. */
export function caminhosOf({ assinado, layout, kind }: Localizado): {
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

/** Who signs for the issuer by what a nota says; null for one that its issuer signs.
 * @source leiauteNFe_v4.00.xsd, cteTiposBasico_v4.00.xsd, mdfeTiposBasico_v3.00.xsd (infPAA, infSolicNFF); NT 2021.002 */
export function readProvedor({ assinado }: Localizado, nota: NotaLida): Provedor | null {
  const paa = readPaa(assinado);
  if (paa) return paa;
  const ide = sole(assinado, "ide");
  if (saidIn(ide, "tpEmis") === TP_EMIS_NFF && sole(assinado, "infSolicNFF")) return { kind: "nff" };
  const isAvulsa = isSerieAvulsa(nota.serieNota) && PROC_EMI_AVULSA.has(saidIn(ide, "procEmi"));
  return isAvulsa ? { kind: "avulsa" } : null;
}

/** The same of an evento, which no provider signs: the State does, for what was issued by the app of the NFF. */
export function readProvedorDoEvento({ assinado }: Localizado, chaveAcesso: string): Provedor | null {
  const isNff = splitChaveAcesso(chaveAcesso).tpEmis === TP_EMIS_NFF && sole(assinado, "infSolicNFF");
  return isNff ? { kind: "nff" } : null;
}

function readPaa(assinado: XmlElement): Provedor | null {
  const infPaa = sole(assinado, "infPAA");
  const cnpj = saidIn(infPaa, "CNPJPAA");
  if (!infPaa || cnpj === "") return null;
  const signature = sole(infPaa, "PAASignature");
  const key = signature && sole(signature, "RSAKeyValue");
  const assinatura = {
    valor: saidIn(signature, "SignatureValue"),
    modulo: saidIn(key, "Modulus"),
    expoente: saidIn(key, "Exponent"),
  };
  return { kind: "paa", cnpj, id: attributeOf(assinado, "Id") ?? "", assinatura };
}

/** The text of a field as it is said: "" when it is absent, and every one of its texts, apart, when there are several. */
function saidIn(element: XmlElement | null, local: string): string {
  return childrenNamed(element, local).map(textOf).join(" | ").trim();
}

function sole(element: XmlElement, local: string): XmlElement | null {
  const [first, second] = childrenNamed(element, local);
  return first && !second ? first : null;
}

function childrenNamed(element: XmlElement | null, local: string): XmlElement[] {
  if (!element) return [];
  return elementsOf(element).filter((each) => each.local === local && each.namespace === element.namespace);
}
