import type { PrintedCte } from "@malote/dfe";
import {
  AVISO_CANCELAMENTO_INFORMADO,
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  MARCA_SEM_AUTORIZACAO,
} from "../page/status-texts.ts";
import type { Situacao } from "../print-request.ts";
import { isSemAutorizacao, judgeResponse, writeSemAutorizacao } from "../sections/sefaz-response.ts";
import { diaHora, joinTexts } from "./format.ts";
import {
  CANCELADO,
  CONTINGENCIA,
  DENEGADO,
  HOMOLOGACAO,
  MARCA_CANCELADA,
  MARCA_DENEGADA,
  MARCA_HOMOLOGACAO,
  NAO_CONFERIDO,
  nameOf,
  SEM_AUTORIZACAO,
  SEM_PROTOCOLO,
  SEM_PROTOCOLO_AVISO,
} from "./texts.ts";

const NORMAL = "1";
/** EPEC and security paper: the load travels before SEFAZ responds. */
const ANTES_DA_AUTORIZACAO: ReadonlySet<string | null> = new Set(["4", "5"]);

/** The state of a CT-e: from the caller, else from its own protocol. */
export function situacaoOf({ protocolo }: PrintedCte, known: Situacao | undefined): Situacao {
  if (known !== undefined && known !== "normal") return known;
  const veredito = judgeResponse("cte", protocolo);
  return veredito === "cancelada" || veredito === "denegada" ? veredito : "normal";
}

/** The text for a CT-e without authorization; null if it is authorized. */
function semAutorizacaoOf({ protocolo }: PrintedCte, absent: string): string | null {
  const veredito = judgeResponse("cte", protocolo);
  if (!isSemAutorizacao(veredito)) return null;
  return writeSemAutorizacao(veredito, { response: protocolo, absent, refused: SEM_AUTORIZACAO });
}

/** The most important notices, one per line. */
export function noticesOf(form: PrintedCte, situacao: Situacao): string[] {
  const { identificacao } = form;
  const lines: string[] = [];
  if (identificacao.ambiente === "2") lines.push(HOMOLOGACAO);
  if (situacao === "nao-conferida") lines.push(AVISO_NAO_CONFERIDA);
  if (situacao === "cancelada") lines.push(CANCELADO);
  if (situacao === "cancelamento-informado") lines.push(AVISO_CANCELAMENTO_INFORMADO);
  if (situacao === "denegada") lines.push(DENEGADO);
  if (identificacao.emissao !== null && identificacao.emissao !== NORMAL) {
    lines.push(nameOf(CONTINGENCIA, identificacao.emissao));
  }
  const semAutorizacao = semAutorizacaoOf(form, SEM_PROTOCOLO_AVISO);
  if (semAutorizacao !== null) lines.push(semAutorizacao);
  return lines;
}

/** The watermark; "" for none. */
export function watermarkOf(form: PrintedCte, situacao: Situacao): string {
  const { identificacao, protocolo } = form;
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  const words = {
    normal: "",
    cancelada: MARCA_CANCELADA,
    "cancelamento-informado": MARCA_CANCELAMENTO_INFORMADO,
    denegada: MARCA_DENEGADA,
  };
  const said = joinTexts([words[situacao], identificacao.ambiente === "2" ? MARCA_HOMOLOGACAO : ""]);
  if (said !== "" || semAutorizacaoOf(form, SEM_PROTOCOLO) === null) return said;
  const isExpected = protocolo === null && ANTES_DA_AUTORIZACAO.has(identificacao.emissao);
  return isExpected ? "" : MARCA_SEM_AUTORIZACAO;
}

/** The CT-e as printed: an unverified protocol number is marked as such. */
export function conferidoOf(form: PrintedCte, situacao: Situacao): PrintedCte {
  const { protocolo } = form;
  if (situacao !== "nao-conferida" || !protocolo) return form;
  return { ...form, protocolo: { ...protocolo, numero: joinTexts([NAO_CONFERIDO, protocolo.numero]) } };
}

/** Number and time of the authorization, or that there is none; for a refusal, the reason. */
export function protocoloOf(form: PrintedCte): string {
  const semAutorizacao = semAutorizacaoOf(form, SEM_PROTOCOLO);
  if (semAutorizacao !== null) return semAutorizacao;
  const { protocolo } = form;
  const said = joinTexts([protocolo?.numero ?? null, diaHora(protocolo?.recebidoEm ?? null)]);
  const isAutorizada = judgeResponse("cte", protocolo) === "autorizada";
  return isAutorizada ? said : joinTexts([said, protocolo?.cStat ?? null, protocolo?.motivo ?? null]);
}
