import { NFE_STATUS, NFE_STATUS_OUTRO, VEREDITO_ROTULO, type Veredito } from "@malote/contract";
import type { TipoNota } from "@malote/syntax";
import { situacoes } from "../textos/situacoes.ts";

/** The drawing of a status. */
export type Sinal =
  | "autorizada"
  | "confirmada"
  | "autentica"
  | "integra"
  | "protocolo"
  | "recusada"
  | "ilegivel"
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

/** What a screen must know of a document to say how it stands; `veredito` is null where it is not told. */
export type Fatos = {
  veredito: Veredito | null;
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

/** How each verdict looks: what is well is quiet, what nobody shows to be authorized or is suspicious wants a look, what fails is red. */
const VEREDITO_SINAL: Record<Veredito, Pick<Situacao, "sinal" | "tom">> = {
  autentica: { sinal: "autentica", tom: "ok" },
  integra: { sinal: "integra", tom: "ok" },
  "sem-protocolo": { sinal: "protocolo", tom: "aviso" },
  "nao-autorizada": { sinal: "recusada", tom: "aviso" },
  "assinatura-invalida": { sinal: "assinatura", tom: "ruim" },
  suspeita: { sinal: "suspeita", tom: "aviso" },
  ilegivel: { sinal: "ilegivel", tom: "ruim" },
};

const REFUTADA: ReadonlySet<Veredito> = new Set(["assinatura-invalida", "suspeita", "ilegivel"]);

/** The file is not what its sender signed, or there are signs of fraud: nothing that it says can be relied on. */
export function isRefutada({ veredito }: Pick<Fatos, "veredito">): boolean {
  return veredito !== null && REFUTADA.has(veredito);
}

/** Whether SEFAZ can be asked about a document of this type; the others stand by their own protocol. */
export function isConsultavel({ tipoNota }: { tipoNota: TipoNota }): boolean {
  return tipoNota === "NFe" || tipoNota === "NFCe";
}

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
    if (quarentena || isRefutada(fatos))
      return { sinal: "neutro", tom: "neutro", palavra: situacoes.chaveAutorizada };
    const palavra = longa ? situacoes.confirmadaSefaz : situacoes.confirmada;
    return { sinal: "confirmada", tom: "ok", palavra };
  }
  return situacaoDoStatus(sefazStatus);
}

/** One status for a document, where there is room for only one: what most needs the person comes first. */
export function situacaoResumo(fatos: Fatos): Situacao {
  const { veredito } = fatos;
  if (fatos.quarentena) return QUARENTENA;
  if (veredito !== null && isRefutada(fatos)) return situacaoVeredito(veredito);
  if (fatos.sefazStatus !== null) return situacaoSefaz(fatos, true);
  const nfe = situacaoDoStatus(fatos.nfeStatus);
  if (nfe.tom === "ruim") return nfe;
  const semResposta = situacaoSefaz(fatos);
  if (veredito === null || semResposta.tom === "aviso") return semResposta;
  const seal = situacaoVeredito(veredito);
  return seal.tom === "ok" ? semResposta : seal;
}

/** The verdict on the XML itself. */
export function situacaoVeredito(veredito: Veredito): Situacao {
  return { ...VEREDITO_SINAL[veredito], palavra: VEREDITO_ROTULO[veredito] };
}

/** SEFAZ confirmed this very content. */
export const CONFIRMADA: Situacao = { sinal: "confirmada", tom: "ok", palavra: situacoes.confirmadaSefaz };
/** A document brought back to what its sender signed. */
export const REPARADA: Situacao = { sinal: "reparada", tom: "neutro", palavra: situacoes.reparada };

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
