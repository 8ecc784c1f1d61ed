import { useState } from "react";
import { explainFailure } from "../../rpc/call/failures.ts";
import { showFailureToast, showToast } from "../../ui/feedback/toast.tsx";

/**
 * Runs one action at a time and shows a toast with its result or its error.
 * @returns whether an action runs, and the function that starts one
 */
export function useAct(): [busy: boolean, act: (work: () => Promise<string>) => void] {
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>): Promise<void> => {
    setBusy(true);
    try {
      showToast(await work());
    } catch (error) {
      showFailureToast(explainFailure(error));
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
