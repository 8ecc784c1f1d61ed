import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { sendWhenConnected } from "../../../network/connection.ts";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { onForget } from "../../../rpc/session/session.ts";
import { general } from "../../../texts/app/general.ts";
import { flagQuestionTexts as texts } from "../../../texts/lists/flag-questions.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { batchTexts } from "../../../texts/lists/nota-batch.ts";
import { isUnknownAtSefaz, lowercaseStatusWord } from "../../../ui/documento/documento-status.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import {
  type Batch,
  type BatchOutcome,
  type FlagChange,
  type FlaggableNota,
  type FlagName,
  notaNameOf,
  splitChangeable,
  sumTotals,
} from "./flag-state.ts";
import { setWaiting } from "./waiting-flags.ts";

type FlagContext = { queryClient: QueryClient; setLote: (lote: Batch | null) => void };

/** Sets or clears flags after a confirmation, and shows a toast with an undo button. */
export function useFlags() {
  const queryClient = useQueryClient();
  const [batch, setBatch] = useState<Batch | null>(null);
  return {
    lote: batch,
    closeLote: () => setBatch(null),
    /** @returns true if the flags changed or needed no change */
    marcar: async (notas: readonly FlaggableNota[], flag: FlagName, turnOn: boolean): Promise<boolean> => {
      return await changeFlags(notas, { flag, turnOn }, { queryClient, setLote: setBatch });
    },
    /** Without a question, for the one document that the user is looking at; the toast undoes it. */
    marcarVisto: async (nota: FlaggableNota, flag: FlagName, turnOn: boolean): Promise<void> => {
      if (nota.quarentena) showToast(flagSentences.bloqueada);
      // SEFAZ contradicts the document: the mark is possible, but not by one key.
      else if (turnOn && nota.divergente)
        await changeFlags([nota], { flag, turnOn }, { queryClient, setLote: setBatch });
      else await applyChange([nota], { flag, turnOn }, { queryClient, setLote: setBatch });
    },
  };
}

/**
 * Asks for confirmation, sets or clears the flag where that changes something, and shows a toast.
 * @returns true if the flags changed or needed no change
 */
async function changeFlags(
  notas: readonly FlaggableNota[],
  request: FlagChange,
  context: FlagContext,
): Promise<boolean> {
  const { changing, quarentena } = splitChangeable(notas, request);
  if (changing.length === 0) {
    if (quarentena > 0) showToast(flagSentences.bloqueada);
    return quarentena === 0;
  }
  const confirmed = await confirmChange(changing, { ...request, skipped: quarentena });
  if (confirmed) await applyChange(changing, request, context);
  return confirmed;
}

async function applyChange(
  notas: readonly FlaggableNota[],
  request: FlagChange,
  context: FlagContext,
): Promise<void> {
  const { queryClient, setLote } = context;
  const controller = new AbortController();
  const total = notas.length;
  const abort = (): void => controller.abort();
  const unsubscribe = onForget(abort);
  const outcomes = await setFlags(notas, { ...request, signal: controller.signal }, (doneCount) => {
    if (total > 1) setLote({ flag: request.flag, doneCount, total, outcomes: null, stop: abort });
  });
  unsubscribe();
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["notas"] }),
    queryClient.invalidateQueries({ queryKey: ["nota"] }),
  ]);
  const ok = outcomes.filter((item) => item.falha === null).map((item) => item.nota);
  if (ok.length < total && total > 1) {
    setLote({ flag: request.flag, doneCount: total, total, outcomes, stop: abort });
    return;
  }
  setLote(null);
  if (ok.length > 0) showUndoToast(ok, request, context);
}

function showUndoToast(
  notas: readonly FlaggableNota[],
  { flag, turnOn }: FlagChange,
  context: FlagContext,
): void {
  const flagTexts = texts[flag];
  const sentence = turnOn ? flagTexts.feito(notas.length) : flagTexts.desfeito(notas.length);
  const undo = (): void => void applyChange(notas, { flag, turnOn: !turnOn }, context);
  showToast(sentence, { label: general.desfazer, onClick: undo });
}

/** Asks for confirmation, and states how many documents in quarantine are skipped. */
function confirmChange(
  notas: readonly FlaggableNota[],
  { flag, turnOn, skipped }: { flag: FlagName; turnOn: boolean; skipped: number },
): Promise<boolean> {
  const flagTexts = texts[flag];
  const [first] = notas;
  const text =
    notas.length === 1 && first
      ? texts.pergunta(notaNameOf(first))
      : texts.perguntaVarias(notas.length, sumTotals(notas));
  const contradicted = turnOn ? notas.filter(({ divergente }) => divergente === true) : [];
  const warning = contradicted.length === 0 ? "" : warningOf(contradicted, notas.length);
  return askConfirmation({
    titulo: turnOn ? flagTexts.perguntaMarcar : flagTexts.perguntaDesmarcar,
    texto: [warning, text, skipped === 0 ? "" : texts.fora(skipped)].filter(Boolean).join(" "),
    acao:
      contradicted.length > 0
        ? texts.confirmarContradita
        : turnOn
          ? texts.confirmarMarcar
          : texts.confirmarDesmarcar,
  });
}

/** What SEFAZ says against the documents to be flagged. */
function warningOf(contradicted: readonly FlaggableNota[], total: number): string {
  const [first] = contradicted;
  if (total > 1 || !first) return texts.contraditas(contradicted.length);
  return isUnknownAtSefaz(first)
    ? texts.contraditaDesconhecida
    : texts.contradita(lowercaseStatusWord(first.sefazStatus));
}

/** Concurrent calls. */
const CONCURRENCY = 4;

/**
 * One call per document, a few at once. A refusal does not stop the others; an aborted rest counts
 * as not done.
 */
async function setFlags(
  notas: readonly FlaggableNota[],
  { flag, turnOn, signal }: { flag: FlagName; turnOn: boolean; signal: AbortSignal },
  onProgress: (doneCount: number) => void,
): Promise<BatchOutcome[]> {
  const falhas: (string | null)[] = notas.map(() => batchTexts.parado);
  let [next, doneCount] = [0, 0];
  const worker = async (): Promise<void> => {
    while (next < notas.length && !signal.aborted) {
      const at = next;
      next += 1;
      falhas[at] = await trySetFlag(notas[at] as FlaggableNota, {
        ...{ flag, turnOn, signal },
        only: notas.length === 1,
      });
      doneCount += 1;
      onProgress(doneCount);
    }
  };
  onProgress(0);
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return notas.map((nota, at) => ({ nota, falha: falhas[at] ?? null }));
}

/** @returns the error in words; null on success */
async function trySetFlag(
  nota: FlaggableNota,
  request: FlagChange & { only: boolean; signal: AbortSignal },
): Promise<string | null> {
  const { flag, turnOn, only, signal } = request;
  try {
    const wait = (): void => setWaiting(nota.id, flag, turnOn);
    await sendWhenConnected(() => setFlag(nota.id, flag, turnOn), signal, wait);
    return null;
  } catch (error) {
    const falha = explainFailure(error);
    if (only) showFailureToast(falha);
    return falha ? falha.texto || falha.titulo : general.sessaoEncerrada;
  } finally {
    setWaiting(nota.id, flag, null);
  }
}

function setFlag(id: string, flag: FlagName, turnOn: boolean): Promise<unknown> {
  if (flag === "processado") return call("Nota.setProcessadoErp", { id, processado: turnOn });
  if (flag === "recebido") return call("Nota.setRecebido", { id, recebido: turnOn });
  return call("Nota.setConferido", { id, conferido: turnOn });
}
