import { GuardedForm, NO_DRAFT } from "./GuardedForm.tsx";

/** A form over a page that may have one of its own: its submission does not reach that one. */
export function OverlayForm(props: { onSubmit: () => void; children: React.ReactNode }): React.JSX.Element {
  return (
    <GuardedForm
      changed={NO_DRAFT}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        props.onSubmit();
      }}
    >
      {props.children}
    </GuardedForm>
  );
}
