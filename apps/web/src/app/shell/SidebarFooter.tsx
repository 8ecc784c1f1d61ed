import { PLAN_WARNINGS } from "@malote/contract";
import { formatInteger } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { CaixasHealth } from "../../features/caixa/health/CaixasHealth.tsx";
import { contaSlowQuery } from "../../rpc/documents/alert-queries.ts";
import { general } from "../../texts/app/general.ts";
import classes from "./SidebarFooter.module.css";

const [WARNING_PERCENT] = PLAN_WARNINGS;

/** The footer of the sidebar: state of the mailboxes, usage of the month's plan. */
export function SidebarFooter({ onNavigate }: { onNavigate?: (() => void) | undefined }): React.JSX.Element {
  return (
    <div className={classes.pe}>
      <CaixasHealth onNavigate={onNavigate} />
      <PlanUsage onNavigate={onNavigate} />
    </div>
  );
}

function PlanUsage({ onNavigate }: { onNavigate: (() => void) | undefined }): React.JSX.Element | null {
  const { data } = useQuery(contaSlowQuery);
  if (!data) return null;
  const { documentos, limite, percentual } = data.uso;
  return (
    <Link to="/minha_conta" className={classes.plano} onClick={onNavigate}>
      <span className={classes.medidor} data-aviso={percentual >= WARNING_PERCENT} aria-hidden="true">
        <span style={{ width: `${Math.min(100, percentual)}%` }} />
      </span>
      <span className="num">{general.plano(formatInteger(documentos), formatInteger(limite))}</span>
    </Link>
  );
}
