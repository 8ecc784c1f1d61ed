import { modals } from "@mantine/modals";
import { general, leaveTexts } from "../../texts/app/general.ts";
import { beginQuestion } from "./open-questions.ts";

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

/** Asks for confirmation. @returns true when the user confirms; closing the dialog is a no */
export async function askConfirmation(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const end = beginQuestion();
    modals.openConfirmModal({
      title: question.titulo,
      children: <p style={{ color: "var(--text-2)", textWrap: "pretty" }}>{question.texto}</p>,
      size: 420,
      labels: { confirm: question.acao, cancel: question.cancelar ?? general.cancelar },
      closeButtonProps: { "aria-label": general.fechar },
      // Enter must not lose anything by itself.
      confirmProps: question.destrutiva ? { color: "red" } : { "data-autofocus": true },
      cancelProps: question.destrutiva ? { "data-autofocus": true } : {},
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
