import type { Question } from "../overlay/ask-confirmation.tsx";
import { useUnsavedChanges } from "../overlay/unsaved-changes.ts";

/** For a sign-in or a lookup: its fields change nothing, so leaving loses nothing. */
export const NO_DRAFT = "sem-rascunho";

/**
 * The form element of the whole application. `changed`: it has unsaved changes, so leaving the page asks
 * 'Abandonar alterações?'. `question` replaces the default text of that question.
 */
export function GuardedForm(
  props: React.ComponentProps<"form"> & {
    changed: boolean | typeof NO_DRAFT;
    question?: Question | undefined;
  },
): React.JSX.Element {
  const { changed, question, ...form } = props;
  useUnsavedChanges(changed === true, question);
  return <form noValidate {...form} />;
}
