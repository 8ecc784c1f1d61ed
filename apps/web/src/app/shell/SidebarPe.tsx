import { PLANO_AVISOS } from "@malote/contract";
import { formatInteiro } from "@malote/syntax";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { CaixasSaude } from "../../features/caixa/CaixasSaude.tsx";
import { contaLongeQuery } from "../../rpc/avisos.ts";
import { geral } from "../../textos/geral.ts";
import classes from "./SidebarPe.module.css";

const [AVISO] = PLANO_AVISOS;

/** The footer of the sidebar: state of the mailboxes, usage of the month's plan. */
export function SidebarPe({ onNavigate }: { onNavigate?: (() => void) | undefined }): React.JSX.Element {
  return (
    <div className={classes.pe}>
      <CaixasSaude onNavigate={onNavigate} />
      <Plano onNavigate={onNavigate} />
    </div>
  );
}

function Plano({ onNavigate }: { onNavigate: (() => void) | undefined }): React.JSX.Element | null {
  const { data } = useQuery(contaLongeQuery);
  if (!data) return null;
  const { documentos, limite, percentual } = data.uso;
  return (
    <Link to="/minha_conta" className={classes.plano} onClick={onNavigate}>
      <span className={classes.medidor} data-aviso={percentual >= AVISO} aria-hidden="true">
        <span style={{ width: `${Math.min(100, percentual)}%` }} />
      </span>
      <span className="num">{geral.plano(formatInteiro(documentos), formatInteiro(limite))}</span>
    </Link>
  );
}
