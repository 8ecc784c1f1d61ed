import type { PapelNfe } from "@malote/dfe";
import { AVISO_NAO_CONFERIDA, MARCA_NAO_CONFERIDA, PROTOCOLO_NAO_CONFERIDO } from "../folha/conferencia.ts";
import { formatInstantePapel } from "../folha/formatos-papel.ts";
import type { Situacao } from "../impressao.ts";
import { joinWith } from "./formatos.ts";
import { CONTINGENCIA_EPEC, CONTINGENCIA_FS, CONTINGENCIA_OFFLINE, SEM_AUTORIZACAO } from "./texts.ts";

/** What a paper says of the authorization: the box with the protocolo, and the words that lie across the page. */
export type Autorizacao = { titulo: string; texto: string; carimbos: string[] };

/** @source facts of the State's tables: cStat of a nota that may be used, and of one whose use was denied */
const AUTORIZADAS: ReadonlySet<string> = new Set(["100", "150"]);
const DENEGADAS: ReadonlySet<string> = new Set(["110", "205", "301", "302", "303"]);
/** FS, EPEC, FS-DA and offline: the goods travel before SEFAZ has answered. */
const ANTES_DA_AUTORIZACAO: Readonly<Record<string, string>> = {
  "2": CONTINGENCIA_FS,
  "4": CONTINGENCIA_EPEC,
  "5": CONTINGENCIA_FS,
  "9": CONTINGENCIA_OFFLINE,
};

/** @param situacao how the document stands today, which its own protocolo may not know yet */
export function autorizacaoOf(papel: PapelNfe, situacao: Situacao = "normal"): Autorizacao {
  const { protocolo, homologacao } = papel;
  const cStat = protocolo?.cStat ?? null;
  const isDenegada = situacao === "denegada" || (cStat !== null && DENEGADAS.has(cStat));
  const isAutorizada =
    protocolo !== null && (cStat === null ? protocolo.numero !== null : AUTORIZADAS.has(cStat));
  if (situacao === "nao-conferida") {
    const outros = [homologacao ? "SEM VALOR FISCAL" : null, isDenegada ? "DENEGADA" : null];
    return {
      titulo: PROTOCOLO_NAO_CONFERIDO,
      texto: joinWith(" - ", [AVISO_NAO_CONFERIDA, ...outros, writeProtocolo(protocolo)]),
      carimbos: [MARCA_NAO_CONFERIDA],
    };
  }
  const carimbos = [
    ...(homologacao ? ["SEM VALOR FISCAL"] : []),
    ...(isDenegada ? ["DENEGADA"] : []),
    ...(situacao === "cancelada" ? ["CANCELADA"] : []),
  ];
  if (isDenegada || isAutorizada) {
    const titulo = isDenegada ? "PROTOCOLO DE DENEGAÇÃO DE USO" : "PROTOCOLO DE AUTORIZAÇÃO DE USO";
    return { titulo, texto: writeProtocolo(protocolo), carimbos };
  }
  const pendente = protocolo === null ? ANTES_DA_AUTORIZACAO[papel.tipoEmissao ?? ""] : undefined;
  if (carimbos.length === 0 && !pendente) carimbos.push(SEM_AUTORIZACAO);
  const texto = joinWith(" - ", [SEM_AUTORIZACAO, pendente, writeRecusa(protocolo)]);
  return { titulo: "PROTOCOLO DE AUTORIZAÇÃO DE USO", texto, carimbos };
}

function writeProtocolo(protocolo: PapelNfe["protocolo"]): string {
  return joinWith(" - ", [protocolo?.numero ?? null, formatInstantePapel(protocolo?.recebimento ?? null)]);
}

/** Why SEFAZ did not authorize. */
function writeRecusa(protocolo: PapelNfe["protocolo"]): string {
  return joinWith(" ", [protocolo?.cStat, protocolo?.motivo]);
}

/** The one word that lies across a narrow paper: the weightiest. That a nota has no protocolo is written on it as it is. */
export function marcaEstreita({ carimbos }: Autorizacao): string | null {
  return carimbos.filter((carimbo) => carimbo !== SEM_AUTORIZACAO).at(-1) ?? null;
}
