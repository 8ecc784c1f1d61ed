import { Link } from "react-router-dom";
import type { Fila } from "../../../rpc/operador.ts";
import { operacao } from "../../../textos/operacao.ts";
import { FilasTable } from "../FilasTable.tsx";
import { filasOnOverview } from "./alerts.ts";
import classes from "./Overview.module.css";
import { Section } from "./Section.tsx";

const { filas: textos } = operacao;

/** Panel of the main queues, with a link to all. */
export function FilasPanel({ filas }: { filas: readonly Fila[] }): React.JSX.Element {
  return (
    <Section
      id="filas"
      title={textos.titulo}
      aside={textos.agora}
      action={
        <Link to="/operacao/filas" className="link">
          {textos.ver(filas.length)}
        </Link>
      }
    >
      <div className={classes.table}>
        <FilasTable filas={filasOnOverview(filas)} />
      </div>
    </Section>
  );
}
