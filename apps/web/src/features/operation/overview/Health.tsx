import { Paper } from "@mantine/core";
import type { OperatorState } from "../../../rpc/operator/operator-queries.ts";
import { operationTexts as texts } from "../../../texts/operator/operation.ts";
import classes from "./Overview.module.css";

/** Failed health checks of the installation, one sentence each; renders nothing if all pass. */
export function Health({ findings }: { findings: OperatorState["saude"] }): React.JSX.Element | null {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return null;
  return (
    <Paper component="section" className={classes.health} aria-labelledby="saude">
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
