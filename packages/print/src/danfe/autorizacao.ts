import type { PapelNfe } from "@malote/dfe";
import { DENEGADOS, isAutorizado } from "@malote/syntax";
import { meaningOf } from "../blocos/escrita.ts";
import {
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  PROTOCOLO_ALHEIO,
  PROTOCOLO_ILEGIVEL,
  PROTOCOLO_NAO_CONFERIDO,
} from "../folha/conferencia.ts";
import { formatInstantePapel } from "../folha/formatos-papel.ts";
import type { Situacao } from "../impressao.ts";
import { joinWith } from "./formatos.ts";
import { CONTINGENCIA_EPEC, CONTINGENCIA_FS, CONTINGENCIA_OFFLINE, SEM_AUTORIZACAO } from "./texts.ts";

/** How the printed form shows the authorization: the protocol box and the watermarks. `falta` is a notice
 * for narrow forms that no authorization exists; null if one exists or is not due yet. */
export type Autorizacao = {
  estado: "autorizada" | "denegada" | "pendente" | "sem" | "nao-conferida";
  titulo: string;
  texto: string;
  carimbos: string[];
  falta: string | null;
};

/** FS, EPEC, FS-DA and offline: the goods travel before SEFAZ responds. */
const ANTES_DA_AUTORIZACAO: Readonly<Record<string, string>> = {
  "2": CONTINGENCIA_FS,
  "4": CONTINGENCIA_EPEC,
  "5": CONTINGENCIA_FS,
  "9": CONTINGENCIA_OFFLINE,
};

const TITULO = "PROTOCOLO DE AUTORIZAÇÃO DE USO";
const NUMERO = /^[0-9]+$/;

/** @param situacao the current state of the document, which may be newer than its protocol */
export function autorizacaoOf(papel: PapelNfe, situacao: Situacao = "normal"): Autorizacao {
  const { protocolo, homologacao } = papel;
  const resposta = judgeResposta(protocolo);
  const isDenegada = situacao === "denegada" || resposta === "denegada";
  if (situacao === "nao-conferida") return naoConferida(papel, { resposta, isDenegada });
  const carimbos = [
    ...(homologacao ? ["SEM VALOR FISCAL"] : []),
    ...(isDenegada ? ["DENEGADA"] : []),
    ...(situacao === "cancelada" ? ["CANCELADA"] : []),
    ...(situacao === "cancelamento-informado" ? [MARCA_CANCELAMENTO_INFORMADO] : []),
  ];
  const comum = { titulo: TITULO, texto: writeProtocolo(protocolo), carimbos, falta: null };
  if (isDenegada && resposta !== "alheia") {
    return { ...comum, estado: "denegada", titulo: "PROTOCOLO DE DENEGAÇÃO DE USO" };
  }
  if (resposta === "autorizada") return { ...comum, estado: "autorizada" };
  const pendente = resposta === "nenhuma" ? meaningOf(papel.tipoEmissao, ANTES_DA_AUTORIZACAO) : null;
  if (pendente !== null) {
    return { ...comum, estado: "pendente", texto: joinWith(" - ", [SEM_AUTORIZACAO, pendente]) };
  }
  if (carimbos.length === 0) carimbos.push(SEM_AUTORIZACAO);
  return { ...comum, estado: "sem", ...writeFalta(protocolo, resposta) };
}

/** A response about another document counts for nothing, not even as a denial. */
type Resposta = "nenhuma" | "alheia" | "autorizada" | "denegada" | "ilegivel" | "recusada";

function judgeResposta(protocolo: PapelNfe["protocolo"]): Resposta {
  if (protocolo === null) return "nenhuma";
  if (protocolo.divergencias.length > 0) return "alheia";
  const { cStat, numero } = protocolo;
  if (cStat !== null && DENEGADOS.includes(cStat)) return "denegada";
  if (cStat !== null && !isAutorizado(cStat)) return "recusada";
  return cStat !== null && numero !== null && NUMERO.test(numero) ? "autorizada" : "ilegivel";
}

/** Nothing is verified: the document's own claims are shown as such. */
function naoConferida(
  { protocolo, homologacao }: PapelNfe,
  { resposta, isDenegada }: { resposta: Resposta; isDenegada: boolean },
): Autorizacao {
  const outros = [
    homologacao ? "SEM VALOR FISCAL" : null,
    isDenegada ? "DENEGADA" : null,
    resposta === "alheia" ? PROTOCOLO_ALHEIO : null,
  ];
  return {
    estado: "nao-conferida",
    titulo: PROTOCOLO_NAO_CONFERIDO,
    texto: joinWith(" - ", [AVISO_NAO_CONFERIDA, ...outros, writeProtocolo(protocolo)]),
    carimbos: [MARCA_NAO_CONFERIDA],
    falta: null,
  };
}

function writeFalta(
  protocolo: PapelNfe["protocolo"],
  resposta: Resposta,
): Pick<Autorizacao, "texto" | "falta"> {
  if (resposta === "alheia") {
    return { texto: joinWith(" - ", [PROTOCOLO_ALHEIO, protocolo?.numero]), falta: PROTOCOLO_ALHEIO };
  }
  const porque = resposta === "ilegivel" ? PROTOCOLO_ILEGIVEL : writeRecusa(protocolo);
  return { texto: joinWith(" - ", [SEM_AUTORIZACAO, porque]), falta: SEM_AUTORIZACAO };
}

function writeProtocolo(protocolo: PapelNfe["protocolo"]): string {
  return joinWith(" - ", [protocolo?.numero ?? null, formatInstantePapel(protocolo?.recebimento ?? null)]);
}

/** SEFAZ's reason for a refusal. */
function writeRecusa(protocolo: PapelNfe["protocolo"]): string {
  return joinWith(" ", [protocolo?.cStat, protocolo?.motivo]);
}

/** Each alert or message of SEFAZ; none if the response is about another document.
 * @source NT 2026.002, PR13 */
export function mensagensDaSefaz({ protocolo }: PapelNfe): string[] {
  return protocolo === null || protocolo.divergencias.length > 0 ? [] : protocolo.mensagens;
}

/** The most important watermark, for a narrow form, which has room for one. */
export function marcaEstreita({ carimbos }: Autorizacao): string | null {
  return carimbos.at(-1) ?? null;
}
