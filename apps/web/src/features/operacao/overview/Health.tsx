import type { OperatorState } from "../../../rpc/operador.ts";
import { operacao as textos } from "../../../textos/operacao.ts";
import classes from "./Overview.module.css";

/** Failed health checks of the installation, one sentence each; renders nothing if all pass. */
export function Health({ findings }: { findings: OperatorState["saude"] }): React.JSX.Element | null {
  const failed = findings.filter(({ ok }) => !ok);
  if (failed.length === 0) return null;
  return (
    <section className={classes.health} aria-labelledby="saude">
      <h2 id="saude" className="t-secao">
        {textos.saude}
      </h2>
      <ul>
        {failed.map(({ verificacao, detalhe }) => (
          <li key={verificacao}>{detalhe}</li>
        ))}
      </ul>
    </section>
  );
}
