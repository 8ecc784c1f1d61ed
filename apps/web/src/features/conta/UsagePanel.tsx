import { formatInteger, formatSize } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { type Conta, usageQuery } from "../../rpc/conta/account.ts";
import { accountTexts } from "../../texts/admin/account.ts";
import classes from "./Panel.module.css";
import { Panel } from "./Panel.tsx";

const texts = accountTexts.uso;
const WARNING_PERCENT = 80;
const FULL_PERCENT = 100;
const MONTH_FORMAT = new Intl.DateTimeFormat("pt-BR", { month: "long", year: "numeric", timeZone: "UTC" });

/** The plan, its usage, and the usage of previous months. */
export function UsagePanel({ conta }: { conta: Conta }): React.JSX.Element {
  const { data = [] } = useQuery(usageQuery);
  // Omits the months before the first use.
  const firstUsedIndex = data.findLastIndex((usage) => usage.documentos > 0 || usage.emails > 0);
  const usages = data.slice(0, firstUsedIndex + 1);
  const { documentos, limite, percentual } = conta.uso;
  const warning =
    percentual >= FULL_PERCENT ? texts.acima : percentual >= WARNING_PERCENT ? texts.aviso : null;
  return (
    <Panel title={texts.titulo} text={texts.plano(formatInteger(limite))}>
      <div className={classes.form}>
        <div className={classes.medidor} data-tom={warning ? "aviso" : undefined} aria-hidden="true">
          <span style={{ width: `${Math.min(FULL_PERCENT, percentual)}%` }} />
        </div>
        <p>{texts.deste(formatInteger(documentos), formatInteger(limite))}</p>
        {warning && <p className={classes.aviso}>{warning}</p>}
      </div>
      {usages.length > 0 && (
        <table className={classes.meses}>
          <caption className="vh">{texts.meses}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.colunas.mes}</th>
              <th scope="col">{texts.colunas.documentos}</th>
              <th scope="col">{texts.colunas.emails}</th>
              <th scope="col">{texts.colunas.bytes}</th>
            </tr>
          </thead>
          <tbody>
            {usages.map((usage) => (
              <tr key={usage.mes}>
                <td>{MONTH_FORMAT.format(new Date(`${usage.mes}-01T00:00:00Z`))}</td>
                <td className="num">{formatInteger(usage.documentos)}</td>
                <td className="num">{formatInteger(usage.emails)}</td>
                <td className="num">{formatSize(usage.bytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
