import { IconCheck } from "@tabler/icons-react";
import { signInTexts } from "../../texts/app/sign-in.ts";
import classes from "./NotaLifeCycle.module.css";

/** The life cycle of one nota, shown beside the sign-in form. */
export function NotaLifeCycle(): React.JSX.Element {
  const { painel } = signInTexts;
  return (
    <aside className={classes.painel} aria-label={painel.exemplo}>
      <div className={classes.miolo}>
        <p className={classes.titulo}>
          {painel.titulo.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className={classes.nota}>
          <b>{painel.documento}</b>
          <span>{painel.emitente}</span>
          <b className="num">{painel.valor}</b>
        </p>
        <ol className={classes.passos}>
          {painel.passos.map(([title, text]) => (
            <li key={title}>
              <span className={classes.tique} aria-hidden="true">
                <IconCheck size={14} stroke={2} />
              </span>
              <b>{title}</b>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </div>
    </aside>
  );
}
