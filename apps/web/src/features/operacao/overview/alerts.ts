import { formatInteiro } from "@malote/syntax";
import { IconAlertTriangle, IconCertificate, IconClockExclamation, IconMailX } from "@tabler/icons-react";
import type { Fila, OperatorState } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import type { Alert } from "../../../ui/AlertStrip.tsx";
import { formatDias, formatDuracao } from "../../../ui/duracao.ts";

const { faixa: textos } = operacao;

/** Queues that the overview always shows, in this order. */
const MAIN: readonly Fila["tipo"][] = ["poll", "ingest", "validate", "manifesto", "webhook", "exportacao"];

/**
 * The queues of the overview: the main ones, and others that are late, stopped or have failures.
 */
export function filasOnOverview(filas: readonly Fila[]): Fila[] {
  const isSpecial = ({ situacao, falhas }: Fila): boolean =>
    situacao === "atrasada" || situacao === "parada" || falhas > 0;
  const main = MAIN.flatMap((tipo) => filas.filter((fila) => fila.tipo === tipo));
  return [...main, ...filas.filter((fila) => !MAIN.includes(fila.tipo) && isSpecial(fila))];
}

/** The alerts that need an operator, each linked to its section; empty if there are none. */
export function alertsOf(strip: OperatorState["faixa"]): Alert[] {
  return [aboutFilas(strip), aboutFalhas(strip), aboutCaixas(strip), aboutCertificados(strip)].filter(
    (alert) => alert !== null,
  );
}

type Strip = OperatorState["faixa"];

function aboutFilas({ filasAtrasadas, filaMaisAtrasada }: Strip): Alert | null {
  if (filasAtrasadas === 0) return null;
  return {
    key: "filas",
    icon: IconClockExclamation,
    total: formatInteiro(filasAtrasadas),
    title: textos.filas(filasAtrasadas),
    text: filaMaisAtrasada
      ? textos.filasTexto(filaMaisAtrasada.nome, formatDuracao(filaMaisAtrasada.esperaMs))
      : "",
    to: "#filas",
  };
}

function aboutFalhas({ falhas, falhasTentaveis }: Strip): Alert | null {
  if (falhas === 0) return null;
  return {
    key: "falhas",
    icon: IconAlertTriangle,
    total: formatInteiro(falhas),
    title: textos.falhas(falhas),
    text: textos.tentaveis(falhasTentaveis, formatInteiro(falhasTentaveis)),
    to: "#falhas",
  };
}

function aboutCaixas({ caixas, caixasComErro, contasComCaixaEmErro }: Strip): Alert | null {
  if (caixasComErro === 0) return null;
  return {
    key: "caixas",
    icon: IconMailX,
    total: formatInteiro(caixasComErro),
    title: textos.caixas(caixasComErro),
    text: textos.caixasTexto(formatInteiro(caixas), contasComCaixaEmErro),
    to: "#caixas",
  };
}

function aboutCertificados({ certificados, certificadoDias }: Strip): Alert | null {
  if (certificados === 0) return null;
  return {
    key: "certificados",
    icon: IconCertificate,
    total: formatInteiro(certificados),
    title: textos.certificados(certificados),
    text: firstEnd(certificadoDias),
    to: "#certificados",
  };
}

function firstEnd(dias: number | null): string {
  if (dias === null) return "";
  if (dias < 0) return textos.primeiroVencido;
  return dias === 0 ? textos.primeiroHoje : textos.primeiro(formatDias(dias));
}
