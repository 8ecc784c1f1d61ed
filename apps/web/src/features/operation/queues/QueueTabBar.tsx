import { formatInteger } from "@malote/syntax";
import { useQuery } from "../../../rpc/call/use-query.ts";
import { operatorStateQuery } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../../texts/operator/operation.ts";
import { LinkTabs } from "../../../ui/layout/LinkTabs.tsx";

const { abas: texts } = operationTexts.filas;

const TABS = ["filas", "contas", "falhas"] as const;

/** The tabs of the queues page, with the number of late queues and of failures. */
export function QueueTabBar({ active }: { active: (typeof TABS)[number] }): React.JSX.Element {
  const { data } = useQuery(operatorStateQuery);
  const counts = { filas: data?.faixa.filasAtrasadas ?? 0, contas: 0, falhas: data?.faixa.falhas ?? 0 };
  return (
    <LinkTabs
      label={texts.rotulo}
      active={active}
      tabs={TABS.map((key) => ({
        key: key,
        title: texts[key],
        to: key === "filas" ? "/operacao/filas" : `/operacao/filas?aba=${key}`,
        count: counts[key] > 0 ? formatInteger(counts[key]) : undefined,
        tone: "aviso",
      }))}
    />
  );
}
