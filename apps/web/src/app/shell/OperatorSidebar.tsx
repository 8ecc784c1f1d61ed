import { IconArrowBackUp } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { InstallationStatus } from "../../features/operation/InstallationStatus.tsx";
import { useCurrentUser } from "../../rpc/session/current-user.ts";
import { operationTexts as texts } from "../../texts/operator/operation.ts";
import classes from "./OperatorSidebar.module.css";
import { OPERATOR_ENTRIES } from "./operator-entries.ts";
import { Rail } from "./Sidebar.tsx";
import { UserMenu } from "./UserMenu.tsx";

/**
 * The sidebar of the operator's pages; at the bottom a link back to the conta, and the status of the
 * installation.
 */
export function OperatorSidebar(props: {
  onNavigate?: () => void;
  onShortcuts?: () => void;
  withUserMenu?: boolean;
}): React.JSX.Element {
  const { onNavigate, onShortcuts, withUserMenu = false } = props;
  const current = useCurrentUser();
  return (
    <Rail
      entries={current?.produto ? OPERATOR_ENTRIES : []}
      home={current?.produto ? "/operacao" : "/painel"}
      onNavigate={onNavigate}
    >
      {withUserMenu && <UserMenu onShortcuts={onShortcuts} />}
      {current && (
        <Link to="/painel" className={classes.back} onClick={onNavigate}>
          <IconArrowBackUp size={16} stroke={1.6} aria-hidden="true" />
          <span>{texts.voltar(current.conta.identificador)}</span>
        </Link>
      )}
      {current?.produto && (
        <>
          <p className={classes.chip}>{texts.operador}</p>
          <InstallationStatus onNavigate={onNavigate} />
        </>
      )}
    </Rail>
  );
}
