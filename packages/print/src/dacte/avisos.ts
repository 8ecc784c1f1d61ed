import type { PapelCte } from "@malote/dfe";
import { isSemAutorizacao, judgeResposta, writeSemAutorizacao } from "../blocos/resposta.ts";
import {
  AVISO_CANCELAMENTO_INFORMADO,
  AVISO_NAO_CONFERIDA,
  MARCA_CANCELAMENTO_INFORMADO,
  MARCA_NAO_CONFERIDA,
  MARCA_SEM_AUTORIZACAO,
} from "../folha/conferencia.ts";
import type { Situacao } from "../impressao.ts";
import { diaHora, juntos } from "./formato.ts";
import {
  CANCELADO,
  CONTINGENCIA,
  DENEGADO,
  HOMOLOGACAO,
  MARCA_CANCELADA,
  MARCA_DENEGADA,
  MARCA_HOMOLOGACAO,
  NAO_CONFERIDO,
  nomeOf,
  SEM_AUTORIZACAO,
  SEM_PROTOCOLO,
  SEM_PROTOCOLO_AVISO,
} from "./texts.ts";

const NORMAL = "1";
/** EPEC and security paper: the load travels before SEFAZ responds. */
const ANTES_DA_AUTORIZACAO: ReadonlySet<string | null> = new Set(["4", "5"]);

/** The state of a CT-e: from the caller, else from its own protocol. */
export function situacaoOf({ protocolo }: PapelCte, known: Situacao | undefined): Situacao {
  if (known !== undefined && known !== "normal") return known;
  const veredito = judgeResposta("cte", protocolo);
  return veredito === "cancelada" || veredito === "denegada" ? veredito : "normal";
}

/** The text for a CT-e without authorization; null if it is authorized. */
function semAutorizacaoOf({ protocolo }: PapelCte, ausente: string): string | null {
  const veredito = judgeResposta("cte", protocolo);
  if (!isSemAutorizacao(veredito)) return null;
  return writeSemAutorizacao(veredito, { resposta: protocolo, ausente, recusada: SEM_AUTORIZACAO });
}

/** The most important notices, one per line. */
export function avisosOf(papel: PapelCte, situacao: Situacao): string[] {
  const { identificacao } = papel;
  const lines: string[] = [];
  if (identificacao.ambiente === "2") lines.push(HOMOLOGACAO);
  if (situacao === "nao-conferida") lines.push(AVISO_NAO_CONFERIDA);
  if (situacao === "cancelada") lines.push(CANCELADO);
  if (situacao === "cancelamento-informado") lines.push(AVISO_CANCELAMENTO_INFORMADO);
  if (situacao === "denegada") lines.push(DENEGADO);
  if (identificacao.emissao !== null && identificacao.emissao !== NORMAL) {
    lines.push(nomeOf(CONTINGENCIA, identificacao.emissao));
  }
  const semAutorizacao = semAutorizacaoOf(papel, SEM_PROTOCOLO_AVISO);
  if (semAutorizacao !== null) lines.push(semAutorizacao);
  return lines;
}

/** The watermark; "" for none. */
export function marcaOf(papel: PapelCte, situacao: Situacao): string {
  const { identificacao, protocolo } = papel;
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  const words = {
    normal: "",
    cancelada: MARCA_CANCELADA,
    "cancelamento-informado": MARCA_CANCELAMENTO_INFORMADO,
    denegada: MARCA_DENEGADA,
  };
  const said = juntos([words[situacao], identificacao.ambiente === "2" ? MARCA_HOMOLOGACAO : ""]);
  if (said !== "" || semAutorizacaoOf(papel, SEM_PROTOCOLO) === null) return said;
  const isEsperado = protocolo === null && ANTES_DA_AUTORIZACAO.has(identificacao.emissao);
  return isEsperado ? "" : MARCA_SEM_AUTORIZACAO;
}

/** The CT-e as printed: an unverified protocol number is marked as such. */
export function conferidoOf(papel: PapelCte, situacao: Situacao): PapelCte {
  const { protocolo } = papel;
  if (situacao !== "nao-conferida" || !protocolo) return papel;
  return { ...papel, protocolo: { ...protocolo, numero: juntos([NAO_CONFERIDO, protocolo.numero]) } };
}

/** Number and time of the authorization, or that there is none; for a refusal, the reason. */
export function protocoloOf(papel: PapelCte): string {
  const semAutorizacao = semAutorizacaoOf(papel, SEM_PROTOCOLO);
  if (semAutorizacao !== null) return semAutorizacao;
  const { protocolo } = papel;
  const said = juntos([protocolo?.numero ?? null, diaHora(protocolo?.recebidoEm ?? null)]);
  const isAutorizada = judgeResposta("cte", protocolo) === "autorizada";
  return isAutorizada ? said : juntos([said, protocolo?.cStat ?? null, protocolo?.motivo ?? null]);
}
