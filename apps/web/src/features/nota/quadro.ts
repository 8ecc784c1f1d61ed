import { STATUS_DETALHE, STATUS_PALAVRA, VEREDITO_ROTULO } from "@malote/contract";
import { formatDataHora } from "@malote/syntax";
import type { Nota } from "../../rpc/queries.ts";
import { nota as textos } from "../../textos/nota.ts";
import { formatQuando } from "../../ui/quando.ts";
import {
  isAutorizadaNaSefaz,
  isDesconhecida,
  isLiberada,
  isRefutada,
  palavraStatus,
  palavraStatusMinuscula,
  rotuloStatus,
  type Sinal,
  type Situacao,
  situacaoNfe,
  situacaoSefaz,
  situacaoVeredito,
  type Tom,
} from "../../ui/situacao.ts";
import { semConsultaOf } from "./sem-consulta.ts";

/** The comparison next to a value. */
export type Comparacao = { tipo: "igual" | "diferente" | "neutro"; texto: string };
export type LinhaQuadro = {
  rotulo: string;
  valor: string;
  inteiro?: string;
  mono?: boolean;
  /** A second line below the value. */
  detalhe?: string;
  comparacao: Comparacao | null;
};
/** The texts of the status card: header, comparisons, and times of the last and next check. */
export type Quadro = {
  tom: Tom;
  sinal: Sinal;
  titulo: string;
  segunda: string;
  linhas: LinhaQuadro[];
  rodape: string;
};

/** The texts of the status card of a document. */
export function quadroOf(nota: Nota, agora: Date, zona: string): Quadro {
  const head = headOf(nota, zona);
  return { ...head, linhas: linhasOf(nota), rodape: rodapeOf(nota, agora, zona) };
}

function headOf(nota: Nota, zona: string): Situacao & { titulo: string; segunda: string } {
  const { cartao } = textos;
  const at = (instante: Date | null): string => (instante ? formatDataHora(instante, zona) : "");
  const made = (situacao: Situacao, segunda: string) => ({ ...situacao, titulo: situacao.palavra, segunda });
  if (nota.quarentena) return made(situacaoNfe(nota), cartao.quarentenaDesde(at(nota.criadoEm)));
  const { quarentenaLiberadaEm: liberada } = nota;
  if (isLiberada(nota)) return made(situacaoVeredito(nota.veredito), cartao.liberada(at(liberada)));
  const protocolo = nota.nfeProtocolo
    ? cartao.protocolo(nota.nfeProtocolo, at(nota.nfeProtocoloData))
    : nota.confirmadaSefaz
      ? cartao.semProtocoloConfirmada
      : cartao.semProtocolo;
  const nfe = situacaoNfe(nota);
  if (nota.sefazStatus === null) {
    const sem = semConsultaOf(nota, new Date());
    if (sem !== null && nfe.tom !== "ruim") return made(situacaoSefaz(nota), cartao.semConsultaPor[sem]);
    if (nota.aguardandoCertificado) return made(situacaoSefaz(nota), cartao.certificado);
    if (nfe.tom === "ruim") return made(nfe, protocolo);
    return made(situacaoSefaz(nota), cartao.naoConsultada);
  }
  const sefaz = situacaoSefaz(nota);
  if (nota.divergente) {
    const said = isDesconhecida(nota) ? cartao.desconhecida : palavraStatusMinuscula(nota.sefazStatus);
    return made(sefaz, cartao.divergente(nota.nfeStatus && palavraStatusMinuscula(nota.nfeStatus), said));
  }
  const confirmed: Situacao =
    sefaz.tom === "ok" ? { sinal: "autorizada", tom: "ok", palavra: palavraStatus(nota.sefazStatus) } : sefaz;
  return made(confirmed, protocolo);
}

function linhasOf(nota: Nota): LinhaQuadro[] {
  const { cartao } = textos;
  return [
    {
      rotulo: cartao.naNota[nota.tipoNota],
      valor: nota.nfeStatus === null ? cartao.semProtocoloCurto : formatStatus(nota.nfeStatus),
      ...detalheOf(nota.nfeStatus),
      comparacao: nota.quarentena ? { tipo: "neutro", texto: cartao.naoConfiavel } : null,
    },
    {
      rotulo: cartao.naSefaz,
      valor: formatStatus(nota.sefazStatus),
      ...motivoOf(nota),
      comparacao: sefazOf(nota),
    },
    {
      rotulo: cartao.digest,
      valor: shortDigest(nota.digVal),
      mono: true,
      ...(nota.digVal ? { inteiro: nota.digVal } : {}),
      comparacao: digestOf(nota),
    },
    { rotulo: cartao.assinatura, ...signer(nota), comparacao: assinaturaOf(nota) },
    ...nota.alertas.map(({ codigo, texto }): LinhaQuadro => {
      return { rotulo: cartao.alerta, valor: codigo || "–", detalhe: texto, comparacao: null };
    }),
  ];
}

