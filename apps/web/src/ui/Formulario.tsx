import { useAlterado } from "./abandonar.ts";
import type { Pergunta } from "./confirmar.tsx";

/** For a sign-in or a lookup: its fields change nothing, so leaving loses nothing. */
export const SEM_RASCUNHO = "sem-rascunho";

/**
 * The form element of the whole application. `alterado`: it has unsaved changes, so leaving the page asks
 * 'Abandonar alterações?'. `pergunta` replaces the default text of that question.
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
