import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { sendWhenConnected } from "../../../network/connection.ts";
import { call } from "../../../rpc/call/call.ts";
import { explainFailure } from "../../../rpc/call/failures.ts";
import { onForget } from "../../../rpc/session/session.ts";
import { general } from "../../../texts/app/general.ts";
import { flagQuestionTexts as texts } from "../../../texts/lists/flag-questions.ts";
import { flagSentences } from "../../../texts/lists/flags.ts";
import { isUnknownAtSefaz, lowercaseStatusWord } from "../../../ui/documento/documento-status.ts";
import { showFailureToast, showToast } from "../../../ui/feedback/toast.tsx";
import { askConfirmation } from "../../../ui/overlay/ask-confirmation.tsx";
import { type FlagChange, type FlaggableNota, type FlagName, flagStateOf, notaNameOf } from "./flag-state.ts";
import { setWaiting } from "./waiting-flags.ts";

/** Sets or clears a flag of one document after a confirmation, and shows a toast with an undo button. */
export function useFlags() {
  const queryClient = useQueryClient();
  return {
    /** @returns true if the flag changed or needed no change */
    marcar: async (nota: FlaggableNota, flag: FlagName, turnOn: boolean): Promise<boolean> =>
      await changeFlag(nota, { flag, turnOn }, queryClient),
    /** Without a question, for the one document that the user is looking at; the toast undoes it. */
    marcarVisto: async (nota: FlaggableNota, flag: FlagName, turnOn: boolean): Promise<void> => {
      if (nota.quarentena) showToast(flagSentences.bloqueada);
      // SEFAZ contradicts the document: the mark is possible, but not by one key.
      else if (turnOn && nota.divergente) await changeFlag(nota, { flag, turnOn }, queryClient);
      else await applyChange(nota, { flag, turnOn }, queryClient);
    },
  };
}

/**
 * Asks for confirmation, sets or clears the flag if that changes something, and shows a toast.
 * @returns true if the flag changed or needed no change
 */
async function changeFlag(nota: FlaggableNota, request: FlagChange, client: QueryClient): Promise<boolean> {
  if (nota.quarentena) {
    showToast(flagSentences.bloqueada);
    return false;
  }
  if (flagStateOf(nota, request.flag).isOn === request.turnOn) return true;
  const confirmed = await confirmChange(nota, request);
  if (confirmed) await applyChange(nota, request, client);
  return confirmed;
}

async function applyChange(nota: FlaggableNota, request: FlagChange, client: QueryClient): Promise<void> {
  const controller = new AbortController();
  const unsubscribe = onForget(() => controller.abort());
  const isDone = await trySetFlag(nota, request, controller.signal);
  unsubscribe();
  await Promise.all([
    client.invalidateQueries({ queryKey: ["notas"] }),
    client.invalidateQueries({ queryKey: ["nota"] }),
  ]);
  if (isDone) showUndoToast(nota, request, client);
}

function showUndoToast(nota: FlaggableNota, { flag, turnOn }: FlagChange, client: QueryClient): void {
  const sentence = turnOn ? texts[flag].feito(1) : texts[flag].desfeito(1);
  const undo = (): void => void applyChange(nota, { flag, turnOn: !turnOn }, client);
  showToast(sentence, { label: general.desfazer, onClick: undo });
}

/** Asks for confirmation, and says what SEFAZ says against it. */
function confirmChange(nota: FlaggableNota, { flag, turnOn }: FlagChange): Promise<boolean> {
  const isContradicted = turnOn && nota.divergente === true;
  const text = texts.pergunta(notaNameOf(nota));
  return askConfirmation({
    titulo: turnOn ? texts[flag].perguntaMarcar : texts[flag].perguntaDesmarcar,
    texto: isContradicted ? `${warningOf(nota)} ${text}` : text,
    acao: isContradicted
      ? texts.confirmarContradita
      : turnOn
        ? texts.confirmarMarcar
        : texts.confirmarDesmarcar,
  });
}

/** What SEFAZ says against the document to be flagged. */
function warningOf(nota: FlaggableNota): string {
  if (isUnknownAtSefaz(nota)) return texts.contraditaDesconhecida;
  return texts.contradita(lowercaseStatusWord(nota.sefazStatus));
}

/** @returns false after a failure, which is shown */
async function trySetFlag(
  nota: FlaggableNota,
  { flag, turnOn }: FlagChange,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const wait = (): void => setWaiting(nota.id, flag, turnOn);
    await sendWhenConnected(() => setFlag(nota.id, flag, turnOn), signal, wait);
    return true;
  } catch (error) {
    showFailureToast(explainFailure(error));
    return false;
  } finally {
    setWaiting(nota.id, flag, null);
  }
}

function setFlag(id: string, flag: FlagName, turnOn: boolean): Promise<unknown> {
  if (flag === "processado") return call("Nota.setProcessadoErp", { id, processado: turnOn });
  if (flag === "recebido") return call("Nota.setRecebido", { id, recebido: turnOn });
  return call("Nota.setConferido", { id, conferido: turnOn });
}
