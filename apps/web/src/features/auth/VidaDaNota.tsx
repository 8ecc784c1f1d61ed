import { IconCheck } from "@tabler/icons-react";
import { login } from "../../textos/login.ts";
import classes from "./VidaDaNota.module.css";

/** The life cycle of one nota, shown beside the sign-in form. */
export function VidaDaNota(): React.JSX.Element {
  const { painel } = login;
  return (
    <aside className={classes.painel} aria-label={painel.exemplo}>
      <div className={classes.miolo}>
        <p className={classes.titulo}>
          {painel.titulo.map((linha) => (
            <span key={linha}>{linha}</span>
          ))}
        </p>
        <p className={classes.nota}>
          <b>{painel.documento}</b>
          <span>{painel.emitente}</span>
          <b className="num">{painel.valor}</b>
        </p>
        <ol className={classes.passos}>
          {painel.passos.map(([titulo, texto]) => (
            <li key={titulo}>
              <span className={classes.tique} aria-hidden="true">
                <IconCheck size={14} stroke={2} />
              </span>
              <b>{titulo}</b>
              <span>{texto}</span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
