import { caminhos, quemUtiliza } from "../../textos/site.ts";
import classes from "./Clientes.module.css";
import { type Cliente, escrevendo, lugarDe, readClientes } from "./clientes.ts";

/** Number of names in the line. */
export const NA_FAIXA = 6;

type Props = { clientes?: readonly Cliente[] };

/** The names of a few customers in one line; nothing when the operator configured none. */
export function ClientesFaixa({ clientes = readClientes() }: Props): React.ReactNode {
  if (clientes.length === 0) return escrevendo() ? lugarDe("faixa") : null;
  return (
    <section className={classes.faixa} aria-label={caminhos.quemUtiliza}>
      <p>{caminhos.quemUtiliza}</p>
      <ul>
        {clientes.slice(0, NA_FAIXA).map(({ nome }) => (
          <li key={nome}>{nome}</li>
        ))}
      </ul>
    </section>
  );
}

/** All customers that the operator configured, with segment and site where given. */
export function ClientesLista({ clientes = readClientes() }: Props): React.ReactNode {
  if (clientes.length === 0) return escrevendo() ? lugarDe("lista") : null;
  return (
    <section className={classes.lista} aria-labelledby="clientes">
      <div>
        <h2 id="clientes">{quemUtiliza.clientes}</h2>
        <p>{quemUtiliza.clientesTexto}</p>
      </div>
      <ul>
        {clientes.map(({ nome, segmento, site }) => (
          <li key={nome}>
            <b>{site ? <a href={site}>{nome}</a> : nome}</b>
            {segmento && <span>{segmento}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
