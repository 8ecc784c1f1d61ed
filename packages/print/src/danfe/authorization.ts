import type { PrintedNfe } from "@malote/dfe";
import { DENIED_CSTATS, isAuthorized } from "@malote/syntax";
import { formatPrintedInstant } from "../page/print-formats.ts";
import {
  FOREIGN_PROTOCOLO,
  REPORTED_CANCELLATION_WATERMARK,
  UNREADABLE_PROTOCOLO,
  UNVERIFIED_NOTICE,
  UNVERIFIED_PROTOCOLO,
  UNVERIFIED_WATERMARK,
} from "../page/status-texts.ts";
import type { PrintSituacao } from "../print-request.ts";
import { meaningOf } from "../sections/write-values.ts";
import { joinWith } from "./formats.ts";
import { CONTINGENCIA_EPEC, CONTINGENCIA_FS, CONTINGENCIA_OFFLINE, UNAUTHORIZED } from "./texts.ts";

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
const BEFORE_AUTHORIZATION: Readonly<Record<string, string>> = {
  "2": CONTINGENCIA_FS,
  "4": CONTINGENCIA_EPEC,
  "5": CONTINGENCIA_FS,
  "9": CONTINGENCIA_OFFLINE,
};

const TITLE = "PROTOCOLO DE AUTORIZAÇÃO DE USO";
const NUMBER = /^[0-9]+$/;

/** @param situacao the current state of the document, which may be newer than its protocol */
export function autorizacaoOf(form: PrintedNfe, situacao: PrintSituacao = "normal"): Autorizacao {
  const { protocolo, homologacao } = form;
  const response = judgeResponse(protocolo);
  const isDenegada = situacao === "denegada" || response === "denegada";
  if (situacao === "nao-conferida") return unverified(form, { response, isDenegada });
  const stamps = [
    ...(homologacao ? ["SEM VALOR FISCAL"] : []),
    ...(isDenegada ? ["DENEGADA"] : []),
    ...(situacao === "cancelada" ? ["CANCELADA"] : []),
    ...(situacao === "cancelamento-informado" ? [REPORTED_CANCELLATION_WATERMARK] : []),
  ];
  const shared = { title: TITLE, text: writeProtocolo(protocolo), stamps, notice: null };
  if (isDenegada && response !== "alheia") {
    return { ...shared, state: "denegada", title: "PROTOCOLO DE DENEGAÇÃO DE USO" };
  }
  if (response === "autorizada") return { ...shared, state: "autorizada" };
  const pending = response === "nenhuma" ? meaningOf(form.tipoEmissao, BEFORE_AUTHORIZATION) : null;
  if (pending !== null) {
    return { ...shared, state: "pendente", text: joinWith(" - ", [UNAUTHORIZED, pending]) };
  }
  if (stamps.length === 0) stamps.push(UNAUTHORIZED);
  return { ...shared, state: "sem", ...writeNotice(protocolo, response) };
}

/** A response about another document counts for nothing, not even as a denial. */
type ResponseVerdict = "nenhuma" | "alheia" | "autorizada" | "denegada" | "ilegivel" | "recusada";

function judgeResponse(protocolo: PrintedNfe["protocolo"]): ResponseVerdict {
  if (protocolo === null) return "nenhuma";
  if (protocolo.divergencias.length > 0) return "alheia";
  const { cStat, numero } = protocolo;
  if (cStat !== null && DENIED_CSTATS.includes(cStat)) return "denegada";
  if (cStat !== null && !isAuthorized(cStat)) return "recusada";
  return cStat !== null && numero !== null && NUMBER.test(numero) ? "autorizada" : "ilegivel";
}

/** Nothing is verified: the document's own claims are shown as such. */
function unverified(
  { protocolo, homologacao }: PrintedNfe,
  { response, isDenegada }: { response: ResponseVerdict; isDenegada: boolean },
): Autorizacao {
  const others = [
    homologacao ? "SEM VALOR FISCAL" : null,
    isDenegada ? "DENEGADA" : null,
    response === "alheia" ? FOREIGN_PROTOCOLO : null,
  ];
  return {
    state: "nao-conferida",
    title: UNVERIFIED_PROTOCOLO,
    text: joinWith(" - ", [UNVERIFIED_NOTICE, ...others, writeProtocolo(protocolo)]),
    stamps: [UNVERIFIED_WATERMARK],
    notice: null,
  };
}

function writeNotice(
  protocolo: PrintedNfe["protocolo"],
  response: ResponseVerdict,
): Pick<Autorizacao, "text" | "notice"> {
  if (response === "alheia") {
    return { text: joinWith(" - ", [FOREIGN_PROTOCOLO, protocolo?.numero]), notice: FOREIGN_PROTOCOLO };
  }
  const reason = response === "ilegivel" ? UNREADABLE_PROTOCOLO : writeRefusal(protocolo);
  return { text: joinWith(" - ", [UNAUTHORIZED, reason]), notice: UNAUTHORIZED };
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
