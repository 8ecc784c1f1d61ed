import { CHAVE_ACESSO_PATTERN, type Family } from "@malote/syntax";
import { OLD_CANCELAMENTO } from "../../read/evento.ts";
import { childrenOf } from "../../read/fields/fields.ts";
import { CHAVE_FIELDS, isOldCancelamento } from "../../read/layouts.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import { attributeOf, elementsOf, hasElements, type XmlElement } from "../../xml/tree.ts";
import { anyFieldOf, fieldOf, fieldTextOf, onlyChildOf } from "../fields.ts";
import { compareProtocolo, type Divergencia } from "../protocolo.ts";
import { type EventoDetail, readDetails } from "./details.ts";

/** The printed form of an evento of any type. Codes, dates
 * (ISO with their offset) and values are as in the XML. */
export type PrintedEvento = {
  kind: "evento";
  family: Family;
  /** The key of its document; null when the field is invalid. */
  chave: string | null;
  tpEvento: string | null;
  /** The autor's description, or else that of the registration. */
  descricao: string | null;
  sequencia: string | null;
  versao: string | null;
  /** 1 produção, 2 homologação. */
  ambiente: string | null;
  /** cUF of the authority, 91 for the national one. */
  orgao: string | null;
  /** CNPJ or CPF. */
  autor: string | null;
  dataEvento: string | null;
  registro: RegistroEvento | null;
  /** The text of a CC-e of an NF-e. */
  correcao: string | null;
  /** The fields of a CC-e of a CT-e. */
  correcoes: CorrecaoEvento[];
  condicoesUso: string | null;
  /** Free texts of the autor: reason or description. */
  textos: { rotulo: string; texto: string }[];
  /** All other fields of detEvento, known or not. */
  detalhes: EventoDetail[];
  /** Number of fields omitted beyond the maximum. */
  detalhesOmitidos: number;
};

/** SEFAZ's answer, which is not signed. */
export type RegistroEvento = {
  protocolo: string | null;
  data: string | null;
  cStat: string | null;
  xMotivo: string | null;
  destinatario: string | null;
  email: string | null;
  /** Where it contradicts the evento; empty when it matches. */
  divergencias: (Divergencia | "tpEvento" | "nSeqEvento")[];
};

export type CorrecaoEvento = {
  grupo: string | null;
  campo: string | null;
  valor: string | null;
  /** The index among several groups with the same name. */
  item: string | null;
};

/** Labels of free text fields, by tag. */
const TEXTS: Readonly<Record<string, string>> = {
  xJust: "Justificativa",
  xJustMotivo: "Justificativa",
  justStatus: "Justificativa",
  justStaOutra: "Outra justificativa",
  motAlteracao: "Motivo da alteração",
  xObs: "Observações",
  xRegistro: "Registro",
  xHistorico: "Histórico",
};
const SEPARATE_FIELDS: ReadonlySet<string> = new Set([
  "descEvento",
  "xEvento",
  "xCorrecao",
  "xCondUso",
  "infCorrecao",
  ...Object.keys(TEXTS),
]);
/** An old cancelamento has its head and its details in one element. */
const OLD_SEPARATE_FIELDS: ReadonlySet<string> = new Set([
  ...SEPARATE_FIELDS,
  ...["tpAmb", "xServ", ...CHAVE_FIELDS],
]);

