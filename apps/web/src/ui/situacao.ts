import {
  NFE_STATUS,
  NFE_STATUS_OUTRO,
  STATUS_DETALHE,
  STATUS_PALAVRA,
  VEREDITO_ROTULO,
  type Veredito,
} from "@malote/contract";
import { DENEGADOS, ENCERRADO, isAutorizado, isInexistente, type TipoNota } from "@malote/syntax";
import { situacoes } from "../textos/situacoes.ts";

/** The icon of a status. */
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
  | "liberada"
  | "cancelada"
  | "denegada"
  | "assinatura";

/** Colours: `ok` and `neutro` are plain, `aviso` needs attention, `ruim` is cancelled, denied or failed. */
export type Tom = "ok" | "neutro" | "aviso" | "ruim";

/** A status as displayed: icon, colour and word; `detalhe` is a second line. */
export type Situacao = { sinal: Sinal; tom: Tom; palavra: string; detalhe?: string };

/** The facts of a document that determine its status; `veredito` is null where the server omits it. */
export type Fatos = {
  veredito: Veredito | null;
  nfeStatus: string | null;
  sefazStatus: string | null;
  divergente: boolean | null;
  quarentena: boolean;
  aguardandoCertificado: boolean;
  tipoNota: TipoNota;
  /** Whether SEFAZ confirmed this exact content; absent in lists, which use SEFAZ's status instead. */
  confirmadaSefaz?: boolean;
};

/** Every status for an unknown key uses the words of this one. */
const DESCONHECIDA = "217";

const QUARENTENA: Situacao = { sinal: "quarentena", tom: "aviso", palavra: situacoes.emQuarentena };
const LIBERADA: Situacao = { sinal: "liberada", tom: "neutro", palavra: situacoes.liberada };
const NAO_VALIDADO: Situacao = { sinal: "neutro", tom: "neutro", palavra: NFE_STATUS_OUTRO };
const SEM_CERTIFICADO: Situacao = {
  sinal: "certificado",
  tom: "aviso",
  palavra: situacoes.aguardandoCertificado,
};

/** Icon and colour of each veredito: valid is plain, unproven or suspicious is amber, failed is red. */
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

/**
 * Whether the file differs from what its sender signed or shows signs of fraud: its content is
 * unreliable.
 */
export function isRefutada({ veredito }: Pick<Fatos, "veredito">): boolean {
  return veredito !== null && REFUTADA.has(veredito);
}

/** Whether the document was released from quarantine: a refuted one is outside it only after a release. */
export function isLiberada(fatos: Pick<Fatos, "veredito" | "quarentena">): boolean {
  return !fatos.quarentena && isRefutada(fatos);
}

/** Whether SEFAZ has authorized the chave; the file itself may still differ from the authorized one. */
export function isAutorizadaNaSefaz({ sefazStatus }: Pick<Fatos, "sefazStatus">): boolean {
  return isAutorizado(sefazStatus);
}

/** Whether SEFAZ answered that it has no such document. */
export function isDesconhecida({ sefazStatus }: Pick<Fatos, "sefazStatus">): boolean {
  return isInexistente(sefazStatus);
}

/** The label of a cStat (spec §4); a value outside the table is 'Não validado'. */
export function rotuloStatus(cStat: string | null): string {
  return (cStat === null ? undefined : NFE_STATUS[cStat]) ?? NFE_STATUS_OUTRO;
}

/** The word for a cStat inside a sentence; covers more codes than the labels. */
export function palavraStatus(cStat: string | null): string {
  const known = isInexistente(cStat) ? DESCONHECIDA : cStat;
  return (known === null ? undefined : STATUS_PALAVRA[known]) ?? NFE_STATUS_OUTRO;
}

/** The status of a cStat, whatever its source. */
export function situacaoDoStatus(cStat: string | null): Situacao {
  if (cStat === null || STATUS_PALAVRA[cStat] === undefined) return NAO_VALIDADO;
  const words = { palavra: rotuloStatus(cStat), ...detalheOf(cStat) };
  if (isAutorizado(cStat) || cStat === ENCERRADO) return { sinal: "autorizada", tom: "ok", ...words };
  if (DENEGADOS.includes(cStat)) return { sinal: "denegada", tom: "ruim", ...words };
  return { sinal: "cancelada", tom: "ruim", ...words };
}

