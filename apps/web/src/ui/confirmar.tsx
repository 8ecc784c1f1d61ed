import { modals } from "@mantine/modals";
import { abandonar, geral } from "../textos/geral.ts";
import { beginQuestion, wantPerguntas } from "./open-questions.ts";

/** A confirmation question. */
export type Pergunta = {
  titulo: string;
  texto: string;
  acao: string;
  /** Label of the cancel button. */
  cancelar?: string;
  destrutiva?: boolean;
};

/** The default question about unsaved changes (spec §2). */
export const PERDER_ALTERACOES: Pergunta = { ...abandonar, destrutiva: true };

let hosts = 0;
const waiting = new Set<() => void>();

/**
 * Called by the component that renders the questions once it is mounted: it loads after the page.
 * @returns called when it unmounts
 */
export function hostConfirmar(): () => void {
  hosts += 1;
  for (const ready of waiting) ready();
  waiting.clear();
  return () => {
    hosts -= 1;
  };
}

/** Asks for confirmation. @returns true when the user confirms; closing the dialog is a no */
export async function confirmar(pergunta: Pergunta): Promise<boolean> {
  wantPerguntas();
  if (hosts === 0) await new Promise<void>((resolve) => waiting.add(resolve));
  return new Promise((resolve) => {
    const end = beginQuestion();
    modals.openConfirmModal({
      title: pergunta.titulo,
      children: <p style={{ color: "var(--text-2)", textWrap: "pretty" }}>{pergunta.texto}</p>,
      size: 420,
      labels: { confirm: pergunta.acao, cancel: pergunta.cancelar ?? geral.cancelar },
      closeButtonProps: { "aria-label": geral.fechar },
      confirmProps: {
        ...(pergunta.destrutiva ? { className: "botao botao-perigo" } : {}),
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
