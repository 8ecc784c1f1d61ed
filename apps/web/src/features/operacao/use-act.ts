import { useState } from "react";
import { explainFalha } from "../../rpc/falhas.ts";
import { avisar, avisarFalha } from "../../ui/toast.tsx";

/**
 * Runs one action at a time and shows a toast with its result or its error.
 * @returns whether an action runs, and the function that starts one
 */
export function useAct(): [busy: boolean, act: (work: () => Promise<string>) => void] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      avisar(await work());
    } catch (error) {
      avisarFalha(explainFalha(error));
    } finally {
      setBusy(false);
    }
  };
  return [
    busy,
    (work) => {
      if (!busy) void run(work);
    },
  ];
}
