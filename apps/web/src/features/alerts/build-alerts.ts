import { CERTIFICADO_WARNING_DAYS, PLAN_WARNINGS } from "@malote/contract";
import { formatInteger, formatTipoNota } from "@malote/syntax";
import { translatedSentence } from "../../languages/language.ts";
import type { Conta } from "../../rpc/conta/account.ts";
import type { Empresa } from "../../rpc/conta/empresas.ts";
import type { DivergentNota } from "../../rpc/documents/alert-queries.ts";
import type { Caixa } from "../../rpc/documents/queries.ts";
import { alertTexts as texts } from "../../texts/app/alerts.ts";
import { loteTexts } from "../../texts/lists/lotes.ts";
import { statusWord, type Tone } from "../../ui/documento/documento-status.ts";
import { formatDocumentNumber } from "../../ui/format/numbers.ts";
import type { SeenFile } from "./seen-files.ts";
import type { TrackedCaixa } from "./tracked-caixas.ts";

const DAY_MS = 86_400_000;
/**
 * Maximum divergences with an alert of their own, newest first; the rest are only counted.
 */
const DIVERGENCIAS_MAX = 10;

/** Subject of an alert, which selects its icon. */
export type AlertSubject = "divergencia" | "caixa" | "certificado" | "arquivo" | "lote" | "plano";

/**
 * An alert, linked to the page where the user can act. The same occurrence has the same id in
 * every browser.
 */
export type UserAlert = {
  id: string;
  assunto: AlertSubject;
  tom: Tone;
  titulo: string;
  texto: string;
  /** Null if only the month is known. */
  quando: Date | null;
  to: string;
};

/** The data from which the alerts are built. */
export type AlertSources = {
  divergentes: readonly DivergentNota[];
  /** All of them, including those without an alert of their own. */
  divergencias: number;
  caixas: readonly Caixa[];
  seguidas: readonly TrackedCaixa[];
  empresas: readonly Empresa[];
  conta: Conta | undefined;
  arquivos: readonly SeenFile[];
};

/** The alerts, newest first; those without a date come before. */
export function buildAlerts(sources: AlertSources): UserAlert[] {
  const onlyDivergencias = sources.divergentes
    .map(divergenciaAlert)
    .toSorted(compareNewestFirst)
    .slice(0, DIVERGENCIAS_MAX);
  const all = [
    ...onlyDivergencias,
    ...sources.caixas.flatMap(caixaAlerts),
    ...sources.seguidas.flatMap(recoveryAlerts),
    ...sources.empresas.flatMap(certificadoAlerts),
    ...sources.arquivos.map(fileAlert),
    ...planAlerts(sources.conta),
  ].toSorted(compareNewestFirst);
  const remaining = sources.divergencias - onlyDivergencias.length;
  return remaining > 0 && onlyDivergencias.length > 0 ? [...all, remainingDivergenciasAlert(remaining)] : all;
}

/**
 * The current warning step of a certificate, in days; 0 if expired, null if no step is reached.
 * @source spec §9, CERTIFICADO_AVISO_DIAS
 */
export function warningStepOf(days: number): number | null {
  if (days < 0) return 0;
  return CERTIFICADO_WARNING_DAYS.findLast((step) => days <= step) ?? null;
}

function compareNewestFirst(a: UserAlert, b: UserAlert): number {
  return timeOf(b) - timeOf(a);
}