function detalheOf(cStat: string): Pick<Situacao, "detalhe"> {
  const detalhe = STATUS_DETALHE[cStat];
  return detalhe === undefined ? {} : { detalhe };
}

/**
 * The column "Status NF-e": the document's own status, unless it is in quarantine or was released from it.
 */
export function situacaoNfe(fatos: Fatos): Situacao {
  if (fatos.quarentena) return QUARENTENA;
  if (isLiberada(fatos)) return LIBERADA;
  return situacaoDoStatus(fatos.nfeStatus);
}

/** The column "SEFAZ": the document's status at SEFAZ. */
export function situacaoSefaz(fatos: Fatos, longa = false): Situacao {
  const { sefazStatus, quarentena } = fatos;
  if (sefazStatus === null) return fatos.aguardandoCertificado ? SEM_CERTIFICADO : NAO_VALIDADO;
  if (fatos.divergente) return divergente(sefazStatus);
  if (isAutorizadaNaSefaz(fatos)) {
    // SEFAZ answers about the key; this file is not the one it authorized.
    if (quarentena || isRefutada(fatos))
      return { sinal: "neutro", tom: "neutro", palavra: situacoes.chaveAutorizada };
    const palavra = longa ? situacoes.confirmadaSefaz : situacoes.confirmada;
    return { sinal: "confirmada", tom: "ok", palavra, ...detalheOf(sefazStatus) };
  }
  return situacaoDoStatus(sefazStatus);
}

/** A single status for a document: the one that most needs attention. */
export function situacaoResumo(fatos: Fatos): Situacao {
  const { veredito } = fatos;
  if (fatos.quarentena) return QUARENTENA;
  if (veredito !== null && isRefutada(fatos)) return liberada(veredito);
  if (fatos.sefazStatus !== null) return situacaoSefaz(fatos, true);
  const nfe = situacaoDoStatus(fatos.nfeStatus);
  if (nfe.tom === "ruim") return nfe;
  const semResposta = situacaoSefaz(fatos);
  if (veredito === null || semResposta.tom === "aviso") return semResposta;
  const seal = situacaoVeredito(veredito);
  return seal.tom === "ok" ? semResposta : seal;
}

/** The status of the veredito on the XML. */
export function situacaoVeredito(veredito: Veredito): Situacao {
  return { ...VEREDITO_SINAL[veredito], palavra: VEREDITO_ROTULO[veredito] };
}

/**
 * The seal of a document in a list: neutral when SEFAZ confirms one without protocolo, never green when
 * unknown there.
 */
export function situacaoSelo(fatos: Fatos & { veredito: Veredito }): Situacao {
  const selo = situacaoVeredito(fatos.veredito);
  const quiet =
    fatos.veredito === "sem-protocolo"
      ? (fatos.confirmadaSefaz ?? (isAutorizadaNaSefaz(fatos) && !fatos.divergente))
      : selo.tom === "ok" && isDesconhecida(fatos);
  return quiet ? { ...selo, tom: "neutro" } : selo;
}

/** SEFAZ confirmed this exact content. */
export const CONFIRMADA: Situacao = { sinal: "confirmada", tom: "ok", palavra: situacoes.confirmadaSefaz };
/** A document restored to the content its sender signed. */
export const REPARADA: Situacao = { sinal: "reparada", tom: "neutro", palavra: situacoes.reparada };

/** The word for a cStat inside a sentence: only the first letter is lowercased, acronyms stay. */
export function palavraStatusMinuscula(cStat: string | null): string {
  const rotulo = palavraStatus(cStat);
  return rotulo.charAt(0).toLocaleLowerCase("pt-BR") + rotulo.slice(1);
}

/** The status at SEFAZ for its own column, whose header already names SEFAZ. */
export function situacaoSefazCurta(fatos: Fatos): Situacao {
  const situacao = situacaoSefaz(fatos);
  return { ...situacao, palavra: situacao.palavra.replace(/ na SEFAZ$/, "") };
}

function liberada(veredito: Veredito): Situacao {
  const motivo = VEREDITO_ROTULO[veredito].toLocaleLowerCase("pt-BR");
  return { ...LIBERADA, tom: "aviso", palavra: `${situacoes.liberada}: ${motivo}` };
}

function divergente(sefazStatus: string): Situacao {
  const motivo = palavraStatusMinuscula(sefazStatus);
  return { sinal: "divergente", tom: "aviso", palavra: `${situacoes.divergente}: ${motivo}` };
}
