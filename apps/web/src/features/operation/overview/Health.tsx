import { Paper } from "@mantine/core";
import type { OperatorState } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts as texts } from "../../../texts/operator/operation.ts";

/** Failed health checks of the installation, one sentence each; renders nothing if all pass. */
export function Health({ findings }: { findings: OperatorState["saude"] }): React.JSX.Element | null {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return null;
  return (
    <Paper
      component="section"
      mx="var(--gutter)"
      mb={16}
      px={14}
      py={10}
      bd="1px solid var(--bad-line)"
      bg="var(--bad-soft)"
      c="var(--bad-text)"
      aria-labelledby="saude"
    >
      <h2 id="saude" className="t-secao">
        {texts.saude}
      </h2>
      <ul>
        {failed.map(({ verificacao, detalhe }) => (
          <li key={verificacao}>{detalhe}</li>
        ))}
      </ul>
    </Paper>
  );
}