function timeOf({ quando }: UserAlert): number {
  return quando?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

function divergenciaAlert(nota: DivergentNota): UserAlert {
  const { id, tipoNota, numeroNota, nomeEmitente, sefazStatus, processadoErp, recebido } = nota;
  const situacao = statusWord(sefazStatus);
  const sentence = processadoErp
    ? texts.depoisDeProcessada(situacao)
    : recebido
      ? texts.depoisDeRecebida(situacao)
      : texts.naSefaz(situacao);
  return {
    id: `divergencia-${id}-${sefazStatus}`,
    assunto: "divergencia",
    tom: processadoErp || recebido ? "ruim" : "aviso",
    titulo: `${formatTipoNota(tipoNota)} ${formatDocumentNumber(numeroNota)}: ${sentence}`,
    texto: nomeEmitente,
    quando: nota.alteradoEm,
    to: `/nota/${id}?type=${nota.entradaSaida}`,
  };
}

function remainingDivergenciasAlert(remaining: number): UserAlert {
  return {
    id: "divergencias-resto",
    assunto: "divergencia",
    tom: "neutro",
    titulo: texts.maisDivergencias(formatInteger(remaining)),
    texto: texts.maisDivergenciasTexto,
    quando: null,
    to: "/dfe_recebidos?tab=div",
  };
}

function caixaAlerts({ id, descricao, usuario, ultimoErro, ultimoErroEm, erroDesde }: Caixa): UserAlert[] {
  if (ultimoErro === null) return [];
  const since = erroDesde ?? ultimoErroEm;
  return [
    {
      id: `caixa-${id}-${since?.toISOString() ?? "erro"}`,
      assunto: "caixa",
      tom: "aviso",
      titulo: texts.caixaErro(descricao || usuario),
      texto: translatedSentence(ultimoErro),
      quando: since,
      to: `/caixaemail/${id}`,
    },
  ];
}

function recoveryAlerts({ id, nome, desde, recuperada }: TrackedCaixa): UserAlert[] {
  if (recuperada === null) return [];
  return [
    {
      id: `recuperada-${id}-${desde}`,
      assunto: "caixa",
      tom: "ok",
      titulo: texts.caixaRecuperada(nome),
      texto: texts.caixaRecuperadaTexto,
      quando: new Date(recuperada),
      to: `/caixaemail/${id}`,
    },
  ];
}

function certificadoAlerts({ id, nome, certificado }: Empresa): UserAlert[] {
  const step = certificado ? warningStepOf(certificado.diasRestantes) : null;
  if (!certificado || step === null) return [];
  const { diasRestantes, validoAte } = certificado;
  return [
    {
      id: `certificado-${id}-${validoAte?.toISOString()}-${step}`,
      assunto: "certificado",
      tom: step === 0 ? "ruim" : "aviso",
      titulo: texts.certificado(nome),
      texto: step === 0 ? texts.vencido : texts.vencendo(diasRestantes),
      quando: validoAte && new Date(validoAte.getTime() - step * DAY_MS),
      to: `/cert/${id}`,
    },
  ];
}

function fileAlert({ tipo, id, nome, mensagem, quando }: SeenFile): UserAlert {
  if (tipo === "lote") {
    return {
      ...{ id: `lote-${id}`, assunto: "lote", quando: new Date(quando), to: `/lotes?lote=${id}` },
      tom: mensagem === null ? "ok" : "aviso",
      titulo: nome ?? "",
      texto: mensagem ?? loteTexts.cartao.semRecusados,
    };
  }
  return {
    id: `arquivo-${id}`,
    assunto: "arquivo",
    tom: nome === null ? "ruim" : "ok",
    titulo: nome === null ? texts.arquivoFalhou : texts.arquivoPronto,
    texto: nome ?? mensagem ?? "",
    quando: new Date(quando),
    to: tipo === "exportacao" ? "/admin?tab=exportacao" : "/repositorio",
  };
}

function planAlerts(conta: Conta | undefined): UserAlert[] {
  const step = PLAN_WARNINGS.findLast((part) => (conta?.uso.percentual ?? 0) >= part);
  if (!conta || step === undefined) return [];
  const { mes, documentos, limite } = conta.uso;
  return [
    {
      id: `plano-${mes}-${step}`,
      assunto: "plano",
      tom: "aviso",
      titulo: step === PLAN_WARNINGS.at(-1) ? texts.plano100 : texts.plano80,
      texto: texts.planoTexto(formatInteger(documentos), formatInteger(limite)),
      quando: null,
      to: "/minha_conta",
    },
  ];
}
