import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import { CANCELAMENTO_ANTIGO } from "../../read/evento.ts";
import { childrenOf } from "../../read/fields/fields.ts";
import { isCancelamentoAntigo } from "../../read/layouts.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import { attributeOf, elementsOf, hasElements, type XmlElement } from "../../xml/tree.ts";
import { anyCampoOf, campoOf, onlyChildOf, textoOf } from "../campos.ts";
import { compareProtocolo, type Divergencia } from "../protocolo.ts";
import { type DetalheEvento, readDetalhes } from "./detalhes.ts";

/** The printed form of an evento of any type. Codes, dates
 * (ISO with their offset) and values are as in the XML. */
export type PrintedEvento = {
  kind: "evento";
  familia: "nfe" | "cte" | "mdfe";
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
  detalhes: DetalheEvento[];
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
const TEXTOS: Readonly<Record<string, string>> = {
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
  ...Object.keys(TEXTOS),
]);
/** An old cancelamento has its head and its details in one element. */
const OLD_SEPARATE_FIELDS: ReadonlySet<string> = new Set([
  ...SEPARATE_FIELDS,
  ...["tpAmb", "xServ", "chNFe", "chCTe"],
]);

/** Reads the printed form of an evento of any family and type. Never throws for its content.
 * @source leiauteEvento_v1.00.xsd, eventoCTeTiposBasico_v4.00.xsd, eventoMDFeTiposBasico_v3.00.xsd */
export function readPrintedEvento(location: LocatedDocumento): PrintedEvento {
  const { assinado, resposta, layout } = location;
  const antigo = isCancelamentoAntigo(layout) ? CANCELAMENTO_ANTIGO : null;
  const detEvento = onlyChildOf(assinado, "detEvento");
  const detalhe = antigo ? assinado : findDetalhe(detEvento);
  const { linhas, omitidas } = readDetalhes(detalhe, antigo ? OLD_SEPARATE_FIELDS : SEPARATE_FIELDS);
  const chave = campoOf(assinado, layout.chave) ?? "";
  const text = textoOf(detalhe, "descEvento") ?? textoOf(detalhe, "xEvento") ?? textoOf(resposta, "xEvento");
  return {
    kind: "evento",
    familia: layout.familia,
    chave: CHAVE_ACESSO_PATTERN.test(chave) ? chave : null,
    tpEvento: antigo?.tpEvento ?? campoOf(assinado, "tpEvento"),
    descricao: text ?? antigo?.descEvento ?? null,
    sequencia: antigo?.nSeqEvento ?? campoOf(assinado, "nSeqEvento"),
    versao: detEvento && (attributeOf(detEvento, "versao") ?? attributeOf(detEvento, "versaoEvento")),
    ambiente: campoOf(assinado, "tpAmb"),
    orgao: campoOf(assinado, "cOrgao"),
    autor: anyCampoOf(assinado, ["CNPJ", "CPF", "idEstrangeiro"]),
    dataEvento: campoOf(assinado, "dhEvento"),
    registro: readRegistro(location),
    correcao: textoOf(detalhe, "xCorrecao"),
    correcoes: readCorrecoes(detalhe),
    condicoesUso: textoOf(detalhe, "xCondUso"),
    textos: readTextos(detalhe),
    detalhes: linhas,
    detalhesOmitidos: omitidas,
  };
}

/** The element with the details: detEvento, or its only child (evCancCTe). */
function findDetalhe(detEvento: XmlElement | null): XmlElement | null {
  if (!detEvento) return null;
  const [only, second] = elementsOf(detEvento);
  return only && !second && hasElements(only) ? only : detEvento;
}

function readRegistro(location: LocatedDocumento): RegistroEvento | null {
  const { resposta } = location;
  if (!resposta) return null;
  return {
    protocolo: campoOf(resposta, "nProt"),
    data: campoOf(resposta, isCancelamentoAntigo(location.layout) ? "dhRecbto" : "dhRegEvento"),
    cStat: campoOf(resposta, "cStat"),
    xMotivo: textoOf(resposta, "xMotivo"),
    destinatario: anyCampoOf(resposta, ["CNPJDest", "CPFDest"]),
    email: textoOf(resposta, "emailDest"),
    divergencias: compareRegistro(location, resposta),
  };
}

/** Compares a registration with its evento. It has no digest to compare. */
function compareRegistro(location: LocatedDocumento, resposta: XmlElement): RegistroEvento["divergencias"] {
  const { assinado, layout } = location;
  const ambiente = campoOf(assinado, "tpAmb");
  const documento = compareProtocolo(location, {
    chave: campoOf(assinado, layout.chave),
    digest: null,
    ambiente,
  });
  const others = (["tpEvento", "nSeqEvento"] as const).filter((tag) => {
    const own = dropZeros(campoOf(assinado, tag));
    const text = dropZeros(campoOf(resposta, tag));
    return own !== null && text !== null && own !== text;
  });
  return [...documento, ...others];
}

function dropZeros(numero: string | null): string | null {
  return numero?.replace(/^0+(?=[0-9])/, "") ?? null;
}

/** @source evCCeCTe_v4.00.xsd (infCorrecao) */
function readCorrecoes(detalhe: XmlElement | null): CorrecaoEvento[] {
  return childrenOf(detalhe, "infCorrecao")
    .map((each) => ({
      grupo: campoOf(each, "grupoAlterado"),
      campo: campoOf(each, "campoAlterado"),
      valor: textoOf(each, "valorAlterado"),
      item: campoOf(each, "nroItemAlterado"),
    }))
    .filter((correcao) => Object.values(correcao).some((each) => each !== null));
}

function readTextos(detalhe: XmlElement | null): PrintedEvento["textos"] {
  return Object.entries(TEXTOS).flatMap(([tag, rotulo]) => {
    const texto = textoOf(detalhe, tag);
    return texto === null ? [] : [{ rotulo, texto }];
  });
}