/** The second line below a status: Malote's text if the status is known, else SEFAZ's. */
function motivoOf({ sefazStatus, sefazMotivo }: Nota): Pick<LinhaQuadro, "detalhe"> {
  if (sefazStatus === null) return {};
  if (STATUS_PALAVRA[sefazStatus] !== undefined) return detalheOf(sefazStatus);
  return sefazMotivo === null ? {} : { detalhe: sefazMotivo };
}

function detalheOf(cStat: string | null): Pick<LinhaQuadro, "detalhe"> {
  const detalhe = cStat === null ? undefined : STATUS_DETALHE[cStat];
  return detalhe === undefined ? {} : { detalhe };
}

/**
 * Compares SEFAZ's status with that of the file. For an untrusted file, an authorization covers
 * only the chave.
 */
function sefazOf(nota: Nota): Comparacao | null {
  const { cartao } = textos;
  if (nota.sefazStatus === null) return unanswered(nota, cartao.naoConsultadaCurto);
  if (isAutorizadaNaSefaz(nota) && (nota.quarentena || isRefutada(nota))) {
    return { tipo: "neutro", texto: cartao.soChave };
  }
  return nota.divergente === null ? null : compare(!nota.divergente);
}

function compare(equal: boolean): Comparacao {
  const { cartao } = textos;
  return equal ? { tipo: "igual", texto: cartao.igual } : { tipo: "diferente", texto: cartao.diferente };
}

/** Why there is no answer of SEFAZ. */
function unanswered(nota: Nota, naoPerguntada: string): Comparacao {
  const { cartao } = textos;
  if (semConsultaOf(nota, new Date()) !== null) return { tipo: "neutro", texto: cartao.foraDoPrazo };
  return { tipo: "neutro", texto: failedLast(nota) ? cartao.semResposta : naoPerguntada };
}

/**
 * Compares the signed digest with the content if that is known to differ, otherwise with SEFAZ's
 * digest.
 */
function digestOf(nota: Nota): Comparacao {
  const { cartao } = textos;
  if (nota.achados.some(({ codigo }) => codigo === "digest-divergente")) {
    return { tipo: "diferente", texto: cartao.naoConfere };
  }
  const { digVal, sefazDigVal } = nota;
  if (digVal === null) return { tipo: "neutro", texto: cartao.semAssinatura };
  if (sefazDigVal !== null) {
    const equal = compare(digVal === sefazDigVal);
    return nota.quarentena && equal.tipo === "igual" ? { ...equal, tipo: "neutro" } : equal;
  }
  if (nota.sefazStatus !== null) return { tipo: "neutro", texto: cartao.semDigest };
  return unanswered(nota, cartao.naoConsultado);
}

/** The verdict on the signed content, and below it the signer. */
function signer(nota: Nota): Pick<LinhaQuadro, "valor" | "detalhe"> {
  const { veredito, certificadoTitular: titular } = nota;
  if (titular === null && nota.achados.some(({ codigo }) => codigo === "sem-assinatura"))
    return { valor: "–" };
  const valor = VEREDITO_ROTULO[isRefutada(nota) || veredito === "autentica" ? veredito : "integra"];
  // ICP-Brasil appends the CNPJ or CPF to the name.
  return titular === null ? { valor } : { valor, detalhe: titular.replace(/:[\dA-Z]{11,14}$/, "") };
}

function assinaturaOf(nota: Nota): Comparacao {
  const { cartao } = textos;
  if (!isRefutada(nota)) return { tipo: "igual", texto: cartao.valida };
  if (nota.achados.some(({ codigo }) => codigo === "sem-assinatura")) {
    return { tipo: "diferente", texto: cartao.ausente };
  }
  return { tipo: "diferente", texto: nota.veredito === "suspeita" ? cartao.suspeita : cartao.falhou };
}

function rodapeOf(nota: Nota, agora: Date, zona: string): string {
  const { cartao } = textos;
  if (nota.quarentena) return cartao.foraDeTudo;
  const sem = semConsultaOf(nota, agora);
  if (sem !== null) return `${cartao.semConsultaPor[sem]}.`;
  const { sefazConsultadaEm: asked, sefazProximaEm: next } = nota;
  const failed = failedLast(nota);
  const parts = [
    asked ? cartao.consultada(formatQuando(asked, agora, zona)) : failed ? "" : cartao.semConsulta,
    failed ? cartao.falhouEm(formatQuando(failed, agora, zona)) : "",
    next ? cartao.proxima(formatQuando(next, agora, zona)) : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}

/** Time of the last consulta if it got no answer; null if it was answered. */
function failedLast({ sefazConsultadaEm: asked, sefazFalhouEm: failed }: Nota): Date | null {
  return failed !== null && (asked === null || failed > asked) ? failed : null;
}

function formatStatus(cStat: string | null): string {
  const rotulo = rotuloStatus(cStat);
  return cStat === null ? rotulo : `${cStat} ${rotulo}`;
}

function shortDigest(digest: string | null): string {
  if (digest === null) return "–";
  return digest.length <= 12 ? digest : `${digest.slice(0, 4)}…${digest.slice(-4)}`;
}
