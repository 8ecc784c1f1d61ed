import type { Nota } from "../../../rpc/documents/queries.ts";
import { notaTexts as texts } from "../../../texts/nota/nota.ts";
import { statusWords } from "../../../texts/nota/status-words.ts";
import { isReleased, statusOfSefaz } from "../../../ui/documento/documento-status.ts";
import { formatDayTime } from "../../../ui/format/relative-time.ts";
import { consultaExclusionOf } from "../consulta/consulta-exclusion.ts";
import { type FlagName, flagStateOf } from "../flags/flag-state.ts";
import { isHeldByUser } from "../quarentena/release-rules.ts";

/**
 * State of a step: done, current, needs the user, passed despite the verdict, blocked, or pending.
 */
export type StepState = "feito" | "atual" | "aviso" | "liberada" | "parado" | "espera";
export type NotaStep = { chave: string; titulo: string; texto: string; estado: StepState };

/** The seven steps of a document, from the e-mail to the ERP. */
export function notaStepsOf(nota: Nota, now: Date, timeZone: string): NotaStep[] {
  const { trilha } = texts;
  const format = (instant: Date | null): string => (instant ? formatDayTime(instant, timeZone) : "");
  const { isImported, at: arrival } = firstArrivalOf(nota);
  const steps: NotaStep[] = [
    {
      chave: "email",
      titulo: isImported ? trilha.importado : trilha.email,
      texto: format(arrival ?? nota.criadoEm),
      estado: "feito",
    },
    { chave: "extraido", titulo: trilha.extraido, texto: format(nota.criadoEm), estado: "feito" },
    validationStepOf(nota, now, format),
    eventosStepOf(nota, now),
    flagStepOf(nota, { marca: "recebido", titulo: trilha.recebido, when: format }),
    flagStepOf(nota, { marca: "conferido", titulo: trilha.conferido, when: format }),
    flagStepOf(nota, { marca: "processado", titulo: trilha.processado, when: format }),
  ];
  return markCurrent(steps);
}

type FormatInstant = (instant: Date | null) => string;

function validationStepOf(nota: Nota, now: Date, format: FormatInstant): NotaStep {
  const { trilha } = texts;
  const step = { chave: "validado", titulo: trilha.validacao };
  if (nota.quarentena) {
    const heldAt = isHeldByUser(nota) ? (nota.atosQuarentena?.at(-1)?.quando ?? null) : nota.criadoEm;
    return { ...step, titulo: statusWords.emQuarentena, texto: format(heldAt), estado: "aviso" };
  }
  if (isReleased(nota)) {
    const text = format(nota.quarentenaLiberadaEm);
    return { ...step, titulo: statusWords.liberada, texto: text, estado: "liberada" };
  }
  if (nota.sefazStatus !== null) {
    const { tone: tom } = statusOfSefaz(nota);
    const estado = tom === "aviso" ? "aviso" : "feito";
    const titulo = nota.divergente ? statusWords.divergente : trilha.validado;
    return { ...step, titulo, texto: format(nota.sefazConsultadaEm), estado };
  }
  const exclusion = consultaExclusionOf(nota, now);
  if (exclusion !== null) return { ...step, texto: trilha.semConsulta[exclusion], estado: "parado" };
  if (nota.aguardandoCertificado) return { ...step, texto: trilha.verCertificado, estado: "aviso" };
  return { ...step, texto: nota.sefazFalhouEm ? trilha.semResposta : trilha.naFila, estado: "espera" };
}

function eventosStepOf(nota: Nota, now: Date): NotaStep {
  const { trilha } = texts;
  const step = { chave: "eventos", titulo: trilha.eventos };
  const [last] = nota.listEventos.slice(-1);
  if (last) {
    const text = `${nota.listEventos.length}, ${shortenEvento(last.descEvento)}`;
    // An evento with a ressalva does not count as a done step.
    const estado = last.ressalva === null ? "feito" : "aviso";
    return { ...step, texto: text, estado: nota.quarentena ? "parado" : estado };
  }
  if (nota.quarentena) return { ...step, texto: trilha.parado, estado: "parado" };
  if (consultaExclusionOf(nota, now) !== null) return { ...step, texto: trilha.nenhum, estado: "feito" };
  if (nota.sefazStatus === null) return { ...step, texto: trilha.pendente, estado: "espera" };
  return { ...step, texto: trilha.nenhum, estado: "feito" };
}

/** "Ciência da Operação" → "ciência"; a carta de correção keeps its full name. */
function shortenEvento(descricao: string): string {
  if (/^carta\b/i.test(descricao)) return texts.trilha.carta;
  return (descricao.split(/\s+/)[0] ?? "").toLocaleLowerCase("pt-BR");
}

function flagStepOf(nota: Nota, step: { marca: FlagName; titulo: string; when: FormatInstant }): NotaStep {
  const { marca, titulo, when: format } = step;
  const { isOn, em } = flagStateOf(nota, marca);
  if (isOn) return { chave: marca, titulo, texto: format(em), estado: "feito" };
  if (nota.quarentena) return { chave: marca, titulo, texto: texts.trilha.parado, estado: "parado" };
  return { chave: marca, titulo, texto: texts.trilha.pendente, estado: "espera" };
}

/** Marks the first pending step as the current one. */
function markCurrent(steps: NotaStep[]): NotaStep[] {
  const first = steps.findIndex((step) => step.estado === "espera");
  return steps.map((step, index) => (index === first ? { ...step, estado: "atual" } : step));
}

/** The first e-mail or imported file that brought the document. */
function firstArrivalOf({ origens }: Nota): { isImported: boolean; at: Date | null } {
  const [first] = origens.toSorted((a, b) => timeOf(a.recebidaEm) - timeOf(b.recebidaEm));
  return { isImported: first?.importado ?? false, at: first?.recebidaEm ?? null };
}

const timeOf = (instant: Date | null): number => instant?.getTime() ?? Number.POSITIVE_INFINITY;
