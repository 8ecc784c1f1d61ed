import type { PrintedNfe } from "@malote/dfe";
import { DENEGADOS, isAutorizado } from "@malote/syntax";
import { formatPrintedInstant } from "../page/print-formats.ts";
import {
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  PROTOCOLO_ALHEIO,
  PROTOCOLO_ILEGIVEL,
  PROTOCOLO_NAO_CONFERIDO,
} from "../page/status-texts.ts";
import type { Situacao } from "../print-request.ts";
import { meaningOf } from "../sections/write-values.ts";
import { joinWith } from "./formats.ts";
import { CONTINGENCIA_EPEC, CONTINGENCIA_FS, CONTINGENCIA_OFFLINE, SEM_AUTORIZACAO } from "./texts.ts";

/** How the printed form shows the authorization: the protocol box and the watermarks. `notice` is a notice
 * for narrow forms that no authorization exists; null if one exists or is not due yet. */
export type Autorizacao = {
  state: "autorizada" | "denegada" | "pendente" | "sem" | "nao-conferida";
  title: string;
  text: string;
  stamps: string[];
  notice: string | null;
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
export function autorizacaoOf(form: PrintedNfe, situacao: Situacao = "normal"): Autorizacao {
  const { protocolo, homologacao } = form;
  const response = judgeResponse(protocolo);
  const isDenegada = situacao === "denegada" || response === "denegada";
  if (situacao === "nao-conferida") return naoConferida(form, { response, isDenegada });
  const stamps = [
    ...(homologacao ? ["SEM VALOR FISCAL"] : []),
    ...(isDenegada ? ["DENEGADA"] : []),
    ...(situacao === "cancelada" ? ["CANCELADA"] : []),
    ...(situacao === "cancelamento-informado" ? [MARCA_CANCELAMENTO_INFORMADO] : []),
  ];
  const shared = { title: TITULO, text: writeProtocolo(protocolo), stamps, notice: null };
  if (isDenegada && response !== "alheia") {
    return { ...shared, state: "denegada", title: "PROTOCOLO DE DENEGAÇÃO DE USO" };
  }
  if (response === "autorizada") return { ...shared, state: "autorizada" };
  const pending = response === "nenhuma" ? meaningOf(form.tipoEmissao, ANTES_DA_AUTORIZACAO) : null;
  if (pending !== null) {
    return { ...shared, state: "pendente", text: joinWith(" - ", [SEM_AUTORIZACAO, pending]) };
  }
  if (stamps.length === 0) stamps.push(SEM_AUTORIZACAO);
  return { ...shared, state: "sem", ...writeNotice(protocolo, response) };
}

/** A response about another document counts for nothing, not even as a denial. */
type ResponseVerdict = "nenhuma" | "alheia" | "autorizada" | "denegada" | "ilegivel" | "recusada";

function judgeResponse(protocolo: PrintedNfe["protocolo"]): ResponseVerdict {
  if (protocolo === null) return "nenhuma";
  if (protocolo.divergencias.length > 0) return "alheia";
  const { cStat, numero } = protocolo;
  if (cStat !== null && DENEGADOS.includes(cStat)) return "denegada";
  if (cStat !== null && !isAutorizado(cStat)) return "recusada";
  return cStat !== null && numero !== null && NUMERO.test(numero) ? "autorizada" : "ilegivel";
}

/** Nothing is verified: the document's own claims are shown as such. */
function naoConferida(
  { protocolo, homologacao }: PrintedNfe,
  { response, isDenegada }: { response: ResponseVerdict; isDenegada: boolean },
): Autorizacao {
  const outros = [
    homologacao ? "SEM VALOR FISCAL" : null,
    isDenegada ? "DENEGADA" : null,
    response === "alheia" ? PROTOCOLO_ALHEIO : null,
  ];
  return {
    state: "nao-conferida",
    title: PROTOCOLO_NAO_CONFERIDO,
    text: joinWith(" - ", [AVISO_NAO_CONFERIDA, ...outros, writeProtocolo(protocolo)]),
    stamps: [MARCA_NAO_CONFERIDA],
    notice: null,
  };
}

function writeNotice(
  protocolo: PrintedNfe["protocolo"],
  response: ResponseVerdict,
): Pick<Autorizacao, "text" | "notice"> {
  if (response === "alheia") {
    return { text: joinWith(" - ", [PROTOCOLO_ALHEIO, protocolo?.numero]), notice: PROTOCOLO_ALHEIO };
  }
  const reason = response === "ilegivel" ? PROTOCOLO_ILEGIVEL : writeRefusal(protocolo);
  return { text: joinWith(" - ", [SEM_AUTORIZACAO, reason]), notice: SEM_AUTORIZACAO };
}

function writeProtocolo(protocolo: PrintedNfe["protocolo"]): string {
  return joinWith(" - ", [protocolo?.numero ?? null, formatPrintedInstant(protocolo?.recebimento ?? null)]);
}

/** SEFAZ's reason for a refusal. */
function writeRefusal(protocolo: PrintedNfe["protocolo"]): string {
  return joinWith(" ", [protocolo?.cStat, protocolo?.motivo]);
}

/** Each alert or message of SEFAZ; none if the response is about another document.
 * @source NT 2026.002, PR13 */
export function sefazMessages({ protocolo }: PrintedNfe): string[] {
  return protocolo === null || protocolo.divergencias.length > 0 ? [] : protocolo.mensagens;
}

/** The most important watermark, for a narrow form, which has room for one. */
export function narrowWatermark({ stamps }: Autorizacao): string | null {
  return stamps.at(-1) ?? null;
}
