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
/** EPEC and security paper: the load travels before SEFAZ has answered. */
const ANTES_DA_AUTORIZACAO: ReadonlySet<string | null> = new Set(["4", "5"]);

/** How a CT-e stands: as the caller knows, or else as its own protocol says. */
export function situacaoOf({ protocolo }: PapelCte, known: Situacao | undefined): Situacao {
  if (known !== undefined && known !== "normal") return known;
  const veredito = judgeResposta("cte", protocolo);
  return veredito === "cancelada" || veredito === "denegada" ? veredito : "normal";
}

/** What a CT-e without an authorization says of it; null for one that has it. */
function semAutorizacaoOf({ protocolo }: PapelCte, ausente: string): string | null {
  const veredito = judgeResposta("cte", protocolo);
  if (!isSemAutorizacao(veredito)) return null;
  return writeSemAutorizacao(veredito, { resposta: protocolo, ausente, recusada: SEM_AUTORIZACAO });
}

/** What must be read before all else, a line each. */
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

/** The word across the page; "" for a paper without one. */
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

/** A CT-e as it may be shown: the number of a protocol that nobody vouches for says so. */
export function conferidoOf(papel: PapelCte, situacao: Situacao): PapelCte {
  const { protocolo } = papel;
  if (situacao !== "nao-conferida" || !protocolo) return papel;
  return { ...papel, protocolo: { ...protocolo, numero: juntos([NAO_CONFERIDO, protocolo.numero]) } };
}

/** Number and instant of the authorization, or that there is none; a refusal with its reason. */
export function protocoloOf(papel: PapelCte): string {
  const semAutorizacao = semAutorizacaoOf(papel, SEM_PROTOCOLO);
  if (semAutorizacao !== null) return semAutorizacao;
  const { protocolo } = papel;
  const said = juntos([protocolo?.numero ?? null, diaHora(protocolo?.recebidoEm ?? null)]);
  const isAutorizada = judgeResposta("cte", protocolo) === "autorizada";
  return isAutorizada ? said : juntos([said, protocolo?.cStat ?? null, protocolo?.motivo ?? null]);
}
