import { publico as textos } from "../textos/publico.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { PublicFrame } from "./PublicFrame.tsx";
import classes from "./PublicPage.module.css";
import { useTitulo } from "./telas.ts";

/** A page that anybody may open to do one task, in one column. */
export function PublicPage(props: {
  titulo: string;
  texto: string;
  /** The task, under its title. */
  children: React.ReactNode;
  /** Beside the name at the foot. */
  pe?: string;
}): React.JSX.Element {
  const { titulo, texto, children, pe } = props;
  useTitulo(titulo);
  return (
    <PublicFrame pe={pe ?? textos.pe}>
      <div className={classes.tarefa}>
        <h1 className={classes.titulo}>{titulo}</h1>
        <p className={classes.texto}>{texto}</p>
        {children}
      </div>
      <LeaveGuard />
    </PublicFrame>
  );
}