/** Reads the printed form of an evento of any family and type. Never throws for its content.
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readPrintedEvento(location: LocatedDocumento): PrintedEvento {
  const { assinado, resposta, layout } = location;
  const old = isOldCancelamento(layout) ? OLD_CANCELAMENTO : null;
  const detEvento = onlyChildOf(assinado, "detEvento");
  const detail = old ? assinado : findDetail(detEvento);
  const { linhas, omitidas } = readDetails(detail, old ? OLD_SEPARATE_FIELDS : SEPARATE_FIELDS);
  const chave = fieldOf(assinado, layout.chave) ?? "";
  const text =
    fieldTextOf(detail, "descEvento") ?? fieldTextOf(detail, "xEvento") ?? fieldTextOf(resposta, "xEvento");
  return {
    kind: "evento",
    family: layout.family,
    chave: CHAVE_ACESSO_PATTERN.test(chave) ? chave : null,
    tpEvento: old?.tpEvento ?? fieldOf(assinado, "tpEvento"),
    descricao: text ?? old?.descEvento ?? null,
    sequencia: old?.nSeqEvento ?? fieldOf(assinado, "nSeqEvento"),
    versao: detEvento && (attributeOf(detEvento, "versao") ?? attributeOf(detEvento, "versaoEvento")),
    ambiente: fieldOf(assinado, "tpAmb"),
    orgao: fieldOf(assinado, "cOrgao"),
    autor: anyFieldOf(assinado, ["CNPJ", "CPF", "idEstrangeiro"]),
    dataEvento: fieldOf(assinado, "dhEvento"),
    registro: readRegistro(location),
    correcao: fieldTextOf(detail, "xCorrecao"),
    correcoes: readCorrecoes(detail),
    condicoesUso: fieldTextOf(detail, "xCondUso"),
    textos: readTexts(detail),
    detalhes: linhas,
    detalhesOmitidos: omitidas,
  };
}

/** The element with the details: detEvento, or its only child (evCancCTe). */
function findDetail(detEvento: XmlElement | null): XmlElement | null {
  if (!detEvento) return null;
  const [only, second] = elementsOf(detEvento);
  return only && !second && hasElements(only) ? only : detEvento;
}

function readRegistro(location: LocatedDocumento): RegistroEvento | null {
  const { resposta } = location;
  if (!resposta) return null;
  return {
    protocolo: fieldOf(resposta, "nProt"),
    data: fieldOf(resposta, isOldCancelamento(location.layout) ? "dhRecbto" : "dhRegEvento"),
    cStat: fieldOf(resposta, "cStat"),
    xMotivo: fieldTextOf(resposta, "xMotivo"),
    destinatario: anyFieldOf(resposta, ["CNPJDest", "CPFDest"]),
    email: fieldTextOf(resposta, "emailDest"),
    divergencias: compareRegistro(location, resposta),
  };
}

/** Compares a registration with its evento. It has no digest to compare. */
function compareRegistro(location: LocatedDocumento, resposta: XmlElement): RegistroEvento["divergencias"] {
  const { assinado, layout } = location;
  const ambiente = fieldOf(assinado, "tpAmb");
  const documento = compareProtocolo(location, {
    chave: fieldOf(assinado, layout.chave),
    digest: null,
    ambiente,
  });
  const others = (["tpEvento", "nSeqEvento"] as const).filter((tag) => {
    const own = dropZeros(fieldOf(assinado, tag));
    const text = dropZeros(fieldOf(resposta, tag));
    return own !== null && text !== null && own !== text;
  });
  return [...documento, ...others];
}

function dropZeros(numero: string | null): string | null {
  return numero?.replace(/^0+(?=[0-9])/, "") ?? null;
}

/** @source evCCeCTe_v4.00.xsd (infCorrecao) */
function readCorrecoes(detail: XmlElement | null): CorrecaoEvento[] {
  return childrenOf(detail, "infCorrecao")
    .map((each) => ({
      grupo: fieldOf(each, "grupoAlterado"),
      campo: fieldOf(each, "campoAlterado"),
      valor: fieldTextOf(each, "valorAlterado"),
      item: fieldOf(each, "nroItemAlterado"),
    }))
    .filter((correcao) => Object.values(correcao).some((each) => each !== null));
}

function readTexts(detail: XmlElement | null): PrintedEvento["textos"] {
  return Object.entries(TEXTS).flatMap(([tag, rotulo]) => {
    const texto = fieldTextOf(detail, tag);
    return texto === null ? [] : [{ rotulo, texto }];
  });
}
