import { formatInteger } from "@malote/syntax";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import type { NotaRow, NotasRequest } from "../../../rpc/documents/queries.ts";
import { pagerTexts } from "../../../texts/app/general.ts";
import { printTexts as texts } from "../../../texts/lists/print.ts";
import { showToast } from "../../../ui/feedback/toast.tsx";
import { listFilteredNotas } from "../selection/list-filtered-notas.ts";

/**
 * Prints the whole filter of a list, not only the page on screen: by Ctrl + P, or by `print`.
 * @returns notas: the documents of the filter, up to a selection's maximum, while they are printed
 */
export function useListPrint(
  request: NotasRequest,
  total: number,
): { notas: readonly NotaRow[] | null; print: () => void } {
  const [notas, setNotas] = useState<readonly NotaRow[] | null>(null);
  const print = async (): Promise<void> => {
    showToast(texts.preparando(pagerTexts.documentos(formatInteger(total))));
    const found = await listFilteredNotas(request, () => {});
    if (found === null) return;
    flushSync(() => setNotas(found));
    window.print();
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "p";
    if (!isPrint || total === 0) return;
    event.preventDefault();
    void print();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event);
    const forget = (): void => setNotas(null);
    document.addEventListener("keydown", listen);
    window.addEventListener("afterprint", forget);
    return () => {
      document.removeEventListener("keydown", listen);
      window.removeEventListener("afterprint", forget);
    };
  }, []);
  return { notas, print: () => void print() };
}
