import { formatInteiro } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { Caixa } from "../../rpc/queries.ts";
import { caixas as textos } from "../../textos/caixas.ts";
import { CaixaMenu } from "./CaixaMenu.tsx";
import { CaixaStatus } from "./CaixaStatus.tsx";
import classes from "./Caixas.module.css";
import { type CaixasProps, Coleta, Houve, Servidor } from "./CaixasTabela.tsx";
import { estadoOf, nomeOf } from "./saude.ts";

/** The mailboxes as cards, for a phone. */
export function CaixasCartoes(props: CaixasProps): React.JSX.Element {
  return (
    <ul aria-label={textos.lista}>
      {props.caixas.map((caixa) => (
        <Cartao key={caixa.id} {...props} caixa={caixa} />
      ))}
    </ul>
  );
}

function Cartao(props: CaixasProps & { caixa: Caixa }): React.JSX.Element {
  const { caixa, acoes, pedidas } = props;
  const estado = estadoOf(caixa);
  return (
    <li className={classes.cartao} data-linha={caixa.id}>
      <div className={classes.cartaoTopo}>
        <Link
          to={`/caixaemail/${caixa.id}`}
          className={classes.cartaoNome}
          data-abrir
          aria-label={textos.abrir(nomeOf(caixa))}
        >
          {nomeOf(caixa)}
        </Link>
        {acoes && (
          <span className={classes.cartaoMenu}>
            <CaixaMenu
              caixa={caixa}
              acoes={acoes}
              ocupada={caixa.estado === "coletando" || pedidas.has(caixa.id)}
            />
          </span>
        )}
      </div>
      <p className={classes.cartaoServidor}>
        <Servidor caixa={caixa} />
      </p>
      <div className={classes.cartaoEstado}>
        <CaixaStatus estado={estado} />
        <span className={classes.cartaoColeta}>
          <Coleta {...props} />
        </span>
      </div>
      <p className={classes.cartaoNumeros}>
        {textos.colunas.hoje} <b className="num">{formatInteiro(caixa.emailsHoje)}</b> ·{" "}
        {textos.colunas.total} <b className="num">{formatInteiro(caixa.emailsTotal)}</b>
      </p>
      {(estado === "falhou" || estado === "parada" || estado === "silenciosa") && (
        <p className={classes.cartaoHouve}>
          <Houve {...props} />
        </p>
      )}
    </li>
  );
}
