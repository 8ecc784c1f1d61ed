import { Group, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { useQuery } from "../../rpc/call/use-query.ts";
import { operatorStateQuery } from "../../rpc/operator/operator-queries.ts";
import { operationTexts as texts } from "../../texts/operator/operation.ts";
import { formatDuration } from "../../ui/format/duration.ts";
import { useNow } from "../../ui/state/use-now.ts";
import { Dot } from "./Dot.tsx";

/** Whether all health checks pass, with the running version and its uptime. */
export function InstallationStatus({
  onNavigate,
}: {
  onNavigate?: (() => void) | undefined;
}): React.JSX.Element | null {
  const now = useNow();
  const { data, isError } = useQuery(operatorStateQuery);
  if (!data) return isError ? <p className="foot-link">{texts.semResposta}</p> : null;
  const failed = data.saude.filter(({ ok }) => !ok).length;
  const words = isError ? texts.semResposta : failed === 0 ? texts.tudoNoAr : texts.algoErrado(failed);
  return (
    <Link to="/operacao" className="foot-link" onClick={onNavigate}>
      <Group component="span" gap={8} wrap="nowrap" c="var(--text-2)" fw={550}>
        <Dot isBad={isError || failed > 0} />
        {words}
      </Group>
      {data.noArDesde && (
        <Text inherit component="span" display="block" pl={16} className="num">
          {texts.versao(data.versao, formatDuration(now.getTime() - data.noArDesde.getTime()))}
        </Text>
      )}
    </Link>
  );
}
