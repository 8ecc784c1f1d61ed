import { formatInteger } from "@malote/syntax";
import { IconAlertTriangle, IconCertificate, IconClockExclamation, IconMailX } from "@tabler/icons-react";
import type { OperatorState, Queue } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import type { AlertItem } from "../../../ui/feedback/AlertStrip.tsx";
import { formatDays, formatDuration } from "../../../ui/format/duration.ts";

const { faixa: texts } = operationTexts;

/** Queues that the overview always shows, in this order. */
const MAIN: readonly Queue["tipo"][] = ["poll", "ingest", "validate", "manifesto", "webhook", "exportacao"];

/**
 * The queues of the overview: the main ones, and others that are late, stopped or have failures.
 */
export function queuesOnOverview(queues: readonly Queue[]): Queue[] {
  const isSpecial = ({ situacao, falhas }: Queue): boolean =>
    situacao === "atrasada" || situacao === "parada" || falhas > 0;
  const main = MAIN.flatMap((tipo) => queues.filter((queue) => queue.tipo === tipo));
  return [...main, ...queues.filter((queue) => !MAIN.includes(queue.tipo) && isSpecial(queue))];
}

/** The alerts that need an operator, each linked to its section; empty if there are none. */
export function alertsOf(strip: OperatorState["faixa"]): AlertItem[] {
  return [aboutQueues(strip), aboutFailures(strip), aboutCaixas(strip), aboutCertificados(strip)].filter(
    (alert) => alert !== null,
  );
}

type Strip = OperatorState["faixa"];

function aboutQueues({ filasAtrasadas, filaMaisAtrasada }: Strip): AlertItem | null {
  if (filasAtrasadas === 0) return null;
  return {
    key: "filas",
    icon: IconClockExclamation,
    total: formatInteger(filasAtrasadas),
    title: texts.filas(filasAtrasadas),
    text: filaMaisAtrasada
      ? texts.filasTexto(filaMaisAtrasada.nome, formatDuration(filaMaisAtrasada.esperaMs))
      : "",
    to: "#filas",
  };
}

function aboutFailures({ falhas, falhasTentaveis }: Strip): AlertItem | null {
  if (falhas === 0) return null;
  return {
    key: "falhas",
    icon: IconAlertTriangle,
    total: formatInteger(falhas),
    title: texts.falhas(falhas),
    text: texts.tentaveis(falhasTentaveis, formatInteger(falhasTentaveis)),
    to: "#falhas",
  };
}

function aboutCaixas({ caixas, caixasComErro, contasComCaixaEmErro }: Strip): AlertItem | null {
  if (caixasComErro === 0) return null;
  return {
    key: "caixas",
    icon: IconMailX,
    total: formatInteger(caixasComErro),
    title: texts.caixas(caixasComErro),
    text: texts.caixasTexto(formatInteger(caixas), contasComCaixaEmErro),
    to: "#caixas",
  };
}

function aboutCertificados({ certificados, certificadoDias }: Strip): AlertItem | null {
  if (certificados === 0) return null;
  return {
    key: "certificados",
    icon: IconCertificate,
    total: formatInteger(certificados),
    title: texts.certificados(certificados),
    text: firstEnd(certificadoDias),
    to: "#certificados",
  };
}

function firstEnd(days: number | null): string {
  if (days === null) return "";
  if (days < 0) return texts.primeiroVencido;
  return days === 0 ? texts.primeiroHoje : texts.primeiro(formatDays(days));
}
