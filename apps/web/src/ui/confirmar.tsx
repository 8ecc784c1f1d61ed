import { modals } from "@mantine/modals";
import { geral } from "../textos/geral.ts";

let announce: () => void = () => undefined;
const hosted = new Promise<void>((resolve) => {
  announce = resolve;
});

/** Said by the part of the frame that draws questions, once it is there: it comes after the page. */
export function hostConfirmar(): void {
  announce();
}

/** Asks before doing. @returns true when the person confirms; closing the question is a no */
export async function confirmar(pergunta: {
  titulo: string;
  texto: string;
  acao: string;
  /** What not doing it is called. */
  cancelar?: string;
  destrutiva?: boolean;
}): Promise<boolean> {
  await hosted;
  return new Promise((resolve) => {
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
      onConfirm: () => resolve(true),
      onClose: () => resolve(false),
    });
  });
}
