import { useAlterado } from "./abandonar.ts";
import type { Pergunta } from "./confirmar.tsx";

/** A sign-in or a look-up: what is typed there changes nothing, so leaving loses nothing. */
export const SEM_RASCUNHO = "sem-rascunho";

/**
 * Every form of the application. `alterado` says whether it has unsaved changes: leaving the page
 * then asks 'Abandonar alterações?'.
 * `pergunta` replaces the general words of that question.
 */
export function Formulario(
  props: React.ComponentProps<"form"> & {
    alterado: boolean | typeof SEM_RASCUNHO;
    pergunta?: Pergunta | undefined;
  },
): React.JSX.Element {
  const { alterado, pergunta, ...form } = props;
  useAlterado(alterado === true, pergunta);
  return <form noValidate {...form} />;
}
