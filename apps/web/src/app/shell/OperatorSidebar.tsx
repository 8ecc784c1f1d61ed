import { IconArrowBackUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { InstallationStatus } from "../../features/operacao/InstallationStatus.tsx";
import { useAtual } from "../../rpc/atual.ts";
import { operacao as textos } from "../../textos/operacao.ts";
import { ContaMenu } from "./ContaMenu.tsx";
import classes from "./OperatorSidebar.module.css";
import { OPERATOR_ENTRIES } from "./operator-entries.ts";
import { Rail } from "./Sidebar.tsx";

/**
 * The sidebar of the operator's pages; at the bottom a link back to the conta, and the status of the
 * installation.
 */
export function OperatorSidebar(props: {
  onNavigate?: () => void;
  onAtalhos?: () => void;
  conta?: boolean;
}): React.JSX.Element {
  const { onNavigate, onAtalhos, conta = false } = props;
  const atual = useAtual();
  return (
    <Rail
      entradas={atual?.produto ? OPERATOR_ENTRIES : []}
      inicio={atual?.produto ? "/operacao" : "/painel"}
      onNavigate={onNavigate}
    >
      {conta && <ContaMenu onAtalhos={onAtalhos} />}
      {atual && (
        <Link to="/painel" className={classes.back} onClick={onNavigate}>
          <IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" />
          <span>{textos.voltar(atual.conta.identificador)}</span>
        </Link>
      )}
      {atual?.produto && (
        <>
          <p className={classes.chip}>{textos.operador}</p>
          <InstallationStatus onNavigate={onNavigate} />
        </>
      )}
    </Rail>
  );
}
