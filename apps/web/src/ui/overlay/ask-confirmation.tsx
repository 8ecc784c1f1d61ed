import { modals } from "@mantine/modals";
import { general, leaveTexts } from "../../texts/app/general.ts";
import { beginQuestion, requestConfirmHost } from "./open-questions.ts";

/** A confirmation question. */
export type Question = {
  titulo: string;
  texto: string;
  acao: string;
  /** Label of the cancel button. */
  cancelar?: string;
  destrutiva?: boolean;
};

/** The default question about unsaved changes (spec §2). */
export const LOSE_CHANGES_QUESTION: Question = { ...leaveTexts, destrutiva: true };

let hosts = 0;
const waiting = new Set<() => void>();

/**
 * Called by the component that renders the questions once it is mounted: it loads after the page.
 * @returns called when it unmounts
 */
export function registerConfirmHost(): () => void {
  hosts += 1;
  for (const ready of waiting) ready();
  waiting.clear();
  return () => {
    hosts -= 1;
  };
}

/** Asks for confirmation. @returns true when the user confirms; closing the dialog is a no */
export async function askConfirmation(question: Question): Promise<boolean> {
  requestConfirmHost();
  if (hosts === 0) await new Promise<void>((resolve) => waiting.add(resolve));
  return new Promise((resolve) => {
    const end = beginQuestion();
    modals.openConfirmModal({
      title: question.titulo,
      children: <p style={{ color: "var(--text-2)", textWrap: "pretty" }}>{question.texto}</p>,
      size: 420,
      labels: { confirm: question.acao, cancel: question.cancelar ?? general.cancelar },
      closeButtonProps: { "aria-label": general.fechar },
      confirmProps: {
        ...(question.destrutiva ? { className: "botao botao-perigo" } : {}),
        "data-autofocus": true,
      },
      groupProps: { mt: 20, gap: 8 },
      onConfirm: () => {
        end();
        resolve(true);
      },
      onClose: () => {
        end();
        resolve(false);
      },
    });
  });
}
