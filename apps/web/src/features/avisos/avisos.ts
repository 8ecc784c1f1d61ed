import { CERTIFICADO_AVISO_DIAS, PLANO_AVISOS } from "@malote/contract";
import { formatInteiro, formatTipoNota } from "@malote/syntax";
import type { Divergente } from "../../rpc/avisos.ts";
import type { Empresa } from "../../rpc/empresas.ts";
import type { Conta } from "../../rpc/minha-conta.ts";
import type { Caixa } from "../../rpc/queries.ts";
import { avisos as textos } from "../../textos/avisos.ts";
import { formatNumero } from "../../ui/numero.ts";
import { palavraStatus, type Tom } from "../../ui/situacao.ts";
import type { ArquivoContado } from "./arquivos.ts";
import type { CaixaSeguida } from "./caixas-seguidas.ts";

const DAY_MS = 86_400_000;
/**
 * Maximum divergences with an alert of their own, newest first; the rest are only counted.
 */
const DIVERGENTES_MAX = 10;

/** Subject of an alert, which selects its icon. */
export type Assunto = "divergencia" | "caixa" | "certificado" | "arquivo" | "plano";

/**
 * An alert, linked to the page where the user can act. The same occurrence has the same id in
 * every browser.
 */
export type Aviso = {
  id: string;
  assunto: Assunto;
  tom: Tom;
  titulo: string;
  texto: string;
  /** Null if only the month is known. */
  quando: Date | null;
  to: string;
};

/** The data from which the alerts are built. */
export type Fontes = {
  divergentes: readonly Divergente[];
  /** Total of the week, including those without an alert of their own. */
  divergencias: number;
  caixas: readonly Caixa[];
  seguidas: readonly CaixaSeguida[];
  empresas: readonly Empresa[];
  conta: Conta | undefined;
  arquivos: readonly ArquivoContado[];
};

/** The alerts, newest first; those without a date come before. */
export function avisosOf(fontes: Fontes): Aviso[] {
  const divergencias = fontes.divergentes.map(divergenciaOf).toSorted(compareNovos).slice(0, DIVERGENTES_MAX);
  const all = [
    ...divergencias,
    ...fontes.caixas.flatMap(caixaOf),
    ...fontes.seguidas.flatMap(recuperadaOf),
    ...fontes.empresas.flatMap(certificadoOf),
    ...fontes.arquivos.map(arquivoOf),
    ...planoOf(fontes.conta),
  ].toSorted(compareNovos);
  const mais = fontes.divergencias - divergencias.length;
  return mais > 0 && divergencias.length > 0 ? [...all, restoOf(mais)] : all;
}

/**
 * The current warning step of a certificate, in days; 0 if expired, null if no step is reached.
 * @source spec §9, CERTIFICADO_AVISO_DIAS
 */
export function degrauOf(dias: number): number | null {
  if (dias < 0) return 0;
  return CERTIFICADO_AVISO_DIAS.findLast((degrau) => dias <= degrau) ?? null;
}

function compareNovos(a: Aviso, b: Aviso): number {
  return timeOf(b) - timeOf(a);
}

function timeOf({ quando }: Aviso): number {
  return quando?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function divergenciaOf(nota: Divergente): Aviso {
  const { id, tipoNota, numeroNota, nomeEmitente, sefazStatus, processadoErp, recebido } = nota;
  const situacao = palavraStatus(sefazStatus);
  const depois = processadoErp
    ? textos.depoisDeProcessada(situacao)
    : recebido
      ? textos.depoisDeRecebida(situacao)
      : textos.naSefaz(situacao);
  return {
    id: `divergencia-${id}-${sefazStatus}`,
    assunto: "divergencia",
    tom: processadoErp || recebido ? "ruim" : "aviso",
    titulo: `${formatTipoNota(tipoNota)} ${formatNumero(numeroNota)}: ${depois}`,
    texto: nomeEmitente,
    quando: nota.alteradoEm,
    to: `/nota/${id}?type=${nota.entradaSaida}`,
  };
}

function restoOf(mais: number): Aviso {
  return {
    id: "divergencias-resto",
    assunto: "divergencia",
    tom: "neutro",
    titulo: textos.maisDivergencias(formatInteiro(mais)),
    texto: textos.maisDivergenciasTexto,
    quando: null,
    to: "/dfe_recebidos?tab=div",
  };
}

function caixaOf({ id, descricao, usuario, ultimoErro, ultimoErroEm, erroDesde }: Caixa): Aviso[] {
  if (ultimoErro === null) return [];
  const since = erroDesde ?? ultimoErroEm;
  return [
    {
      id: `caixa-${id}-${since?.toISOString() ?? "erro"}`,
      assunto: "caixa",
      tom: "aviso",
      titulo: textos.caixaErro(descricao || usuario),
      texto: ultimoErro,
      quando: since,
      to: `/caixaemail/${id}`,
    },
  ];
}

function recuperadaOf({ id, nome, desde, recuperada }: CaixaSeguida): Aviso[] {
  if (recuperada === null) return [];
  return [
    {
      id: `recuperada-${id}-${desde}`,
      assunto: "caixa",
      tom: "ok",
      titulo: textos.caixaRecuperada(nome),
      texto: textos.caixaRecuperadaTexto,
      quando: new Date(recuperada),
      to: `/caixaemail/${id}`,
    },
  ];
}

function certificadoOf({ id, nome, certificado }: Empresa): Aviso[] {
  const degrau = certificado ? degrauOf(certificado.diasRestantes) : null;
  if (!certificado || degrau === null) return [];
  const { diasRestantes, validoAte } = certificado;
  return [
    {
      id: `certificado-${id}-${validoAte?.toISOString()}-${degrau}`,
      assunto: "certificado",
      tom: degrau === 0 ? "ruim" : "aviso",
      titulo: textos.certificado(nome),
      texto: degrau === 0 ? textos.vencido : textos.vencendo(diasRestantes),
      quando: validoAte && new Date(validoAte.getTime() - degrau * DAY_MS),
      to: `/cert/${id}`,
    },
  ];
}

function arquivoOf({ tipo, id, nome, mensagem, quando }: ArquivoContado): Aviso {
  return {
    id: `arquivo-${id}`,
    assunto: "arquivo",
    tom: nome === null ? "ruim" : "ok",
    titulo: nome === null ? textos.arquivoFalhou : textos.arquivoPronto,
    texto: nome ?? mensagem ?? "",
    quando: new Date(quando),
    to: tipo === "exportacao" ? "/admin?tab=exportacao" : "/repositorio",
  };
}

function planoOf(conta: Conta | undefined): Aviso[] {
  const degrau = PLANO_AVISOS.findLast((part) => (conta?.uso.percentual ?? 0) >= part);
  if (!conta || degrau === undefined) return [];
  const { mes, documentos, limite } = conta.uso;
  return [
    {
      id: `plano-${mes}-${degrau}`,
      assunto: "plano",
      tom: "aviso",
      titulo: degrau === PLANO_AVISOS.at(-1) ? textos.plano100 : textos.plano80,
      texto: textos.planoTexto(formatInteiro(documentos), formatInteiro(limite)),
      quando: null,
      to: "/minha_conta",
    },
  ];
}
