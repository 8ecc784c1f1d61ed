import { formatInteger, formatSize } from "@malote/syntax";
import type { BackupRun, Backups } from "../../rpc/operator/operator-queries.ts";
import { backupTexts as texts } from "../../texts/operator/pages.ts";
import { formatDuration, formatNearDay } from "../../ui/format/duration.ts";
import { formatNearInstant } from "../../ui/format/relative-time.ts";

/**
 * Age in ms above which the last good backup raises a warning; by default one is made every few
 * minutes.
 */
const OLD_MS = 24 * 60 * 60_000;

type Now = { agora: Date; zona: string };

/** A fact about backups as title and text; `warn`: an operator must act. */
export type BackupFact = { key: "ultimo" | "conferencia"; warn: boolean; title: string; text: string };

/** The facts of the overview: the last backup, and the last check that read a backup back. */
export function factsOf(backups: Backups, now: Now): BackupFact[] {
  return [lastFact(backups, now), checkFact(backups, now)];
}

function lastFact({ ultimo, execucoes }: Backups, now: Now): BackupFact {
  const newest = execucoes.find(({ tipo }) => tipo === "criar");
  if (newest?.resultado === "falhou" && newest.id !== ultimo?.id) {
    return { key: "ultimo", warn: true, title: failedTitle(newest, now), text: newest.mensagem ?? "" };
  }
  if (!ultimo?.comecouEm) return { key: "ultimo", warn: true, title: texts.nunca, text: texts.nuncaTexto };
  const old = now.agora.getTime() - ultimo.comecouEm.getTime() > OLD_MS;
  const title = texts.feito(formatNearInstant(ultimo.comecouEm, now.agora, now.zona));
  return { key: "ultimo", warn: old, title, text: doneText(ultimo) };
}

function failedTitle({ comecouEm }: BackupRun, { agora, zona }: Now): string {
  return texts.falhou(comecouEm ? formatNearInstant(comecouEm, agora, zona) : "");
}

function doneText(run: BackupRun): string {
  const size = run.bytes === null ? null : formatSize(run.bytes);
  const length = durationOf(run);
  const measure = size && length ? texts.em(size, length) : (size ?? length);
  const place = texts.guardado(shortPlace(run.destino));
  return measure ? `${measure}, ${place}` : place;
}

/** The bucket alone of an object store; the page of backups shows the whole path. */
function shortPlace(destino: string): string {
  return /^s3:\/\/[^/]+/.exec(destino)?.[0] ?? destino;
}

function checkFact({ conferencia }: Backups, { agora, zona }: Now): BackupFact {
  const key = "conferencia";
  if (!conferencia?.terminouEm) {
    return { key, warn: true, title: texts.nuncaConferido, text: texts.nuncaConferidoTexto };
  }
  const when = formatNearDay(conferencia.terminouEm, agora, zona);
  if (conferencia.resultado === "falhou") {
    return { key, warn: true, title: texts.conferenciaFalhou(when), text: conferencia.mensagem ?? "" };
  }
  const { documentos, mensagem } = conferencia;
  // The daily partial check counts no documents: its message names the objects that it read.
  if (!documentos && mensagem) {
    return { key, warn: false, title: texts.conferidoEmParte(when), text: mensagem };
  }
  const text = documentos === null ? texts.inteiro : texts.lidos(formatInteger(documentos));
  return { key, warn: false, title: texts.conferido(when), text };
}

/** How long a run took, in words; null while it runs. */
export function durationOf({ comecouEm, terminouEm }: BackupRun): string | null {
  if (!comecouEm || !terminouEm) return null;
  return formatDuration(terminouEm.getTime() - comecouEm.getTime());
}

/** The running backup, if any. */
export function runningOf({ execucoes }: Backups): BackupRun | undefined {
  return execucoes.find(({ tipo, resultado }) => tipo === "criar" && resultado === null);
}
