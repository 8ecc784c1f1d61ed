import { formatInteger } from "@malote/syntax";
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { type FailureFilter, retryAllFailures } from "../../rpc/operator/operator-queries.ts";
import { operationTexts } from "../../texts/operator/operation.ts";
import { useAct } from "./use-act.ts";

const { falhas: texts } = operationTexts;

/**
 * Button that retries all failures of a filter that may be retried now. `total`: how many; hidden
 * at 0.
 */
export function RetryAll(props: { total: number; filter: FailureFilter }): React.JSX.Element | null {
  const { total, filter } = props;
  const [busy, act] = useAct();
  if (total === 0) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} stroke={1.6} aria-hidden="true" />}
      disabled={busy}
      onClick={() => act(async () => texts.feito(await retryAllFailures(filter)))}
    >
      {texts.tentarAs(formatInteger(total))}
    </Button>
  );
}
