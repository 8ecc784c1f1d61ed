import { IconX } from "@tabler/icons-react";
import type { NotaLinha } from "../../rpc/queries.ts";
import { notas as textos } from "../../textos/notas.ts";
import { Girando } from "../../ui/Girando.tsx";
import { startConsulta, stopConsulta, useConsultas } from "./consultas.ts";
import { nomeOf } from "./marcas.ts";
import classes from "./Notas.module.css";

/**
 * Button of a row that starts a consulta at SEFAZ. While it runs, a progress text and a button that
 * stops waiting.
 */
export function ConsultaBotao({ nota }: { nota: NotaLinha }): React.JSX.Element {
  const asking = useConsultas().has(nota.id);
  if (!asking) {
    return (
      <button type="button" className={`link ${classes.consulta}`} onClick={() => void startConsulta(nota)}>
        {textos.consultar}
        <span className="vh"> {nomeOf(nota)}</span>
      </button>
    );
  }
  return (
    <span className={classes.consultando} role="status">
      <Girando />
      {textos.consultando}
      <button
        type="button"
        className="icone icone-pequeno"
        aria-label={textos.pararConsulta(nomeOf(nota))}
        data-dica={textos.pararConsulta(nomeOf(nota))}
        onClick={() => stopConsulta(nota.id)}
      >
        <IconX size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </span>
  );
}
