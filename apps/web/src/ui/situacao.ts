import { NFE_STATUS, NFE_STATUS_OUTRO, SITUACAO_ROTULO, type SituacaoDocumento } from "@malote/contract";
import { situacoes } from "../textos/situacoes.ts";

/** The drawing of a status. */
export type Sinal =
  | "autorizada"
  | "confirmada"
  | "integra"
  | "neutro"
  | "reparada"
  | "certificado"
  | "divergente"
  | "suspeita"
  | "quarentena"
  | "cancelada"
  | "denegada"
  | "assinatura";

/** `ok` and `neutro` are quiet; `aviso` asks for the person; `ruim` is cancelled, denied, failed. */
export type Tom = "ok" | "neutro" | "aviso" | "ruim";

/** A status as screens show it: drawing, tone and words. */
export type Situacao = { sinal: Sinal; tom: Tom; palavra: string };

/** What a screen must know of a document to say how it stands. */
export type Fatos = {
  nfeStatus: string | null;
  sefazStatus: string | null;
  divergente: boolean | null;
  quarentena: boolean;
  aguardandoCertificado: boolean;
};

const AUTORIZADA = new Set(["100", "150"]);
const DENEGADA = new Set(["110", "205", "301", "302", "303"]);
const ENCERRADA = "132";

const QUARENTENA: Situacao = { sinal: "quarentena", tom: "aviso", palavra: situacoes.emQuarentena };
const NAO_VALIDADO: Situacao = { sinal: "neutro", tom: "neutro", palavra: NFE_STATUS_OUTRO };
const SEM_CERTIFICADO: Situacao = {
  sinal: "certificado",
  tom: "aviso",
  palavra: situacoes.aguardandoCertificado,
};

/** The words of a cStat (spec §4); a value outside the table is 'Não validado'. */
export function rotuloStatus(cStat: string | null): string {
  return (cStat === null ? undefined : NFE_STATUS[cStat]) ?? NFE_STATUS_OUTRO;
}

/** A cStat on its own, wherever it came from. */
export function situacaoDoStatus(cStat: string | null): Situacao {
  if (cStat === null || NFE_STATUS[cStat] === undefined) return NAO_VALIDADO;
  const palavra = rotuloStatus(cStat);
  if (AUTORIZADA.has(cStat) || cStat === ENCERRADA) return { sinal: "autorizada", tom: "ok", palavra };
  if (DENEGADA.has(cStat)) return { sinal: "denegada", tom: "ruim", palavra };
  return { sinal: "cancelada", tom: "ruim", palavra };
}

/** The column "Status NF-e": what the received document says of itself, unless we hold it back. */
export function situacaoNfe(fatos: Fatos): Situacao {
  return fatos.quarentena ? QUARENTENA : situacaoDoStatus(fatos.nfeStatus);
}

/** The column "SEFAZ": what the State says about it. */
export function situacaoSefaz(fatos: Fatos, longa = false): Situacao {
  const { sefazStatus, quarentena } = fatos;
  if (sefazStatus === null) return fatos.aguardandoCertificado ? SEM_CERTIFICADO : NAO_VALIDADO;
  if (fatos.divergente) return divergente(sefazStatus);
  if (AUTORIZADA.has(sefazStatus)) {
    // SEFAZ answers about the key; the file we hold is not the one it authorized.
    if (quarentena) return { sinal: "neutro", tom: "neutro", palavra: situacoes.chaveAutorizada };
    const palavra = longa ? situacoes.confirmadaSefaz : situacoes.confirmada;
    return { sinal: "confirmada", tom: "ok", palavra };
  }
  return situacaoDoStatus(sefazStatus);
}

/** One status for a document, where there is room for only one: what most needs the person comes first. */
export function situacaoResumo(fatos: Fatos): Situacao {
  if (fatos.quarentena) return QUARENTENA;
  if (fatos.sefazStatus === null) {
    const nfe = situacaoDoStatus(fatos.nfeStatus);
    return nfe.tom === "ruim" ? nfe : situacaoSefaz(fatos);
  }
  return situacaoSefaz(fatos, true);
}

/** The verdict on the XML itself. */
export function situacaoXml(situacao: SituacaoDocumento): Situacao {
  const palavra = SITUACAO_ROTULO[situacao];
  if (situacao === "integra") return { sinal: "integra", tom: "ok", palavra };
  if (situacao === "reparada") return { sinal: "reparada", tom: "neutro", palavra };
  if (situacao === "suspeita") return { sinal: "suspeita", tom: "aviso", palavra };
  return { sinal: "assinatura", tom: "ruim", palavra };
}

/** The words of a cStat inside a sentence: only the first letter goes down, acronyms stay. */
export function rotuloStatusMinusculo(cStat: string | null): string {
  const rotulo = rotuloStatus(cStat);
  return rotulo.charAt(0).toLocaleLowerCase("pt-BR") + rotulo.slice(1);
}

/** What the State says, in its own column, whose head already names it. */
export function situacaoSefazCurta(fatos: Fatos): Situacao {
  const situacao = situacaoSefaz(fatos);
  return { ...situacao, palavra: situacao.palavra.replace(/ na SEFAZ$/, "") };
}

function divergente(sefazStatus: string): Situacao {
  const motivo = rotuloStatusMinusculo(sefazStatus);
  return { sinal: "divergente", tom: "aviso", palavra: `${situacoes.divergente}: ${motivo}` };
}
