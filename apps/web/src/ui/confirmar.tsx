import { modals } from "@mantine/modals";
import { abandonar, geral } from "../textos/geral.ts";
import { beginQuestion, wantPerguntas } from "./open-questions.ts";

/** A question before doing something. */
export type Pergunta = {
  titulo: string;
  texto: string;
  acao: string;
  /** What not doing it is called. */
  cancelar?: string;
  destrutiva?: boolean;
};

/** Unsaved changes would be lost (spec §2). */
export const PERDER_ALTERACOES: Pergunta = { ...abandonar, destrutiva: true };

let hosts = 0;
const waiting = new Set<() => void>();

/**
 * Called by the component that draws questions, once it is mounted: it loads after the page.
 * @returns called when it goes
 */
export function hostConfirmar(): () => void {
  hosts += 1;
  for (const ready of waiting) ready();
  waiting.clear();
  return () => {
    hosts -= 1;
  };
}

/** Asks before doing. @returns true when the person confirms; closing the question is a no */
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
