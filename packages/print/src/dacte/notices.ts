import type { PrintedCte } from "@malote/dfe";
import {
  REPORTED_CANCELLATION_NOTICE,
  REPORTED_CANCELLATION_WATERMARK,
  UNAUTHORIZED_WATERMARK,
  UNVERIFIED_NOTICE,
  UNVERIFIED_WATERMARK,
} from "../page/status-texts.ts";
import type { PrintSituacao } from "../print-request.ts";
import { isUnauthorized, judgeResponse, writeUnauthorized } from "../sections/sefaz-response.ts";
import { dayAndTime, joinTexts } from "./format.ts";
import {
  CANCELLED,
  CANCELLED_WATERMARK,
  CONTINGENCIA,
  DENIED,
  DENIED_WATERMARK,
  HOMOLOGACAO,
  HOMOLOGACAO_WATERMARK,
  NO_PROTOCOLO,
  NO_PROTOCOLO_NOTICE,
  nameOf,
  UNAUTHORIZED,
  UNVERIFIED,
} from "./texts.ts";

const NORMAL = "1";
/** EPEC and security paper: the load travels before SEFAZ responds. */
const BEFORE_AUTHORIZATION: ReadonlySet<string | null> = new Set(["4", "5"]);

/** The state of a CT-e: from the caller, else from its own protocol. */
export function situacaoOf({ protocolo }: PrintedCte, known: PrintSituacao | undefined): PrintSituacao {
  if (known !== undefined && known !== "normal") return known;
  const veredito = judgeResponse("cte", protocolo);
  return veredito === "cancelada" || veredito === "denegada" ? veredito : "normal";
}

/** The text for a CT-e without authorization; null if it is authorized. */
function unauthorizedNoticeOf({ protocolo }: PrintedCte, absent: string): string | null {
  const veredito = judgeResponse("cte", protocolo);
  if (!isUnauthorized(veredito)) return null;
  return writeUnauthorized(veredito, { response: protocolo, absent, refused: UNAUTHORIZED });
}

/** The most important notices, one per line. */
export function noticesOf(form: PrintedCte, situacao: PrintSituacao): string[] {
  const { identificacao } = form;
  const lines: string[] = [];
  if (identificacao.ambiente === "2") lines.push(HOMOLOGACAO);
  if (situacao === "nao-conferida") lines.push(UNVERIFIED_NOTICE);
  if (situacao === "cancelada") lines.push(CANCELLED);
  if (situacao === "cancelamento-informado") lines.push(REPORTED_CANCELLATION_NOTICE);
  if (situacao === "denegada") lines.push(DENIED);
  if (identificacao.emissao !== null && identificacao.emissao !== NORMAL) {
    lines.push(nameOf(CONTINGENCIA, identificacao.emissao));
  }
  const unauthorized = unauthorizedNoticeOf(form, NO_PROTOCOLO_NOTICE);
  if (unauthorized !== null) lines.push(unauthorized);
  return lines;
}

/** The watermark; "" for none. */
export function watermarkOf(form: PrintedCte, situacao: PrintSituacao): string {
  const { identificacao, protocolo } = form;
  if (situacao === "nao-conferida") return UNVERIFIED_WATERMARK;
  const words = {
    normal: "",
    cancelada: CANCELLED_WATERMARK,
    "cancelamento-informado": REPORTED_CANCELLATION_WATERMARK,
    denegada: DENIED_WATERMARK,
  };
  const said = joinTexts([words[situacao], identificacao.ambiente === "2" ? HOMOLOGACAO_WATERMARK : ""]);
  if (said !== "" || unauthorizedNoticeOf(form, NO_PROTOCOLO) === null) return said;
  const isExpected = protocolo === null && BEFORE_AUTHORIZATION.has(identificacao.emissao);
  return isExpected ? "" : UNAUTHORIZED_WATERMARK;
}

/** The CT-e as printed: an unverified protocol number is marked as such. */
export function verifiedNoticeOf(form: PrintedCte, situacao: PrintSituacao): PrintedCte {
  const { protocolo } = form;
  if (situacao !== "nao-conferida" || !protocolo) return form;
  return { ...form, protocolo: { ...protocolo, numero: joinTexts([UNVERIFIED, protocolo.numero]) } };
}

/** Number and time of the authorization, or that there is none; for a refusal, the reason. */
export function protocoloOf(form: PrintedCte): string {
  const unauthorized = unauthorizedNoticeOf(form, NO_PROTOCOLO);
  if (unauthorized !== null) return unauthorized;
  const { protocolo } = form;
  const said = joinTexts([protocolo?.numero ?? null, dayAndTime(protocolo?.recebidoEm ?? null)]);
  const isAutorizada = judgeResponse("cte", protocolo) === "autorizada";
  return isAutorizada ? said : joinTexts([said, protocolo?.cStat ?? null, protocolo?.motivo ?? null]);
}
