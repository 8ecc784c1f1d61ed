import { useSearchParams } from "react-router-dom";
import { AllQueuesTab } from "./AllQueuesTab.tsx";
import { FailuresTab } from "./FailuresTab.tsx";
import { WaitingContasTab } from "./WaitingContasTab.tsx";

/** Page of the queues with three tabs: queues, contas and failures. */
export function QueuesPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const tab = params.get("aba");
  if (tab === "contas") return <WaitingContasTab />;
  return tab === "falhas" ? <FailuresTab /> : <AllQueuesTab />;
}
