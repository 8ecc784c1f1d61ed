import { useSearchParams } from "react-router-dom";
import { EsperasTab } from "./EsperasTab.tsx";
import { FalhasTab } from "./FalhasTab.tsx";
import { FilasTab } from "./FilasTab.tsx";

/** Page of the queues with three tabs: queues, contas and failures. */
export function FilasPage(): React.JSX.Element {
  const [params] = useSearchParams();
  const tab = params.get("aba");
  if (tab === "contas") return <EsperasTab />;
  return tab === "falhas" ? <FalhasTab /> : <FilasTab />;
}
