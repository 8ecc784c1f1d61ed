import type { PapelCte } from "@malote/dfe";
import { AVISO_NAO_CONFERIDA, MARCA_NAO_CONFERIDA } from "../folha/conferencia.ts";
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
  SEM_PROTOCOLO,
  SEM_PROTOCOLO_AVISO,
} from "./texts.ts";

const NORMAL = "1";
/** Answers that authorize, late ones among them. */
const AUTORIZADO: ReadonlySet<string> = new Set(["100", "150"]);
/** What the protocol of some systems says of a CT-e that was authorized once, or never. */
const SITUACAO_OF: ReadonlyMap<string, Situacao> = new Map([
  ...["101", "151", "155"].map((cStat): [string, Situacao] => [cStat, "cancelada"]),
  ...["110", "205", "301", "302", "303"].map((cStat): [string, Situacao] => [cStat, "denegada"]),
]);

/** How a CT-e stands: as the caller knows, or else as its own protocol says. */
export function situacaoOf({ protocolo }: PapelCte, known: Situacao | undefined): Situacao {
  if (known !== undefined && known !== "normal") return known;
  return SITUACAO_OF.get(protocolo?.cStat ?? "") ?? "normal";
}

/** What must be read before all else, a line each. */
export function avisosOf(papel: PapelCte, situacao: Situacao): string[] {
  const { identificacao } = papel;
  const lines: string[] = [];
  if (identificacao.ambiente === "2") lines.push(HOMOLOGACAO);
  if (situacao === "nao-conferida") lines.push(AVISO_NAO_CONFERIDA);
  if (situacao === "cancelada") lines.push(CANCELADO);
  if (situacao === "denegada") lines.push(DENEGADO);
  if (identificacao.emissao !== null && identificacao.emissao !== NORMAL) {
    lines.push(nomeOf(CONTINGENCIA, identificacao.emissao));
  }
  if (!papel.protocolo?.numero) lines.push(SEM_PROTOCOLO_AVISO);
  return lines;
}

/** The word across the page; "" for a paper without one. */
export function marcaOf({ identificacao }: PapelCte, situacao: Situacao): string {
  if (situacao === "nao-conferida") return MARCA_NAO_CONFERIDA;
  const words = {
    normal: "",
    cancelada: MARCA_CANCELADA,
    denegada: MARCA_DENEGADA,
  };
  return juntos([words[situacao], identificacao.ambiente === "2" ? MARCA_HOMOLOGACAO : ""]);
}

/** A CT-e as it may be shown: the number of a protocol that nobody vouches for says so. */
export function conferidoOf(papel: PapelCte, situacao: Situacao): PapelCte {
  const { protocolo } = papel;
  if (situacao !== "nao-conferida" || !protocolo) return papel;
  return { ...papel, protocolo: { ...protocolo, numero: juntos([NAO_CONFERIDO, protocolo.numero]) } };
}

/** Number and instant of the authorization, or that there is none; a refusal with its reason. */
export function protocoloOf({ protocolo }: PapelCte): string {
  if (!protocolo?.numero) return juntos([SEM_PROTOCOLO, protocolo?.motivo ?? null]);
  const said = juntos([protocolo.numero, diaHora(protocolo.recebidoEm)]);
  return AUTORIZADO.has(protocolo.cStat ?? "") ? said : juntos([said, protocolo.cStat, protocolo.motivo]);
}
