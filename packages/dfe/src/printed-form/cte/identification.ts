import { ufOfCode } from "@malote/syntax";
import { childrenOf, LayoutError } from "../../read/fields/fields.ts";
import { readInstante } from "../../read/fields/instant.ts";
import type { LocatedDocumento } from "../../read/locate.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { onlyChildOf } from "../fields.ts";
import { type AnsweredDocumento, compareProtocolo, type Divergencia } from "../protocolo.ts";
import {
  allTextsOf,
  attributeText,
  eachTextOf,
  type FieldText,
  firstTextOf,
  namedTextsOf,
} from "./text-fields.ts";

/** Number, kind and instants (ISO with offset) of a CT-e. Layout codes: `ambiente` tpAmb, `tipo`
 * tpCTe, `servico` tpServ, `modal` 01 to 06, `emissao` tpEmis, `impressao` tpImp, `processo` procEmi. */
export type IdentificacaoCte = Record<
  | "modelo"
  | "serie"
  | "numero"
  | "emitidoEm"
  | "ambiente"
  | "tipo"
  | "servico"
  | "modal"
  | "emissao"
  | "impressao"
  | "processo"
  | "cfop"
  | "natureza"
  | "retira"
  | "detalheRetira"
  | "globalizado",
  FieldText
>;
export type ContingenciaCte = Record<"desde" | "justificativa", FieldText>;
export type LocalCte = Record<"municipio" | "uf", FieldText>;
/** The planned delivery; `tipo` is tpPer (0 none, 1 on, 2 until, 3 from, 4 between), `tipoHora` tpHor. */
export type PrevisaoCte = Record<
  "tipo" | "dia" | "diaInicio" | "diaFim" | "tipoHora" | "hora" | "horaInicio" | "horaFim",
  FieldText
>;
export type ObservacaoCte = { campo: FieldText; texto: FieldText };
export type ComplementoCte = Record<
  | "caracteristicaTransporte"
  | "caracteristicaServico"
  | "emissor"
  | "observacoes"
  | "origemFrete"
  | "destinoFrete",
  FieldText
> & {
  fluxo: (Record<"origem" | "destino" | "rota", FieldText> & { passagens: string[] }) | null;
  previsao: PrevisaoCte | null;
  doContribuinte: ObservacaoCte[];
  doFisco: ObservacaoCte[];
};
/** SEFAZ's answer, which is not signed. `divergencias` lists where it contradicts the document. */
export type ProtocoloCte = Record<"numero" | "recebidoEm" | "cStat" | "motivo", FieldText> & {
  divergencias: Divergencia[];
};

export function readIdentificacaoCte(ide: XmlElement | null): IdentificacaoCte {
  return {
    ...namedTextsOf(ide, {
      modelo: "mod",
      serie: "serie",
      numero: "nCT",
      ambiente: "tpAmb",
      tipo: "tpCTe",
      servico: "tpServ",
      modal: "modal",
      emissao: "tpEmis",
      impressao: "tpImp",
      processo: "procEmi",
      cfop: "CFOP",
      natureza: "natOp",
      retira: "retira",
      detalheRetira: "xDetRetira",
      globalizado: "indGlobalizado",
    }),
    emitidoEm: instantOf(ide, "dhEmi", ide),
  };
}

export function readContingenciaCte(ide: XmlElement | null): ContingenciaCte | null {
  const desde = instantOf(ide, "dhCont", ide);
  const justificativa = firstTextOf(ide, "xJust");
  return desde === null && justificativa === null ? null : { desde, justificativa };
}

/** Where the service starts and ends. A simplified CT-e has the cities in its services. */
export function readLocaisCte(assinado: XmlElement): { inicio: LocalCte; fim: LocalCte; percurso: string[] } {
  const ide = onlyChildOf(assinado, "ide");
  const trechos = childrenOf(assinado, "det");
  return {
    inicio: { municipio: firstTextOf(trechos.at(0) ?? ide, "xMunIni"), uf: firstTextOf(ide, "UFIni") },
    fim: { municipio: firstTextOf(trechos.at(-1) ?? ide, "xMunFim"), uf: firstTextOf(ide, "UFFim") },
    percurso: eachTextOf(ide, "infPercurso", "UFPer"),
  };
}

export function readComplementoCte(compl: XmlElement | null): ComplementoCte {
  const fluxo = onlyChildOf(compl, "fluxo");
  return {
    ...namedTextsOf(compl, {
      caracteristicaTransporte: "xCaracAd",
      caracteristicaServico: "xCaracSer",
      emissor: "xEmi",
      origemFrete: "origCalc",
      destinoFrete: "destCalc",
    }),
    observacoes: allTextsOf(compl, "xObs").join("\n") || null,
    fluxo: fluxo && {
      ...namedTextsOf(fluxo, { origem: "xOrig", destino: "xDest", rota: "xRota" }),
      passagens: eachTextOf(fluxo, "pass", "xPass"),
    },
    previsao: readPrevisao(onlyChildOf(compl, "Entrega")),
    doContribuinte: childrenOf(compl, "ObsCont").map(readObservacao),
    doFisco: childrenOf(compl, "ObsFisco").map(readObservacao),
  };
}

export function readProtocoloCte(
  location: LocatedDocumento,
  answered: AnsweredDocumento,
): ProtocoloCte | null {
  const { resposta, assinado } = location;
  if (!resposta) return null;
  return {
    ...namedTextsOf(resposta, { numero: "nProt", cStat: "cStat", motivo: "xMotivo" }),
    recebidoEm: instantOf(resposta, "dhRecbto", onlyChildOf(assinado, "ide")),
    divergencias: compareProtocolo(location, answered),
  };
}

/** An instant as ISO with offset, or only its date when it has no time; null when invalid.
 * @param ide has the state whose offset applies when the field has none */
export function instantOf(element: XmlElement | null, tag: string, ide: XmlElement | null): FieldText {
  const text = firstTextOf(element, tag);
  if (text === null) return null;
  try {
    const instant = readInstante(text, tag, ufOfCode(firstTextOf(ide, "cUF") ?? "") ?? "");
    return text.includes("T") ? instant : instant.slice(0, "yyyy-MM-dd".length);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}

function readPrevisao(entrega: XmlElement | null): PrevisaoCte | null {
  if (!entrega) return null;
  const day =
    onlyChildOf(entrega, "comData") ?? onlyChildOf(entrega, "noPeriodo") ?? onlyChildOf(entrega, "semData");
  const time =
    onlyChildOf(entrega, "comHora") ?? onlyChildOf(entrega, "noInter") ?? onlyChildOf(entrega, "semHora");
  return {
    ...namedTextsOf(day, { tipo: "tpPer", dia: "dProg", diaInicio: "dIni", diaFim: "dFim" }),
    ...namedTextsOf(time, { tipoHora: "tpHor", hora: "hProg", horaInicio: "hIni", horaFim: "hFim" }),
  };
}

function readObservacao(element: XmlElement): ObservacaoCte {
  return { campo: attributeText(element, "xCampo"), texto: firstTextOf(element, "xTexto") };
}
