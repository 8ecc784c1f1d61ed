import { useMemo, useRef, useState } from "react";
import { useSteady } from "../../ui/state/use-steady.ts";

/** Id of the header's search field. */
export const SEARCH_FIELD_ID = "busca-global";

/** State of the global search. */
export type SearchState = {
  opened: boolean;
  /** The palette was opened once and stays mounted. */
  requested: boolean;
  text: string;
  /** Enter was pressed before the palette had loaded. */
  submitPending: boolean;
  /** Opens the palette; the header's field keeps the typed text until it has loaded. */
  open: () => void;
  type: (text: string) => void;
  submit: () => void;
  onSubmitted: () => void;
  /** Closes it without its text, and restores the focus. */
  close: () => void;
  /** Closes it to navigate; the text stays when the target list shows it. */
  leave: (text: string) => void;
};

/** The state of the global search; the same object until it changes. */
export function useSearch(): SearchState {
  const [opened, setOpened] = useState(false);
  const [requested, setRequested] = useState(false);
  const [text, setText] = useState("");
  const [submitPending, setSubmitPending] = useState(false);
  const origin = useRef<Element | null>(null);
  const show = (): void => {
    if (!opened) origin.current = document.activeElement;
    setOpened(true);
    setRequested(true);
  };
  const events = useSteady({
    open: () => {
      show();
      document.getElementById(SEARCH_FIELD_ID)?.focus();
    },
    type: (next: string) => {
      setText(next);
      if (next !== "") show();
    },
    submit: () => {
      show();
      setSubmitPending(true);
    },
    onSubmitted: () => setSubmitPending(false),
    close: () => {
      setOpened(false);
      setText("");
      setSubmitPending(false);
      focusOn(origin.current);
    },
    leave: (next: string) => {
      setOpened(false);
      setText(next);
      focusOn(document.getElementById("conteudo"));
    },
  });
  return useMemo(
    () => ({ opened, requested, text, submitPending, ...events }),
    [opened, requested, text, submitPending, events],
  );
}

function focusOn(target: Element | null): void {
  if (target instanceof HTMLElement && target !== document.body) target.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
