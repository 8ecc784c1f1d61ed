import type { PapelNfe } from "@malote/dfe";
import { formatInstantePapel } from "../folha/formatos-papel.ts";
import type { Situacao } from "../impressao.ts";
import { joinWith } from "./formatos.ts";
import { SEM_AUTORIZACAO } from "./texts.ts";

/** What a paper says of the authorization: the box with the protocolo, and the words that lie across the page. */
export type Autorizacao = { titulo: string; texto: string; carimbos: string[] };

/** @source facts of the State's tables: cStat of a nota that may be used, and of one whose use was denied */
const AUTORIZADAS: ReadonlySet<string> = new Set(["100", "150"]);
const DENEGADAS: ReadonlySet<string> = new Set(["110", "205", "301", "302", "303"]);
/** FS, EPEC, FS-DA and offline: the goods travel before SEFAZ has answered. */
const ANTES_DA_AUTORIZACAO: ReadonlySet<string> = new Set(["2", "4", "5", "9"]);

/** @param situacao how the document stands today, which its own protocolo may not know yet */
export function autorizacaoOf(papel: PapelNfe, situacao: Situacao = "normal"): Autorizacao {
  const { protocolo, homologacao } = papel;
  const cStat = protocolo?.cStat ?? null;
  const isDenegada = situacao === "denegada" || (cStat !== null && DENEGADAS.has(cStat));
  const isAutorizada =
    protocolo !== null && (cStat === null ? protocolo.numero !== null : AUTORIZADAS.has(cStat));
  const carimbos = [
    ...(homologacao ? ["SEM VALOR FISCAL"] : []),
    ...(isDenegada ? ["DENEGADA"] : []),
    ...(situacao === "cancelada" ? ["CANCELADA"] : []),
  ];
  if (isDenegada || isAutorizada) {
    const titulo = isDenegada ? "PROTOCOLO DE DENEGAÇÃO DE USO" : "PROTOCOLO DE AUTORIZAÇÃO DE USO";
    return { titulo, texto: writeProtocolo(protocolo), carimbos };
  }
  const pendente = protocolo === null && ANTES_DA_AUTORIZACAO.has(papel.tipoEmissao ?? "");
  if (carimbos.length === 0 && !pendente) carimbos.push(SEM_AUTORIZACAO);
  return { titulo: "PROTOCOLO DE AUTORIZAÇÃO DE USO", texto: writeFalta(protocolo), carimbos };
}

function writeProtocolo(protocolo: PapelNfe["protocolo"]): string {
  return joinWith(" - ", [protocolo?.numero ?? null, formatInstantePapel(protocolo?.recebimento ?? null)]);
}

/** What stands in the place of a protocolo that is not there, or that authorizes nothing. */
function writeFalta(protocolo: PapelNfe["protocolo"]): string {
  if (protocolo === null) return SEM_AUTORIZACAO;
  return joinWith(" - ", [SEM_AUTORIZACAO, joinWith(" ", [protocolo.cStat, protocolo.motivo])]);
}

/** The one word that lies across a narrow paper: the weightiest. That a nota has no protocolo is written on it as it is. */
export function marcaEstreita({ carimbos }: Autorizacao): string | null {
  return carimbos.filter((carimbo) => carimbo !== SEM_AUTORIZACAO).at(-1) ?? null;
}
