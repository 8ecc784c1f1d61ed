import { formatInteger } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { Caixa } from "../../../rpc/documents/queries.ts";
import { caixasTexts as texts } from "../../../texts/admin/caixas.ts";
import { CaixaStatus } from "../health/CaixaStatus.tsx";
import { caixaNameOf, caixaStateOf } from "../health/caixa-state.ts";
import classes from "./CaixaList.module.css";
import { CaixaMenu } from "./CaixaMenu.tsx";
import { type CaixaListProps, ColetaCell, ProblemCell, ServerCell } from "./CaixaTable.tsx";

/** The mailboxes as cards, for a phone. */
export function CaixaCards(props: CaixaListProps): React.JSX.Element {
  return (
    <ul aria-label={texts.lista}>
      {props.caixas.map((caixa) => (
        <CaixaCard key={caixa.id} {...props} caixa={caixa} />
      ))}
    </ul>
  );
}

function CaixaCard(props: CaixaListProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, actions, requestedIds } = props;
  const state = caixaStateOf(caixa);
  return (
    <li className={classes.cartao} data-linha={caixa.id}>
      <div className={classes.cartaoTopo}>
        <Link
          to={`/caixaemail/${caixa.id}`}
          className={classes.cartaoNome}
          data-abrir
          aria-label={texts.abrir(caixaNameOf(caixa))}
        >
          {caixaNameOf(caixa)}
        </Link>
        {actions && (
          <span className={classes.cartaoMenu}>
            <CaixaMenu
              caixa={caixa}
              actions={actions}
              isBusy={caixa.estado === "coletando" || requestedIds.has(caixa.id)}
            />
          </span>
        )}
      </div>
      <p className={classes.cartaoServidor}>
        <ServerCell caixa={caixa} />
      </p>
      <div className={classes.cartaoEstado}>
        <CaixaStatus state={state} />
        <span className={classes.cartaoColeta}>
          <ColetaCell {...props} />
        </span>
      </div>
      <p className={classes.cartaoNumeros}>
        {texts.colunas.hoje} <b className="num">{formatInteger(caixa.emailsHoje)}</b> · {texts.colunas.total}{" "}
        <b className="num">{formatInteger(caixa.emailsTotal)}</b>
      </p>
      {(state === "falhou" || state === "parada" || state === "silenciosa") && (
        <p className={classes.cartaoHouve}>
          <ProblemCell {...props} />
        </p>
      )}
    </li>
  );
}
