import { diaInZona, formatReais } from "@malote/syntax";
import { Link } from "react-router-dom";
import type { AuditorLinha } from "../../rpc/auditor.ts";
import { auditor as textos } from "../../textos/auditor.ts";
import { groupByDia } from "../../ui/dias.ts";
import { formatHora } from "../../ui/quando.ts";
import { Status } from "../../ui/Status.tsx";
import tags from "../../ui/tags.module.css";
import classes from "./AuditorLista.module.css";
import { nomeOf, situacaoOf } from "./situacao.ts";

/** The records of SEFAZ, one line each, grouped by the day of the event. */
export function AuditorLista(props: {
  registros: readonly AuditorLinha[];
  zona: string;
  linkOf: (registro: AuditorLinha) => { to: string; state: unknown };
}): React.JSX.Element {
  const { registros, zona, linkOf } = props;
  const hoje = diaInZona(new Date(), zona);
  const grupos = groupByDia(registros, (registro) => registro.dataEvento, {
    hoje,
    zona,
    semData: textos.semData,
  });
  return (
    <>
      {grupos.map((grupo) => (
        <section key={grupo.chave} aria-label={grupo.nome}>
          <h2 className={classes.dia}>
            <b>{grupo.nome}</b>
            <span>{grupo.extenso}</span>
          </h2>
          <ul>
            {grupo.itens.map((registro) => (
              <Linha key={registro.id} registro={registro} zona={zona} link={linkOf(registro)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Linha(props: {
  registro: AuditorLinha;
  zona: string;
  link: { to: string; state: unknown };
}): React.JSX.Element {
  const { registro, zona, link } = props;
  return (
    <li className={classes.linha} data-linha={registro.id}>
      <Link to={link.to} state={link.state} data-abrir className={classes.abrir}>
        <span className={classes.tipo}>
          <span className={tags.tipo}>{textos.tipos[registro.tipo]}</span>
        </span>
        <span className={classes.emitente}>{registro.nomeEmitente ?? textos.semEmitente}</span>
        <span className={classes.texto}>{resumoOf(registro)}</span>
        <span className={classes.status}>
          {registro.tipo !== "Evento" && <Status situacao={situacaoOf(registro)} />}
        </span>
        <span className={`num ${classes.valor}`}>
          {registro.valorTotal === null ? "–" : formatReais(registro.valorTotal)}
        </span>
        <span className={`num ${classes.hora}`}>
          {registro.dataEvento && formatHora(registro.dataEvento, zona)}
        </span>
      </Link>
    </li>
  );
}

/** The document of a record; before it the event, unless the record is the document itself. */
function resumoOf(registro: AuditorLinha): string {
  const nome = nomeOf(registro);
  const isDocumento = registro.tipo !== "Evento" && registro.tipo !== "Cancelamento";
  return isDocumento ? nome : `${registro.descEvento} · ${nome}`;
}
