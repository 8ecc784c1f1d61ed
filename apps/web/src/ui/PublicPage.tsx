import { publico as textos } from "../textos/publico.ts";
import { LeaveGuard } from "./LeaveGuard.tsx";
import { PublicFrame } from "./PublicFrame.tsx";
import classes from "./PublicPage.module.css";
import { useTitulo } from "./telas.ts";

/** A public page for one task, in one column. */
export function PublicPage(props: {
  titulo: string;
  texto: string;
  /** The task, below its title. */
  children: React.ReactNode;
  /** Text beside the product name in the footer. */
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
